import type { enPeople } from './en-people.ts';
import type { Words } from './words.ts';

/** The Japanese of `enPeople`. */
export const jaPeople: Words<typeof enPeople> = {
  whoDecides: '判断する人',
  oneNo: '1名でも認めなければ、そこで終わります。',
  majorityNo: '必要な人数の同意がもう得られなくなったときにだけ、認められずに終わります。',
  you: 'あなた',
  noAnswerYet: '未回答',
  answeredBefore: (said) => `${said}、ただし変更前の呼び出しへの回答のため、もう数えられません`,
  answeredOn: (answer, instant) => `${instant}に${answer}`,
  askedLater: '判断が得られなかったため、後から依頼されました',
  informedOnly: 'お知らせのみで、判断はしません',
  reached: {
    planned: 'メッセージはこれから送られます',
    sent: 'メッセージ送信済み',
    failed: '連絡できていません：メッセージを送れませんでした',
    returned: '連絡できていません：メッセージが戻ってきました',
  },
  requesterExcluded: (names, assurance) =>
    `${names}さんはこの実行の依頼者のため、判断できません。依頼者の本人確認：${assurance}`,
  nextReminder: (instant) => `未回答の人には、${instant}に改めてお知らせします。`,
  nextEscalation: (names, instant) => `${instant}までに判断されない場合は、次の人にも依頼します：${names}`,

  besideTitle: '同じターンの、判断していただく必要のない呼び出し',
  didTitle: 'この実行がこれまでに行ったこと',
  didNothing: 'この実行は、これまでに何かを変更する操作を行っていません。',
  turnedDownTitle: 'この実行でこれまでに認められなかった呼び出し',
  stands: {
    'let pass': 'ルールにより許可',
    refused: 'ルールにより拒否',
    waiting: 'まだ始まっていません',
    told: 'エージェントに許可が伝えられました',
    'under-way': '実行中',
    done: '実行済み（未検証）',
    failed: '失敗',
    unknown: '実行されたかどうか不明',
    prevented: '実行前にゲートが停止',
    verified: '実行済み・検証済み',
    refuted: '実行済みとされましたが、別の確認で否定',
    ran: 'ハーネスが実行（未検証）',
    'ran-with-error': 'ハーネスが実行し、エラーを報告',
  },
};
