import type { enMail } from './en-mail.ts';
import { jaCount } from './ja-numbers.ts';
import type { Words } from './words.ts';

/** The Japanese of `enMail`. */
export const jaMail: Words<typeof enMail> = {
  subject: (about) => `承認のお願い：${about}`,
  answerSubject: (about) => `ご質問：${about}`,
  answerIntro: (gate, stage) =>
    `ゲート「${gate}」（${stage}）のエージェントが質問をしており、回答があるまで停止しています。`,
  reminderSubject: (subject) => `Re: ${subject}`,
  escalationSubject: (about) => `あなたにも判断をお願いします：${about}`,
  changedSubject: (about) => `内容が変更されました。再度ご確認ください：${about}`,
  andMore: (more) => (more === 0 ? '' : ` ほか${more}件`),
  intro: (calls, gate, stage) =>
    `ゲート「${gate}」（${stage}）のエージェントが${calls}の手前で停止し、回答を待っています。回答があるまで、何も実行されません。`,
  reminderTitle: '再度のお願い：まだ回答をいただいていません',
  reminderLead: (left) => `以前お尋ねした件について、まだ回答をいただいていません。期限まで残り${left}です。`,
  escalationTitle: 'あなたにも判断をお願いします',
  escalationLead:
    '先にお尋ねした方々がまだ判断していないため、あなたも判断できるようになりました。先にお尋ねした方々も、引き続き回答できます。',
  changedTitle: 'お尋ねしている内容が変更されました',
  changedLead:
    'お尋ねしたあとに、引数が人の手で変更されました。変更前の呼び出しへの回答はもう数えられません。ここでお尋ねするのは、現在の呼び出しについてです。',
  changedBy: (name, instant) => `${name}さんが${instant}に引数を変更しました：`,
  changedHere: (before, after) => `変更前 ${before} → 変更後 ${after}`,
  wholeInput: '引数全体',
  absent: '（なし）',
  changesErased: '変更の内容は消去されています。',
  moreChanges: (more) => `ほかに${jaCount(more)}件の変更があります。`,
  answerWanted: 'これはあなたへの質問です。あなたの言葉が、そのまま回答としてエージェントに伝えられます。',
  signedOnly: (command) =>
    `リンクでは内容を見ることはできますが、回答はできません。有効なのは、ご自身の AWS の ID による署名付きのリクエストだけです：${command}`,
  codeNeeded: '回答の際に、あなたのメールボックスへコードをお送りします。ページでそのコードの入力をお願いします。',
  people: '判断する人',
  noted: (words, note) => `${words}（${note}）`,
  due: (words, iso, left) => `${words}（${iso}）、${left}`,
  noAnswer: '未回答',
  majority: '1名の却下だけでは決まりません。承認できる人が足りなくなった時点で、この呼び出しは却下されます。',
  requesters: (names) => `この実行の依頼者であるため、判断できない人：${names}`,
  did: (calls) => `この実行では、これまでに${jaCount(calls)}件のことが実行されています。`,
  beside: (calls) =>
    `同じターンのほかの${jaCount(calls)}件の呼び出しは、ルールによって決まりました。これらについては誰にも尋ねていません。`,
  complete: 'このメッセージには、すべての引数が示されています。',
  missing: (characters) =>
    `このメッセージには、すべてが示されているわけではありません。引数のうち${jaCount(characters)}文字が省かれています。`,
  missingHere: (characters) =>
    `このメッセージには、すべてが示されているわけではありません。引数のうち${jaCount(characters)}文字はページにのみあります。回答の前に、ページでお読みください。`,
  moreHere: (characters) => `[残り${jaCount(characters)}文字]`,
  open: '内容をすべて確認して回答するには、次のページを開いてください：',
  byOpening: 'ページを開いただけでは、何も決まりません。このメッセージに返信しても、何も決まりません。',
  linkIsYours: (name) =>
    `このリンクは${name}さんのために作成されたものです。リンクを持つ人は誰でもその名前で回答できるため、転送しないでください。`,
  unlinked: '引用された文章の中のアドレスは、メールソフトがリンクにしないよう [.] や [:] を使って書かれています。',
  hidden: 'ご注意ください：見えない文字が含まれています。ここではそれぞれを ⟦U+202E⟧ のようなコードで示しています。',
  mixed: (words) => `ご注意ください：見た目と異なる文字があり、別の語に見せかけている可能性があります：${words}`,
  moreCalls: (calls) => `ほかに${jaCount(calls)}件の呼び出しがページにあります。`,
  onPage: 'エージェントが書いた文章もあります。検証されていないため、ページにのみ掲載しています。',
};
