import type { enTold } from './en-told.ts';
import { jaCount } from './ja-numbers.ts';
import type { Words } from './words.ts';

/** The Japanese of `enTold`. */
export const jaTold: Words<typeof enTold> = {
  informationSubject: (about) => `お知らせ：${about}`,
  informationTitle: 'お知らせ',
  informationLead: (gate, stage) =>
    `ゲート「${gate}」（${stage}）のエージェントが停止し、ほかの方々に判断をお願いしています。これはそのお知らせです。何もしていただく必要はありません。`,
  nothingToAnswer: '回答していただくことはありません。このメッセージに返信しても、何も決まりません。',
  genuine: {
    sender: (address) => `差出人が ${address} であること`,
    topic: '購読しているトピックを通じて届いていること',
    mailsFrom: (address) => `このゲートのメールの差出人は ${address} です。`,
    linked: (origin, host, digests) =>
      `本物のメッセージの見分け方：${origin}、唯一のリンクの行き先が ${host} であること、そのページに同じダイジェスト（${digests}）が表示されること。`,
    unlinked: (origin) => `本物のメッセージの見分け方：${origin}、リンクが一つもないこと。`,
  },

  outcomeSubject: (outcome, about) => `${outcome}：${about}`,
  outcomesSubject: (about) => `結果のお知らせ：${about}`,
  outcomeTitle: 'お尋ねした件の結果',
  outcomeLead: (gate, stage) =>
    `ゲート「${gate}」（${stage}）からお尋ねした件は、次のように終わりました。回答していただくことはもうありません。`,
  outcomeLabel: '結果',
  words: (names) => `${names}さんの言葉：`,
  reason: '実行プログラムまたは検証プログラムの説明（内容は誰も保証していません）：',

  cancelledSubject: (about) => `回答は不要になりました：${about}`,
  cancelledTitle: '回答は不要になりました',
  cancelledIntro: (gate, stage) =>
    `ゲート「${gate}」（${stage}）から承認をお願いしていました。結論が出る前に実行が停止または終了したため、回答していただくことはもうありません。次の呼び出しは取り消されました：`,
  questionCancelledSubject: (about) => `判断は不要になりました：${about}`,
  questionCancelledIntro: (gate, stage) =>
    `ゲート「${gate}」（${stage}）から、実行をどう進めるかについてお尋ねしていました。結論が出る前に実行が停止または終了したため、回答していただくことはもうありません。次の質問は取り消されました：`,
  gateStopped: 'この実行だけでなく、ゲート全体が停止されました。引き続き必要な場合は、後ほど改めて依頼が届きます。',
  earlierLinks: '以前のメッセージのリンクでは、もう何も決められません。依頼がどう終わったかが表示されます。',

  only: {
    outcomeTitle: 'お知らせした件の結果',
    outcomeLead: (gate, stage) =>
      `ゲート「${gate}」（${stage}）から、ほかの方々に判断をお願いしている旨をお知らせした件は、次のように終わりました。何もしていただく必要はありません。`,
    cancelledSubject: (about) => `取り消されました：${about}`,
    cancelledTitle: 'お知らせした件は取り消されました',
    cancelledIntro: (gate, stage) =>
      `ゲート「${gate}」（${stage}）から、ほかの方々に判断をお願いしている旨をお知らせしていました。判断の前に実行が停止または終了したため、次のものは取り消されました。何もしていただく必要はありません：`,
  },

  requesterSubject: {
    waiting: '実行が判断を待っています',
    expired: '期限までに回答がありませんでした',
    short: '期限までに必要な人数の回答がありませんでした',
    'not-continued': '期限までに続行が認められませんでした',
    'broken-off': '実行が中断されました',
    finished: '実行が終了しました',
  },
  requesterTitle: {
    waiting: 'ご依頼の実行が判断を待っています',
    expired: '期限までに回答がありませんでした',
    short: '期限までに必要な人数の回答がありませんでした',
    'not-continued': '期限までに続行が認められませんでした',
    'broken-off': 'ご依頼の実行が中断されました',
    finished: 'ご依頼の実行が終了しました',
  },
  requesterLead: {
    waiting: 'ご依頼の実行は停止しており、判断できる方々の回答を待っています。何もしていただく必要はありません。',
    expired:
      '判断できる方々が回答しないまま、期限を過ぎました。却下されたわけではありません。エージェントには回答がなかったことが伝えられ、実行は求めていたことを行わずに進みます。',
    short:
      '判断できる方々のうち必要な人数が回答しないまま、期限を過ぎました。承認されたわけでも、却下されたわけでもありません。エージェントには必要な人数の回答がなかったことが伝えられ、実行は求めていたことを行わずに進みます。',
    'not-continued':
      'ご依頼の実行は停止しており、どう進めるかを判断できる方々にお尋ねしていました。続行を認める回答がないまま期限を過ぎたため、実行は終了します。',
    'broken-off':
      'ご依頼の実行は、エージェントの作業が終わる前に中断されました。誰かが中止したか、何らかの障害が起きたためです。回答をお願いしていたものは取り消されました。このゲートの運用者は、中断したところから実行を再開できます。',
    finished:
      'ご依頼の実行が終了しました。それぞれの呼び出しがどうなったかは台帳に記録されており、以下はその写しです。',
  },
  ends: {
    done: 'エージェントは最後まで進みました。',
    failed: '実行は失敗しました。',
    stopped: '実行は停止されました。',
  },
  run: '実行',
  andThen: (outcome, action) => `${outcome}。${action}`,
  settledByRules: { refused: 'ルールにより拒否', allowed: 'ルールにより許可', none: '回答なし' },
  moreInReport: (more) => `ほかに${jaCount(more)}件の呼び出しがレポートにあります。`,
  report: (command) => `このゲートの運用者は、次のコマンドで全体を確認できます：${command}`,
  whyTold: 'ご自身が依頼した実行について知らせるよう、ゲートファイルで定められているため、お送りしています。',

  codeSubject: (about) => `回答用のコード：${about}`,
  codeTitle: '回答用のコード',
  codeLead:
    'あなたの承認用リンクを持つ人が、あなたの名前で回答しようとしています。ご本人であれば、次のコードをページに入力してください：',
  codeFor: 'このコードが有効な回答（ページに入力したとおりのもの）',
  codeAnswer: {
    approve: '承認',
    edit: '変更して承認',
    reject: '却下',
    revise: '差し戻し',
    answer: '回答',
    continue: '実行の続行',
    restart: '新しいセッションでのやり直し',
    end: '実行の終了',
  },
  codeUntil: '有効期限',
  codeNotYou:
    'お心当たりがない場合は、コードをどこにも入力せず、誰にも教えないでください。コードがなければ、何も決まりません。ほかの人があなたのリンクを持っていることを、このゲートの運用者に知らせてください。',
  neverAsked: 'このゲートの関係者が、メールや電話、チャットでコードをお尋ねすることはありません。',
};
