import { type Cursor, match, refuse, seen } from './json-cursor.ts';

/** Reads the JSON string at whose opening quote the cursor stands, and refuses halves of surrogate pairs in any spelling. */
export function readString(cursor: Cursor): string {
  const start = cursor.at;
  let text = '';
  cursor.at += 1;
  for (;;) {
    const run = match(cursor, stringRun);
    // Checked before joining: a raw half and an escaped half would make a whole that the text itself is not.
    if (!run.isWellFormed()) refuse(cursor, { kind: 'json.half-pair' }, start);
    text += run;
    const next = cursor.text[cursor.at];
    if (next === '"') break;
    if (next === undefined) refuse(cursor, { kind: 'json.unclosed' }, start);
    if (next !== '\\') refuse(cursor, { kind: 'json.unescaped', ...seen(cursor) });
    text += readEscape(cursor);
  }
  cursor.at += 1;
  if (!text.isWellFormed()) refuse(cursor, { kind: 'json.half-pair-escaped' }, start);
  return text;
}

// Up to a quote, a backslash or a control character that must be escaped; DEL and the C1 controls need not be.
const stringRun = /[[^"\\\p{Cc}]\u007F-\u009F]*/vy;
const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
);

function readEscape(cursor: Cursor): string {
  const letter = cursor.text[cursor.at + 1];
  const simple = letter === undefined ? undefined : escapes.get(letter);
  if (simple !== undefined) {
    cursor.at += 2;
    return simple;
  }
  const digits = /^u([0-9a-fA-F]{4})$/.exec(cursor.text.slice(cursor.at + 1, cursor.at + 6));
  if (digits?.[1] === undefined) {
    return refuse(cursor, { kind: 'json.bad-escape' });
  }
  cursor.at += 6;
  return String.fromCharCode(Number.parseInt(digits[1], 16));
}
