import type { Looked } from './facts.ts';

/** One line of the doctor's report. */
export interface Finding {
  /** What was looked at, such as `mail.sandbox`. */
  readonly check: string;
  readonly state: 'ok' | 'problem' | 'not-checked' | 'failed';
  readonly text: string;
  /** What to do about it. */
  readonly todo?: string;
}

export function ok(check: string, text: string): Finding {
  return { check, state: 'ok', text };
}

export function problem(check: string, text: string, todo: string): Finding {
  return { check, state: 'problem', text, todo };
}

/** The finding of something that was looked at; what could not be looked at says so by itself. */
export function looked<Value>(
  check: string,
  fact: Looked<Value>,
  judge: { readonly found: (value: Value) => Finding; readonly missing: () => Finding },
): Finding {
  switch (fact.kind) {
    case 'found':
      return judge.found(fact.value);
    case 'missing':
      return judge.missing();
    case 'absent':
      return { check, state: 'not-checked', text: `not checked (${fact.why})` };
    case 'failed':
      return {
        check,
        state: 'failed',
        text: `could not be checked: ${fact.why}`,
        todo: todoAfter(fact.why),
      };
  }
}

function todoAfter(why: string): string {
  if (/^(Credentials|Token)ProviderError|^ExpiredToken|^UnrecognizedClient/.test(why))
    return 'log in to AWS: aws sts get-caller-identity must answer';
  return /AccessDenied|not authorized|Forbidden/i.test(why)
    ? 'give these credentials the right to read it, or look at it by hand'
    : 'try again, or look at it by hand';
}
