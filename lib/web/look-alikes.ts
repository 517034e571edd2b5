import { mixedScripts } from '../core/visible-text.ts';

/** A word that may pass for another, and the same with a code for each letter from elsewhere. */
export interface LookAlike {
  readonly word: string;
  readonly codes: string;
}

export function lookAlikesSpelled(text: string): readonly LookAlike[] {
  return mixedScripts(text).map((word) => ({ word, codes: [...word].map(codeOf).join('') }));
}

function codeOf(letter: string): string {
  if (/\p{Script=Latin}|[^\p{L}]/u.test(letter)) return letter;
  return `⟦U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`;
}
