import { en } from './en.ts';
import { spelledIn, type Texts } from './texts.ts';

/** For pages that are nobody's own, such as the desk and a run's report. */
export const plainTexts: Texts = spelledIn('UTC', en);
