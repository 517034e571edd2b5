import type { JsonPlace, ProblemWords } from '../../core/problem.ts';
import type { JsonProblems } from '../../core/problem-json.ts';
import type { SchemaProblems } from '../../core/problem-schema.ts';
import { jaCount } from './ja-numbers.ts';

/** The Japanese of what is wrong with a text or a value that somebody typed. */
export const jaInputProblems: Pick<ProblemWords, keyof JsonProblems | keyof SchemaProblems> = {
  'json.too-large': ({ bytes, most }) =>
    `テキストが${jaCount(bytes)}バイトあります。${jaCount(most)}バイト以内にしてください`,
  'json.byte-order-mark': () => 'テキストの先頭にバイト順マークがあります。取り除いてください',
  'json.goes-on': (problem) => `値が終わったあとに${seen(problem)}が続いています`,
  'json.no-name': (problem) => `二重引用符で囲んだメンバー名があるはずのところに、${seen(problem)}があります`,
  'json.name-twice': ({ name }) =>
    `メンバー名 ${JSON.stringify(name)} が一つのオブジェクトに二度現れます。一度だけ書いてください`,
  'json.name-proto': () => 'メンバー名 "__proto__" は使えません',
  'json.name-prototype': () => '"constructor" の中では、メンバー名 "prototype" は使えません',
  'json.no-number': () =>
    'JSONの数値の書き方ではありません（先頭の余分なゼロやプラス記号は使えず、小数点の両側に数字が必要です）',
  'json.number-too-large': ({ number }) => `数値 ${number} は大きすぎます。扱えるのは約1.8e308までです`,
  'json.negative-zero': ({ number }) => `数値 ${number} は符号の付いたゼロです。0と書いてください`,
  'json.number-changes': ({ number, becomes }) =>
    `数値 ${number} は ${becomes} に変わってしまいます。文字列として書くか、変わらない形で書いてください`,
  'json.no-value': (problem) => `値があるはずのところに、${seen(problem)}があります`,
  'json.too-deep': ({ most }) => `配列とオブジェクトの入れ子が${most}段を超えています`,
  'json.no-mark': ({ mark, ...problem }) => `「${mark}」があるはずのところに、${seen(problem)}があります`,
  'json.half-pair': () => 'テキストに、サロゲートペアの片方だけが含まれています',
  'json.half-pair-escaped': () => '文字列のエスケープに、サロゲートペアの片方だけが含まれています',
  'json.unclosed': () => 'ここから始まる文字列が閉じられていません',
  'json.unescaped': (problem) => `文字列の中の${seen(problem)}は、エスケープして書く必要があります`,
  'json.bad-escape': () => String.raw`\ のあとに使えるのは " \ / b f n r t、または u と4桁の16進数だけです`,

  'schema.missing': ({ name }) => `メンバー ${JSON.stringify(name)} がありません`,
  'schema.extra': ({ name }) => `メンバー ${JSON.stringify(name)} は使えません`,
  'schema.one-of': ({ allowed }) => `次のいずれかでなければなりません：${allowed}`,
  'schema.exactly': ({ allowed }) => `${allowed} でなければなりません`,
  'schema.type': ({ types }) => `${jaTypes(types)}でなければなりません`,
  'schema.bound': ({ comparison, limit }) => `${limit}${bounds[comparison]}でなければなりません`,
  'schema.multiple': ({ of }) => `${of}の倍数でなければなりません`,
  'schema.size': ({ of, bound, limit }) =>
    `${counted[of]}は${jaCount(limit)}${units[of]}${bound === 'least' ? '以上' : '以下'}でなければなりません`,
  'schema.pattern': ({ pattern }) => `パターン "${pattern}" に合わなければなりません`,
  'schema.twice': ({ one, other }) => `同じ項目が重複しています（${one}番目と${other}番目、0から数えて）`,
  'schema.other': ({ keyword }) => `ツールのスキーマの「${keyword}」に合いません`,
};

/** A place in a JSON text. */
export function jaJsonPlace({ pointer, offset }: JsonPlace): string {
  return `${pointer === '' ? '最上位' : pointer}、先頭から${jaCount(offset)}文字のところ`;
}

/** Types as JSON Schema and JavaScript name them. */
export function jaTypes(types: readonly string[]): string {
  return types.map((type) => typeNames.get(type) ?? type).join('または');
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['string', '文字列'],
  ['number', '数値'],
  ['integer', '整数'],
  ['boolean', '真偽値'],
  ['object', 'オブジェクト'],
  ['array', '配列'],
  ['null', 'null'],
]);

const bounds = { '<=': '以下', '>=': '以上', '<': '未満', '>': 'より大きい値' } as const;
const counted = { characters: '文字数', items: '項目の数', properties: 'メンバーの数' } as const;
const units = { characters: '文字', items: '個', properties: '個' } as const;

function seen({ found }: { readonly found?: string }): string {
  return found === undefined ? 'テキストの終わり' : ` ${JSON.stringify(found)} `;
}
