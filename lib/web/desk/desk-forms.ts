import { parseDuration } from '../../core/duration.ts';
import type { DeskExample, DeskRun } from './ports.ts';

/** What the start form asks for; a suggested task goes before whatever stands in the field. */
export function readStart(form: FormData, example: DeskExample) {
  const requester = textField(form, 'requester').trim();
  const suggestion = textField(form, 'suggestion');
  const suggested = /^\d{1,3}$/.test(suggestion) ? example.prompts[Number(suggestion)] : undefined;
  const prompt = suggested ?? textField(form, 'prompt').replaceAll('\r\n', '\n').trim();
  if (prompt === '') return { problem: 'A run needs a task: write one, or take one of the suggested ones.' };
  if (requester === '') return { problem: 'A run needs somebody who asks: fill in "Who asks".' };
  return { start: { prompt, requester } };
}

// Just past it: at the very instant of a deadline an answer is already too late, but who looks should see it passed.
const pastDeadlineMs = 1000;

// The clock cannot go back, and a slip of the finger should not end in the year 9999.
const farthestMs = 400 * 86_400_000;

/** How far the clock is to be moved, in milliseconds. */
export function readAdvance(form: FormData, at: { readonly now: number; readonly runs: readonly DeskRun[] }) {
  const by = textField(form, 'by').trim();
  if (by === 'next-deadline') {
    const deadlines = at.runs.flatMap((run) => run.waitsFor.map((call) => Date.parse(call.deadline)));
    const next = Math.min(...deadlines.filter((deadline) => deadline > at.now));
    if (!Number.isFinite(next)) return { problem: 'There is no deadline ahead: no run waits for an answer.' };
    return { ms: next - at.now + pastDeadlineMs };
  }
  const seconds = parseDuration(by);
  const ms = (seconds ?? 0) * 1000;
  if (ms <= 0 || ms > farthestMs) {
    return {
      problem: `The clock moves forward by a duration such as 90m, 2d12h (at most 400d), but got ${JSON.stringify(by)}.`,
    };
  }
  return { ms };
}

/** The page to come back to; only paths of the desk's own. */
export function readBack(form: FormData): string {
  const back = textField(form, 'back');
  return /^\/(?![/\\])[\w/.-]*$/.test(back) ? back : '/';
}

function textField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
