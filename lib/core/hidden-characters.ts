/**
 * What a character is called when it may not be rendered, or undefined when it may stand as it is. `codePoint` is looked
 * at alone: sequences in which such a character is legitimate are the scanner's to recognise before.
 */
export function hiddenName(character: string): string | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  if (visibleFormat.test(character)) return undefined;
  const known = names.get(codePoint);
  if (known !== undefined) return known;
  const tag = tagName(codePoint);
  if (tag !== undefined) return tag;
  return classes.find(({ form }) => form.test(character))?.name;
}

/** `U+202E`: the way people look a character up. */
export function escapeOf(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

// Signs that Unicode files under "format" although they are drawn: Arabic, Syriac and Kaithi number and verse signs.
const visibleFormat = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u;

/** The first that fits names the character; the order goes from the particular to the general. */
const classes: readonly { readonly form: RegExp; readonly name: string }[] = [
  { form: /\p{Cc}/u, name: 'control character' },
  { form: /\p{Variation_Selector}/u, name: 'variation selector' },
  // What a renderer may leave out altogether, so that two different texts look the same.
  { form: /\p{Default_Ignorable_Code_Point}/u, name: 'invisible character' },
  { form: /\p{Cf}/u, name: 'invisible format character' },
  // A font decides what it looks like, and the approver's font is not the author's.
  { form: /\p{Co}/u, name: 'private use character' },
  { form: /\p{Cs}/u, name: 'half of a surrogate pair' },
  { form: /\p{Cn}/u, name: 'unassigned character' },
  // Narrower than a word space, down to nothing. U+00A0, U+202F and U+3000 are ordinary typography and stay.
  { form: /[\u1680\u2000-\u200A\u205F]/u, name: 'unusual space' },
];

const names: ReadonlyMap<number, string> = new Map([
  [0x00, 'null'],
  [0x07, 'bell'],
  [0x08, 'backspace'],
  [0x09, 'tab'],
  [0x0a, 'line feed'],
  [0x0b, 'vertical tab'],
  [0x0c, 'form feed'],
  [0x0d, 'carriage return'],
  [0x1b, 'escape'],
  [0x7f, 'delete'],
  [0x85, 'next line'],
  [0xad, 'soft hyphen'],
  [0x034f, 'combining grapheme joiner'],
  // Reorder what stands around them: "exe.fdp" for "pdf.exe", or an amount that reads backwards.
  [0x061c, 'Arabic letter mark'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'end of directional formatting'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'end of directional isolate'],
  [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'],
  [0x200d, 'zero width joiner'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x2060, 'word joiner'],
  [0x2061, 'invisible function application'],
  [0x2062, 'invisible times'],
  [0x2063, 'invisible separator'],
  [0x2064, 'invisible plus'],
  // Letters and a symbol that are drawn as nothing, and count as letters for everybody who looks for spaces.
  [0x115f, 'Hangul choseong filler'],
  [0x1160, 'Hangul jungseong filler'],
  [0x3164, 'Hangul filler'],
  [0xffa0, 'halfwidth Hangul filler'],
  [0x2800, 'blank Braille pattern'],
  [0xfe0e, 'text style selector'],
  [0xfe0f, 'emoji style selector'],
  [0xfeff, 'byte order mark'],
  [0xfff9, 'interlinear annotation anchor'],
  [0xfffa, 'interlinear annotation separator'],
  [0xfffb, 'interlinear annotation end'],
  [0xfffc, 'object replacement character'],
]);

/** Tag characters spell ASCII that no font draws: a whole instruction can hide behind one emoji. */
function tagName(codePoint: number): string | undefined {
  if (codePoint === 0xe0001) return 'language tag';
  if (codePoint === 0xe007f) return 'end of tags';
  if (codePoint < 0xe0020 || codePoint > 0xe007e) return undefined;
  return `tag character "${String.fromCodePoint(codePoint - 0xe0000)}"`;
}
