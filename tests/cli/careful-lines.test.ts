import { expect, test } from 'vitest';
import { carefulLines } from '../../lib/cli/careful-lines.ts';

test('an ordinary text, in any language, needs no word of care', () => {
  for (const text of ['{"to": "ops@example.org"}', '{"note": "Подтвердите бронь, 予約をお願いします 👍🏽"}']) {
    expect(carefulLines(text)).toEqual([]);
  }
});

test('hidden characters are counted, and words that may pass for others stand beside their codes', () => {
  expect(carefulLines('{"a": "x\u202Ey\u200Bz"}')).toEqual([
    'Careful    2 hidden characters, each shown as its code, such as ⟦U+202E⟧',
  ]);
  expect(carefulLines('{"to": "ops@сосо.example"}')).toEqual([
    'Careful    сосо is not what it looks like: ⟦U+0441⟧⟦U+043E⟧⟦U+0441⟧⟦U+043E⟧',
  ]);
});
