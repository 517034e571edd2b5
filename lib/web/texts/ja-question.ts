import type { Choice } from '../../core/action-entries.ts';
import type { enQuestion } from './en-question.ts';
import { jaCaps } from './ja-caps.ts';
import type { CapNumbers, Words } from './words.ts';

/** The Japanese of `enQuestion`. */
export const jaQuestion: Words<typeof enQuestion> = {
  names: { cap: '上限に達した実行', 'in-doubt': '状態が分からない実行' },
  title: 'この実行を続けてよいですか？',
  requestTitle: '実行についての判断のお願い',
  requestLead: '実行は停止しており、どう進めるかについての判断を待っています。回答がない場合、実行は終了します。',
  eyebrow: '実行そのものについて',
  whoAsks: '実行の依頼者',
  asked: ({ about, rule }, numbers) => (about === 'cap' ? atCap(rule, numbers) : doubt),
  since: ({ about }, instant) => (about === 'cap' ? `実行の開始日時：${instant}` : `そのターンの開始日時：${instant}`),
  facts: 'これについてゲートが記録した内容（保存されているとおり）',
  factsErased: 'これについての記録は消去されました。もう誰も見ることができないため、実行を終了することしかできません。',
  digestWhy:
    'あなたの回答は、まさにこの質問についてのみ有効です。内容が1バイトでも違えばダイジェストも変わり、回答は無効になります。',
  choices: { continue: '続行する', restart: '新しいセッションでやり直す', end: '実行を終了する' },
  buttons: { continue: '続行する…', restart: '新しいセッションでやり直す…', end: '実行を終了する…' },
  means: (choice, { rule }) => (choice === 'continue' && rule === 'caps.identicalCalls' ? excused : means[choice]),
  confirmTitle: {
    continue: '実行を続けますか？',
    restart: '新しいセッションでやり直しますか？',
    end: '実行を終了しますか？',
  },
  confirmLead: '以下のとおり決定しようとしています。まだ何も記録されていません。',
  commentLabel: 'コメント（任意）。回答とともに保存されます。',
  confirm: { continue: '続行する', restart: 'やり直す', end: '終了する' },
  recorded: {
    continue: '実行を続けてよいと回答しました',
    restart: '実行をやり直してよいと回答しました',
    end: '実行を終了しました',
  },
  recordedLead: {
    continue: '実行はこれから続行されます。',
    restart: '実行はこれから新しいセッションでやり直されます。',
    end: '実行はこれで終了します。',
  },
  quorum: (given, needed) => `先へ進むには${needed}名の同意が必要です。現在 ${given}/${needed}名`,
  quorumLabel: '同意の状況',
  answeredBy: (names) => `同意済み：${names}`,
  yoursStands:
    'あなたは同意しました。1名分として数えられています。ほかの方の回答を待つ間は、実行を終了することもできます。',
  recordedEnd: '実行を終了すべきだと回答しました',
  countedLead: ({ given, needed, no }) =>
    `あなたの回答は数えられました（${given}/${needed}名）。${needed}名が同じ回答をするまで先へは進みません。${no === 'one' ? '1名でも終了を選べば、実行は終了します。' : '同意できる人が足りなくなれば、実行は終了します。'}`,
  countedNoLead: ({ needed }) =>
    `あなたの回答は記録されましたが、それだけでは実行は終了しません。${needed}名が同意すれば実行は続き、同意できる人が足りなくなれば終了します。`,
  notOffered: 'フォームが示す回答は、ここでは選べません。',
  decidedAlready: 'これはすでに判断されています',
  tooLate: '期限後のため、もう回答できません',
  signedOnly: 'この質問には、このリンクだけでは回答できません',
  signedCommand: (requestId, choices) =>
    choices.map((choice) => `countersign answer ${requestId} ${choice}`).join('   または   '),
  mailSubject: (about) => `判断のお願い：${about}`,
  mailIntro: (gate, stage) =>
    `ゲート「${gate}」（${stage}）の実行が停止し、どう進めるかについての判断を待っています。回答がない場合、実行は終了します。`,
  choose: '選択肢：',
};

const means: Readonly<Record<Choice, string>> = {
  continue: '同じ上限にもう一度達するまで、実行を続けます。そのときは改めてお尋ねします。',
  restart:
    'これまでのセッションを破棄します。新しいセッションには、これまでに行われたことが伝えられます。失われたターンで行われたことは、もう一度行われる可能性があります。',
  end: '実行をここで終了します。エージェントにはこれ以上何も送られません。',
};

const excused = '実行を続け、今回の繰り返しは容認します。繰り返された呼び出しそのものは、引き続き拒否されます。';

const doubt =
  'エージェントのターンが始まりましたが、終わったかどうか、どのように終わったかは誰にも分かりません。始めていたことが実行された可能性があります。';

function atCap(rule: string, numbers: CapNumbers | undefined): string {
  const words = jaCaps[rule];
  if (words !== undefined && numbers !== undefined) return words(numbers);
  return `実行が上限 ${rule} に達しました。`;
}
