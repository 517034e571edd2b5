import { canonicalJson, type Json } from '../core/canonical-json.ts';
import { pointerOf } from '../core/json-pointer.ts';
import type { CallView } from '../gate/views.ts';
import { cutFrom } from './mailed-text.ts';

/** How many characters of a call's arguments a message leaves out that shows its picked values; each as canonical JSON has it. */
export function missingFrom({ input, shown }: Pick<CallView, 'input' | 'shown'>): number {
  if (input === undefined) return 0;
  const seen = shown.filter(({ value }) => value !== undefined);
  const cut = new Map(seen.map(({ at, value }) => [at, cutFrom(value ?? null)]));
  const unseen = leavesOf(input).filter(
    ({ at }) => !seen.some((line) => at === line.at || at.startsWith(`${line.at}/`)),
  );
  const whole = unseen.reduce((sum, { value }) => sum + canonicalJson(value).length, 0);
  return [...cut.values()].reduce((sum, more) => sum + more, whole);
}

function leavesOf(value: Json, at = ''): readonly { readonly at: string; readonly value: Json }[] {
  const members = typeof value === 'object' && value !== null ? Object.entries<Json>(value) : [];
  if (members.length === 0) return isEmpty(value) && at === '' ? [] : [{ at, value }];
  return members.flatMap(([name, member]) => leavesOf(member, `${at}${pointerOf([name])}`));
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
