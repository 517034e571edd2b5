import { escapeOf } from './hidden-characters.ts';
import { type Piece, visibleText } from './visible-text.ts';

/** A word that may pass for another; `reads` is the other one, `pieces` has a code for each letter that is not what it looks like. */
export interface LookAlike {
  readonly word: string;
  readonly reads: string;
  readonly pieces: readonly Piece[];
}

/**
 * The words, each once, that may pass for Latin ones. In any text: words that mix Latin letters with others that look Latin. In
 * names (hosts, addresses, identifiers) also words wholly of such letters, as "сосо" in a host, and those of Latin letters that
 * look like plain ones, and signs that look like those which part a host from its path. A Russian or Greek word in a sentence
 * is not among them, however Latin it looks.
 */
export function lookAlikes(text: string): readonly LookAlike[] {
  const found = new Map<string, LookAlike>();
  for (const [run] of text.matchAll(unspaced)) {
    // Most texts are ASCII, and nothing is looked for there.
    if (isAscii(run)) continue;
    const where = placeOf(run);
    for (const [word] of run.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      if (!isAscii(word) && !found.has(word) && passesForAnother(word, where)) found.set(word, lookAlike(word));
    }
    for (const [part] of where === 'prose' ? [] : run.matchAll(joinedBySign)) found.set(part, lookAlike(part));
  }
  return [...found.values()];
}

const unspaced =
  /[\p{L}\p{M}\p{N}._@:/\-\u3002\uFF0E\uFF61\uFF20\u2010\u2011\u2024\u2044\u2215\u2236\u29F8\uA789\uFE6B]+/gu;

// "example.com∕login" has no path: all of it is the host's name. Fullwidth signs are wide enough to be seen.
const joinedBySign = /[A-Za-z0-9]{1,63}[\u2010\u2011\u2024\u2044\u2215\u2236\u29F8\uA789\uFE6B][A-Za-z0-9]{1,63}/gu;

function isAscii(text: string): boolean {
  return /^[ -~]*$/u.test(text);
}

/** What is compared by machines and read by people: a host, address or path; an order number or the like; or neither. */
type Place = 'address' | 'identifier' | 'prose';

function placeOf(run: string): Place {
  if (/[@\uFF20\uFE6B/]|\p{L}[.\uFF0E\uFF61]\p{L}{2}/u.test(run)) return 'address';
  return /_|\p{L}\u3002\p{L}{2}|[0-9]\p{L}|\p{L}[-\u2010\u2011]?[0-9]/u.test(run) ? 'identifier' : 'prose';
}

function passesForAnother(word: string, where: Place): boolean {
  const letters = Array.from(word.normalize('NFD')).filter((character) => /\p{L}/u.test(character));
  const isForeign = letters.some((letter) => foreign.has(letter));
  if (where === 'prose') return isForeign && letters.some((letter) => /\p{Script=Latin}/u.test(letter));
  if (isForeign && letters.some((letter) => /[A-Za-z]/u.test(letter))) return true;
  // Japanese writes fullwidth letters beside digits; in an address a machine reads them as the plain ones.
  const passing = (letter: string) => looksLike(letter) !== undefined && (where === 'address' || !isFullwidth(letter));
  return letters.some(passing) && letters.every((letter) => /[A-Za-z]/u.test(letter) || passing(letter));
}

function isFullwidth(letter: string): boolean {
  return /[\uFF21-\uFF5A]/u.test(letter);
}

function lookAlike(word: string): LookAlike {
  const pieces: Piece[] = [];
  let reads = '';
  let plain = '';
  // A filler is a letter too, and a mark may have lost its own: neither is drawn as it is.
  const putPlain = () => {
    if (isAscii(plain)) pieces.push(...(plain === '' ? [] : [{ kind: 'text' as const, text: plain }]));
    else pieces.push(...visibleText(plain));
    plain = '';
  };
  for (const character of word) {
    const [letter = '', ...marks] = character.normalize('NFD');
    const like = looksLike(letter);
    reads += like === undefined ? character : like + marks.join('');
    if (like === undefined) {
      plain += character;
    } else {
      putPlain();
      const codePoint = character.codePointAt(0) ?? 0;
      pieces.push({ kind: 'hidden', codePoint, escape: escapeOf(codePoint), name: `looks like "${like}"` });
    }
  }
  putPlain();
  return { word, reads, pieces };
}

/** The plain letter or sign that this one looks like; `undefined` for plain ones and those that look like none. */
function looksLike(letter: string): string | undefined {
  const known = foreign.get(letter) ?? oddLatin.get(letter) ?? signs.get(letter);
  if (known !== undefined) return known;
  if (letter <= '\u007F') return undefined;
  // Fullwidth, bold, script and circled letters, Roman numerals: machines read them as the plain ones.
  const plain = letter.normalize('NFKC');
  return plain !== letter && /^[A-Za-z]+$/u.test(plain) ? plain : undefined;
}

// By eye, in common fonts, of Cyrillic, Greek, Armenian, Cherokee, Lisu and Coptic. Letters such as Ω, µ, π or Δ stand in units
// and formulas beside Latin ones and look like nobody else; small Cyrillic в, м, н and т are small capitals and do neither.
const foreign = pairs(
  'аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ѵv ӏl кk',
  'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS ԌG ԚQ ԜW ҮY ӀI',
  'οo αa νv ρp υu ιi κk τt γy χx ϲc ϳj',
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ͿJ',
  'օo ոn սu հh ցg զq յj ՏS ՕO ՍU',
  'ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᏒR ᏚS ᎢT ᏙV ᎳW ᏃZ',
  'ꓮA ꓐB ꓚC ꓓD ꓰE ꓝF ꓖG ꓧH ꓲI ꓙJ ꓗK ꓡL ꓟM ꓠN ꓳO ꓑP ꓣR ꓢS ꓔT ꓴU ꓦV ꓪW ꓫX ꓬY ꓜZ',
  'ⲟo ⲣp ⲥc ⲞO ⲢP ⲤC',
);

// Turkish, phonetic and other Latin letters: words of their own languages are full of them, so only names are looked at.
const oddLatin = pairs('ıi ɑa ɡg ȷj ɩi ʀR ᴀA ᴏo ᴄc ᴜu ᴠv ᴡw ᴢz ꞁl ǀl ɴN ʟL ʜH');

const signs = pairs('\u2010- \u2011- \u2024. \u2044/ \u2215/ \u29F8/ \u2236: \uA789: \uFE6B@');

function pairs(...lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(lines.flatMap((line) => line.split(' ').map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const)));
}
