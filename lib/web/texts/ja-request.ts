import type { enRequest } from './en-request.ts';
import type { Words } from './words.ts';

/** The Japanese of `enRequest`. */
export const jaRequest: Words<typeof enRequest> = {
  brand: 'Countersign',
  gateLine: ({ gate, stage, guard }) =>
    `ゲート ${gate}、ステージ ${stage}${guard === 'unguarded' ? '、監視なし（UNGUARDED）' : ''}`,
  unguarded:
    'このエージェントは監視されていません。エージェントが自身のツールで行うことは、誰も確認していません。ゲートが止めるのは以下の呼び出しだけで、ほかのものは止めません。',
  skip: '判断の欄へ移動',
  callCount: (count) => `${count}件の呼び出し`,

  requestTitle: '承認のお願い',
  answerTitle: 'ご回答のお願い',
  answerLead: 'エージェントが質問をしており、回答があるまで停止しています。',
  requestLead: (calls) =>
    calls === 1
      ? 'エージェントがこの呼び出しの手前で停止し、回答を待っています。'
      : `エージェントが以下の${calls}件の呼び出しの手前で停止し、それぞれへの回答を待っています。`,
  callHeading: (place, of) => (of === 1 ? '呼び出し' : `呼び出し ${place}/${of}`),
  quorum: (given, needed) => `${needed}名の承認が必要です。現在 ${given}/${needed}名`,
  quorumLabel: '承認の状況',
  answeredBy: (names) => `承認済み：${names}`,
  yoursStands:
    'あなたはこの呼び出しを承認しました。1名分として数えられています。ほかの方の回答を待つ間は、却下に変えることができます。',
  policyReplaced: (instant) =>
    `この依頼は${instant}時点のルールに従って判断されます。そのルールはその後、新しいものに置き換えられています。`,
  openUntil: '回答期限',
  left: (words) => `残り${words}`,
};
