import type { Language, Reader } from '../../core/gate-file.ts';
import { en } from './en.ts';
import { ja } from './ja.ts';
import { spelledIn, type Texts } from './texts.ts';
import type { Words } from './words.ts';

const languages: Readonly<Record<Language, Words<typeof en>>> = { en, ja };

/** The texts of somebody's language and time zone. */
export function textsFor({ language, timeZone }: Reader): Texts {
  return spelledIn(timeZone, languages[language]);
}
