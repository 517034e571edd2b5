import type { Language, Reader } from '../../core/gate-file.ts';
import { en } from './en.ts';
import { spelledIn, type Texts } from './texts.ts';
import type { Words } from './words.ts';

// English is there from the start, since the furniture of every page is checked against it; each other language is read when
// somebody first asks for it.
const languages: Readonly<Record<Language, () => Promise<Words<typeof en>>>> = {
  en: async () => en,
  ja: async () => (await import('./ja.ts')).ja,
};

/** The texts of somebody's language and time zone, for a page. */
export async function pageTexts({ language, timeZone }: Reader): Promise<Texts> {
  return spelledIn(timeZone, await languages[language]());
}

/** For somebody of whom only the browser's `Accept-Language` is known: its first language where we have it. */
export function strangerTexts(acceptLanguage: string | undefined): Promise<Texts> {
  const first = acceptLanguage?.split(',')[0]?.trim().toLowerCase() ?? '';
  return pageTexts({ language: /^ja(-|;|$)/u.test(first) ? 'ja' : 'en', timeZone: 'UTC' });
}
