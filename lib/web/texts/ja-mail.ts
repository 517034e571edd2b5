import type { enMail } from './en-mail.ts';
import { jaCount } from './ja-numbers.ts';
import type { Words } from './words.ts';

/** The Japanese of `enMail`. */
export const jaMail: Words<typeof enMail> = {
  subject: (about) => `承認のお願い：${about}`,
  andMore: (more) => (more === 0 ? '' : ` ほか${more}件`),
  intro: (calls, gate, stage) =>
    `ゲート「${gate}」（${stage}）のエージェントが${calls}の手前で停止し、回答を待っています。回答があるまで、何も実行されません。`,
  open: '内容をすべて確認して回答するには、次のページを開いてください：',
  byOpening: 'ページを開いただけでは、何も決まりません。このメッセージに返信しても、何も決まりません。',
  linkIsYours: (name) =>
    `このリンクは${name}さんのために作成されたものです。リンクを持つ人は誰でもその名前で回答できるため、転送しないでください。`,
  genuine: (host, digests) =>
    `本物のメッセージの見分け方：このゲートからいつも届く差出人アドレスから送られていること、唯一のリンクの行き先が ${host} であること、そのページに同じダイジェスト（${digests}）が表示されること。`,
  more: (characters) => `[残り${jaCount(characters)}文字：ページを開くとすべて表示されます]`,
  unlinked:
    '引用された文章の中のアドレスは、メールソフトがリンクにしないよう [.] や [:] を使って書かれています。ページでは元のとおりに表示されます。',
  hidden: '⟦U+202E⟧ のようなコードは、見えない文字を表します。',
  moreCalls: (calls) => `ほかに${jaCount(calls)}件の呼び出しがページにあります。`,
  onPage: 'エージェントが書いた文章もあります。検証されていないため、ページにのみ掲載しています。',
  otherArguments: 'すべての引数はページにあります。',
  cancelledSubject: (about) => `回答は不要になりました：${about}`,
  cancelledIntro: (gate, stage) =>
    `ゲート「${gate}」（${stage}）から承認をお願いしていました。誰かが判断する前に実行が停止または終了したため、回答していただくことはもうありません。次の呼び出しは取り消されました：`,
  gateStopped: 'この実行だけでなく、ゲート全体が停止されました。引き続き必要な場合は、後ほど改めて依頼が届きます。',
  cancelledLinks: '以前のメッセージのリンクでは、もう何も決められません。依頼がどう終わったかが表示されます。',
};
