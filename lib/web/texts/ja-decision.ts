import type { enDecision } from './en-decision.ts';
import type { Words } from './words.ts';

/** The Japanese of `enDecision`. */
export const jaDecision: Words<typeof enDecision> = {
  decision: 'あなたの判断',
  answerAs: (name) => `${name}さんとして回答します。このリンクを持つ人は誰でも、あなたの名前で回答できます。`,
  ways: {
    approve: { lead: '内容はこのままで正しい。', button: '承認へ進む…' },
    edit: { lead: 'ほぼ正しい：引数を変更し、変更後の内容を承認します。', button: '変更する…' },
    reject: { lead: '行うべきではない。理由を書くことができ、エージェントに伝えられます。', button: '却下へ進む…' },
    revise: {
      lead: 'このままでは不可：エージェントに指示が伝えられ、もう一度試みることができます。何も実行されません。',
      button: '差し戻しへ進む…',
    },
    answer: { lead: 'あなたの言葉が、質問への回答としてエージェントに伝えられます。', button: '回答へ進む…' },
  },
  nothingYet: 'これらのボタンでは、まだ何も記録されません。次のページで、何が起こるかを示し、改めて確認します。',

  confirmTitle: {
    approve: 'この呼び出しを承認しますか？',
    edit: '変更を加えたうえで、この呼び出しを承認しますか？',
    reject: 'この呼び出しを却下しますか？',
    revise: 'この呼び出しを差し戻しますか？',
    answer: 'この回答を送りますか？',
  },
  confirmLead: {
    approve: '以下の内容を承認しようとしています。まだ何も記録されていません。',
    edit: '元の呼び出しの代わりに、以下の内容を承認しようとしています。まだ何も記録されていません。',
    reject: 'まだ何も記録されていません。エージェントには、この呼び出しが却下されたことが伝えられます。',
    revise:
      'まだ何も記録されていません。エージェントにはあなたの指示が伝えられ、エージェントはもう一度試みることができます。',
    answer: 'まだ何も記録されていません。エージェントには、あなたの回答がそのまま伝えられます。',
  },
  wordsLabel: {
    approve: 'コメント（任意）。エージェントに伝えられます。',
    edit: 'コメント（任意）。変更の内容とともに、エージェントに伝えられます。',
    reject: '理由。エージェントに伝えられます。',
    revise: '指示。エージェントにそのまま伝えられます。',
    answer: '回答。エージェントにそのまま伝えられます。',
  },
  wordsHint: {
    reject: '理由があれば、エージェントはよりよい方法を選べます。理由がない場合は、却下されたことだけが伝わります。',
    revise: 'どこをどう変えるべきかをお書きください。エージェントは別の呼び出しで改めて依頼することができます。',
    answer: 'あなたの言葉として記録に残ります。',
  },
  wordsMissing: 'この欄が空でした。内容を入力してください。言葉がなければ、エージェントには手がかりがありません。',
  confirm: {
    approve: '承認する',
    edit: 'この変更を加えて承認する',
    reject: '却下する',
    revise: '差し戻す',
    answer: 'この回答を送る',
  },
  goBack: '判断せずに戻る',
  staleNotice:
    'ページを開いてから30分以上が経過したため、何も記録されていません。内容をもう一度ご覧のうえ、確認してください。',

  signedOnly: 'この呼び出しには、このリンクだけでは回答できません',
  signedOnlyLead:
    'ここで有効なのは、署名付きのリクエストだけです。何も記録されていません。ご自身の AWS の ID を使い、コマンドラインで回答してください：',
  signedCommand: (requestId) => `countersign approve ${requestId}   または   countersign reject ${requestId}`,
};
