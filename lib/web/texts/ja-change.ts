import { worded } from '../../core/problem.ts';
import type { enChange } from './en-change.ts';
import { jaInputProblems, jaJsonPlace } from './ja-input-problems.ts';
import { jaCount } from './ja-numbers.ts';
import type { Words } from './words.ts';

/** The Japanese of `enChange`. */
export const jaChange: Words<typeof enChange> = {
  changeTitle: '引数の変更',
  changeLead:
    '変更後の内容は新しい呼び出しになります。ルールが改めて適用され、あなたがその作成者になります。このページでは何も記録されません。',
  changeFields: '項目ごとの変更',
  changeReview: '変更を確認する…',
  changeRaw: '全体を一つのJSONテキストとして',
  changeRawHint:
    'ここではすべてを変更できます。文字列は二重引用符で囲み、数値と true・false は囲みません。隠れた文字は \\u200b のようなコードで示されます。',
  changeRawReview: 'このテキストの変更を確認する…',
  required: '必須',
  mayBeEmpty: '空のままにすると省かれます',
  leftOut: '（省く）',
  onlyRaw: (names) => `次の項目は下のJSONテキストで変更できます。そのままなら変わりません：${names}`,
  wholeNumber: '整数',
  anyNumber: '数値（例：184.5）',
  atLeastAmount: (amount) => `${amount}以上`,
  atMostAmount: (amount) => `${amount}以下`,
  moreThanAmount: (amount) => `${amount}より大きい`,
  lessThanAmount: (amount) => `${amount}より小さい`,
  multipleOf: (amount) => `${amount}の倍数`,
  shortest: (characters) => `${jaCount(characters)}文字以上`,
  longest: (characters) => `${jaCount(characters)}文字以内`,

  problemsTitle: 'このままでは使えません',
  problemsLead: '何も記録されていません。入力した内容はすべて残っています。',
  notANumber: (typed) => `「${typed}」はJSONの数値ではありません。使えるのは数字と、小数点としての「.」です。`,
  unreadable: (place, why) => `テキストを読み取れません（${jaJsonPlace(place)}）：${worded(jaInputProblems, why)}`,
  unchanged: 'まだ何も変更されていません。このまま認める場合は、戻って承認してください。',

  changesTitle: '変更する内容',
  before: '変更前',
  after: '変更後',
  nothingThere: 'なし',
  whole: '引数全体',
  argumentsAfter: '変更後のすべての引数',
  changedCallNext:
    '変更後の呼び出しには独自のダイジェストが付き、変更前の呼び出しへの回答は数えられなくなります。ルールがほかの人の判断も求める場合は、その人たちに、変更後の内容についての依頼が届きます。',
  changeAgain: 'もう一度変更する',
  editedTitle: (name, instant) => `${name}さんが${instant}に引数を変更しました`,
  editedLead: '以下は現在の呼び出しです。変更前の呼び出しへの回答は数えられません。',
  editedErased: '変更の内容は消去されています。',
};
