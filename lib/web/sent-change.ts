/** A change of arguments as a form carries it: one JSON text, or what was typed into the fields, by their members' names. */
export type SentChange =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'members'; readonly typed: ReadonlyMap<string, string> };

/** Prefix of a form field for one member of the arguments, so that no tool can name one of the page's own. */
export const memberPrefix = 'value.';

/** The change in a form's fields; `undefined` where there is none, or both kinds at once. */
export function changeOf(fields: ReadonlyMap<string, string>): SentChange | undefined {
  const text = fields.get('edited');
  const members = [...fields].filter(([name]) => name.startsWith(memberPrefix));
  if (text === undefined) {
    const typed = new Map(members.map(([name, value]) => [name.slice(memberPrefix.length), value]));
    return typed.size === 0 ? undefined : { kind: 'members', typed };
  }
  // In JSON a line break stands between values only; browsers send each as CR LF, whatever stood in the page.
  return members.length > 0 ? undefined : { kind: 'text', text: text.replaceAll(/\r\n?/gu, '\n') };
}
