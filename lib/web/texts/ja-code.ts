import type { enCode } from './en-code.ts';
import type { Words } from './words.ts';

export const jaCode: Words<typeof enCode> = {
  title: 'メールで届いたコードを入力してください',
  lead: (name) =>
    `まだ何も記録されていません。6桁のコードを記載したメールを${name}さんのメールボックスに送信しました。`,
  goodUntil: (instant) => `有効期限は${instant}で、この回答にのみ使用できます。`,
  label: 'コード',
  hint: '6桁の数字です。数分たっても届かない場合は、迷惑メールのフォルダーもご確認ください。',
  send: 'このコードで回答する',
  sendAnother: '別のコードを送信する',
  wrong: (triesLeft) => `この回答のコードではありません。あと${triesLeft}回入力できます。`,
  over: 'このコードはもう使用できません。有効期限が過ぎたか、入力回数の上限に達しました。別のコードを送信してください。',
  tooMany:
    '直近1時間に5件のコードを送信したため、今は送信できません。最後に送信したコードは、有効期限内であれば使用できます。',
  notSent: 'コードのメールを送信できませんでした。数分後にもう一度お試しください。まだ何も記録されていません。',
};
