import type { enTrouble } from './en-trouble.ts';
import { jaCount } from './ja-numbers.ts';
import type { Words } from './words.ts';

/** The Japanese of `enTrouble`. */
export const jaTrouble: Words<typeof enTrouble> = {
  unknown: 'このリンクに対応する依頼はありません',
  unknownLead:
    'リンクが途中で切れているか、もともと有効ではない可能性があります。メールのリンクを、最後まで含めてもう一度開いてください。何も記録されていません。',
  refused: '何も記録されていません',
  refusedNext: 'メールのリンクをもう一度開き、そのページのボタンをお使いください。',
  otherSite: 'このフォームは、このページとは別のサイトから送信されました。有効なのは、このページのフォームだけです。',
  wrongNonce: 'このフォームは、この呼び出しのためにこのページが作成したものではないため、無効です。',
  wrongType: '受け付けるのは、このページのフォームだけです（application/x-www-form-urlencoded）。',
  tooLarge: (limit) => `フォームが${jaCount(limit)}バイトを超えています。`,
  unknownCall: 'フォームが指す呼び出しは、この依頼に含まれていません。',
  digestDiffers: 'ご覧になった内容と、実行される内容が異なります',
  digestDiffersLead:
    'このフォームは、現在保存されている呼び出しとは別のダイジェストのために作成されたものです。そのため、何も記録されていません。呼び出しの内容をもう一度ご覧になってから回答してください。',
  notFound: 'このページは存在しません',
  notFoundLead: 'メールのリンクを、最後まで含めて開いてください。',
  wrongMethod: 'このアドレスは、その操作に対応していません',
  wrongMethodLead:
    '回答を送ったあとにここへ戻った場合は、メールのリンクをもう一度開いてください。記録された内容が表示されます。',
  failed: '問題が発生しました',
  failedLead:
    '回答が記録されたかどうかは確かではありません。しばらくしてからメールのリンクをもう一度開いてください。実際の状態が表示されます。もう一度回答しても差し支えありません。',
};
