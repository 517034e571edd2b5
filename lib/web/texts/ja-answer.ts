import type { VerdictKind } from '../../core/approval-entries.ts';
import type { ShortOf } from '../../core/short-of.ts';
import type { enAnswer } from './en-answer.ts';
import type { Words } from './words.ts';

const verdicts: Readonly<Record<VerdictKind, string>> = {
  approve: '承認',
  edit: '変更して承認',
  reject: '却下',
  revise: '差し戻し',
  answer: '回答',
  continue: '続行',
  restart: 'やり直し',
  end: '終了',
};

const came = ({ given, needed }: ShortOf) => `必要な${needed}名の承認のうち、期限までに得られたのは${given}名でした`;

/** The Japanese of `enAnswer`. */
export const jaAnswer: Words<typeof enAnswer> = {
  outcomes: {
    approved: '承認されました',
    'approved-with-edits': '変更のうえ承認されました',
    rejected: '却下されました',
    'sent-back': '差し戻されました',
    answered: '回答されました',
    continued: '実行は続行されます',
    restarted: '実行は新しいセッションでやり直されます',
    ended: '実行は終了します',
    expired: '期限切れ：期限までに誰も回答しませんでした',
    cancelled: '取り消し：判断が決まる前に実行が停止されました',
  },
  answered: verdicts,
  cameToLabel: 'その後の経過',
  cameTo: {
    waiting: 'まだ始まっていません',
    told: 'エージェントに、先へ進んでよいことが伝えられました。その後エージェントが何をしたかは、ここでは分かりません',
    'under-way': '実行中です',
    done: '実行されました',
    failed: '失敗しました',
    unknown: '実行されたかどうかは誰にも分かりません',
    prevented: '実行されていません：その前にゲートが止めました',
  },
  grantStands: {
    open: (until) => `まだ使われていません：エージェントは${until}まで、まさにこの呼び出しを一度だけ行うことができます`,
    over: (until) => `使われませんでした：許可の期限（${until}）までに、エージェントはこの呼び出しを行いませんでした`,
    'session-over': () => '使われませんでした：この呼び出しが行われる前に、エージェントのセッションが終わりました',
    passed: (at) =>
      `使われました：エージェントが${at}にこの呼び出しを行い、通過が認められました。ツールがその後何をしたかは、ここでは分かりません`,
    ran: (at) =>
      `使われました：エージェントが${at}にこの呼び出しを行い、ハーネスは実行したと報告しています。何が行われたかは誰も検証していません`,
    'ran-with-error': (at) =>
      `使われました：エージェントが${at}にこの呼び出しを行い、ハーネスはエラーで終わったと報告しています。何が行われたかは誰も検証していません`,
    denied: (at) =>
      `実行されていません：エージェントは${at}にこの呼び出しを行いましたが、ゲート全体が停止されていたため、通過は認められませんでした`,
    unknown: (until) =>
      `エージェントには、${until}まで、まさにこの呼び出しを一度だけ行ってよいことが伝えられました。行われたかどうかは分かりません：その記録は信用できません`,
  },
  verified: {
    yes: '検証済み：別の確認でも、そのとおりでした',
    no: '否定：別の確認では、そのとおりではありませんでした',
    nobody: '未検証',
  },
  tooFew: {
    label: '期限切れ：期限までに必要な人数の回答がありませんでした',
    came,
    call: (short) =>
      `${came(short)}。この呼び出しは承認されたことになりません。${short.noes === 0 ? '却下した人もいません。' : `${short.noes}名は認めませんでしたが、却下が決まる人数ではありません。`}`,
    question: '続行を認める回答がないまま期限を過ぎたため、実行は終了します。',
  },
  recorded: {
    approve: 'この呼び出しを承認しました',
    edit: '変更を加えて、この呼び出しを承認しました',
    reject: 'この呼び出しを却下しました',
    revise: 'この呼び出しを差し戻しました',
    answer: '回答しました',
  },
  recordedLead: {
    approve: {
      agent: 'エージェントには、先へ進んでよいことが伝えられます。',
      gate: 'これからゲートが実行します。',
      harness: 'エージェントには、この依頼の回答期限までに、まさにこの呼び出しを一度だけ行ってよいことが伝えられます。',
    },
    reject: {
      agent: 'エージェントには、却下されたこととその理由が伝えられます。',
      gate: '何も実行されません。エージェントには、却下されたこととその理由が伝えられます。',
      harness: 'この呼び出しは通りません。エージェントには、却下されたこととその理由が伝えられます。',
    },
    edit: {
      agent: 'エージェントには、あなたが変更した内容が伝えられます。',
      gate: 'これからゲートが、あなたの変更どおりに実行します。エージェントにも変更の内容が伝えられます。',
      harness: 'エージェントには変更の内容が伝えられ、変更後の呼び出しだけを一度だけ行うことができます。',
    },
    revise: {
      agent: '何も実行されません。エージェントにはあなたの指示が伝えられます。',
      gate: '何も実行されません。エージェントにはあなたの指示が伝えられます。',
      harness: 'この呼び出しは通りません。エージェントにはあなたの指示が伝えられます。',
    },
    answer: {
      agent: 'エージェントには、あなたの回答がそのまま伝えられます。',
      gate: 'エージェントには、あなたの回答がそのまま伝えられます。',
      harness: 'エージェントには、あなたの回答がそのまま伝えられます。',
    },
  },
  countedLead: ({ given, needed, no }) =>
    `あなたの承認は数えられました（${given}/${needed}名）。${needed}名が承認するまで先へは進みません。${no === 'one' ? '1名でも却下すれば、そこで終わります。' : '承認できる人が足りなくなれば、そこで終わります。'}`,
  repeatedLead: '以前にも同じ回答をいただいています。その回答は有効で、一度だけ数えられています。',
  decidedBy: '判断した人',
  decidedAt: '判断の日時',
  closedAt: '終了の日時',
  answeredAs: '回答者',
  comment: 'コメント',
  closePage: 'このページは閉じてかまいません。',
  laterHere: 'その後の経過は、同じリンクで確認できます',
  othersOpen: (open) => `ほかに${open}件の呼び出しが、あなたの回答を待っています`,
  toRequest: '依頼を表示する',

  decidedAlready: 'この呼び出しはすでに判断されています',
  decidedAlreadyLead: (verdict) =>
    `あなたの回答（${verdicts[verdict]}）は判断のあとに届いたため、結果は変わりません。回答は証拠として保存されています。`,
  answeredAlready: 'あなたはすでに回答しています',
  answeredAlreadyLead: (verdict) =>
    `先に送られた回答が有効です。今回の回答（${verdicts[verdict]}）によって変わることはありません。回答は証拠として保存されています。`,
  superseded: 'この呼び出しは、その間に変更されました',
  supersededLead:
    'あなたがページを開いたあとに引数が変更されたため、回答は記録されていません。依頼をもう一度開くと、現在の呼び出しが表示されます。',
  editRefused: '変更後の呼び出しは受け付けられません',
  editRefusedLead: '何も記録されず、何も変わっていません。ルールによる理由は次のとおりです：',
  wordsNeeded: '何も記録されていません',
  wordsNeededLead: '内容を入力してください。言葉がなければ、エージェントには手がかりがありません。',
  notOffered: '何も記録されていません',
  notOfferedLead: 'この回答はここでは選べないか、もう選べなくなっています。',
  tooLate: '期限後のため、この呼び出しにはもう回答できません',
  tooLateLead: (verdict) =>
    `あなたの回答（${verdicts[verdict]}）によって変わることはありません。回答は証拠として保存されています。`,
  expiredLead:
    '誰も回答しないまま期限を過ぎました。エージェントには、承認も却下もされなかったことがそのまま伝えられます。',
  cancelledLead: '実行が停止されたため、判断していただくことはもうありません。',
  gateStoppedLead:
    'ゲート全体が停止され、この実行も停止されたため、判断していただくことはもうありません。引き続き必要な場合は、ゲートの再開後に改めて依頼が届きます。',
  dueLead: '回答期限を過ぎました。この呼び出しは、承認でも却下でもなく、回答なしとして扱われます。',
  requestDecided: 'この依頼は判断されました',
  requestOver: 'この依頼は終了しました',
  requestOverLead: '回答を待っているものはもうありません。',
  noMoreShown: '依頼の内容は、ここにはもう表示されません。起きたことは監査テーブルに残っています。',
};
