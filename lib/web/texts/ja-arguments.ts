import type { enArguments } from './en-arguments.ts';
import { jaCount } from './ja-numbers.ts';
import type { Words } from './words.ts';

/** The Japanese of `enArguments`. */
export const jaArguments: Words<typeof enArguments> = {
  assurances: {
    claimed: '実行を開始した人の申告による（本人確認なし）',
    topic: 'トピックの購読者として',
    link: 'リンクを持っていた人として',
    code: 'リンクを持ち、承認者のメールボックスに届いたコードを入力した人として',
    iam: 'その IAM の ID で署名した人として',
  },
  effects: { read: '読み取りのみ', write: '変更を伴う', irreversible: '取り消し不可' },
  whoActs: {
    agent: 'ゲート自身は何も実行しません。承認は、先へ進んでよいことをエージェントに伝えるだけです。',
    gate: 'この呼び出しはゲート自身が実行します。',
    harness:
      '承認すると、まさにこの呼び出しだけが一度だけ通ります。エージェントはこの依頼の回答期限までに、ここに示す引数のとおりに呼び出します。それ以外の呼び出しは止められます。',
  },
  whoAsks: '依頼者',
  theirWords: '依頼の内容（本人の言葉）',
  erased: 'この文章は消去されています。',
  inputErased: '引数は消去されています。見ることのできないものは承認できません。',
  notInCall: 'この呼び出しにはありません',
  undecided: (why) => `ルールだけでは判断できなかったため、あなたに尋ねています：${why}`,
  notInRequest: (names) => `依頼者の言葉にないもの：${names}。エージェントが自ら選んだ値です。`,
  notInRequestEdited: (names) => `依頼者の言葉にないもの：${names}。エージェント、または変更した人が選んだ値です。`,
  atMost: '影響の上限',
  undo: '取り消す方法',
  noUndo: '取り消すことはできません。',
  effect: '影響',
  whoActsLabel: '承認するとどうなるか',

  allArguments: 'すべての引数（保存されているとおり）',
  noArguments: 'この呼び出しには引数がありません。',
  canonical: (characters) => `同じ内容を一つのテキストで表示（正規化 JSON、${jaCount(characters)}文字）`,
  openAll: (characters) => `全${jaCount(characters)}文字。開くとすべて表示されます`,
  openRest: (members) => `ほか${jaCount(members)}件。開くとすべて表示されます`,
  types: { text: '文字列', number: '数値', truth: '真偽値', nothing: '値なし（null）' },
  list: (items) => `${items}件のリスト`,
  group: (members) => `${members}項目のグループ`,
  looksLikeNumber: '数値ではなく文字列です',
  hiddenWarning: (hidden) =>
    `ご注意ください：見えない文字が${jaCount(hidden)}個含まれています。それぞれを U+202E のようなコードで表示しています。`,
  mixedWarning:
    'ご注意ください：見た目と異なる文字があり、別の語に見せかけている可能性があります。該当する文字をコードで示します：',

  agentWords: 'エージェントが書いた文章（未検証）',
  agentWordsEnd: 'エージェントの文章はここまでです',
  agentWordsBelow: 'エージェントが書いた文章もあります。このページの最後に、区別して掲載しています。',

  digest: 'ダイジェスト',
  digestWhy:
    'あなたの回答は、まさにこの呼び出しについてのみ有効です。内容が1バイトでも違えばダイジェストも変わり、承認は無効になります。',
  fullDigest: '全体',
};
