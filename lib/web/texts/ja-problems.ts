import { type Problem, type ProblemPlace, type ProblemWords, type TurnedDownAt, worded } from '../../core/problem.ts';
import { requestApproval } from '../../core/request-approval.ts';
import { jaInputProblems, jaJsonPlace, jaTypes } from './ja-input-problems.ts';

/** The Japanese of whatever the rules, the schema or the gate itself find wrong with a call. */
export const jaProblems: ProblemWords = {
  ...jaInputProblems,

  'condition.none-holds': () => 'どの条件も満たされていません',
  'condition.holds-and-must-not': () => '満たされてはならない条件が満たされています',
  'condition.absent': ({ place }) => `${spell(place)}がありません`,
  'condition.no-number': ({ place }) => `${spell(place)}が数値ではありません`,
  'condition.no-text': ({ place }) => `${spell(place)}が文字列ではありません`,
  'condition.other-type': ({ place, types }) => `${spell(place)}が${jaTypes(types)}ではありません`,
  'condition.unit-undeclared': ({ place }) => `${spell(place)}の単位が定められていません`,
  'condition.unit-other': ({ place, unit }) => `${spell(place)}の単位は ${unit} です`,
  'condition.unit-unsaid': ({ place, unit, saidAt }) =>
    `${spell(place)}の単位が${unit === undefined ? '' : ` ${unit} であることが`} ${saidAt} に示されていません`,
  'condition.compared': ({ place, value, comparison, number, unit }) =>
    `${spell(place)}は ${value} で、${number}${unit === undefined ? '' : ` ${unit}`} ${comparisons[comparison]}ではありません`,
  'condition.not-equal': ({ place, value }) => `${spell(place)}が ${JSON.stringify(value)} ではありません`,
  'condition.not-one-of': ({ place, values }) =>
    `${spell(place)}が次のいずれでもありません：${values.map((value) => JSON.stringify(value)).join('、')}`,
  'condition.not-beginning': ({ place, text }) => `${spell(place)}が ${JSON.stringify(text)} で始まっていません`,
  'condition.no-path': ({ place, directory }) => `${spell(place)}は ${directory} と比べられるパスではありません`,
  'condition.path-outside': ({ place, directory }) => `${spell(place)}は ${directory} の外を指しています`,
  'limit.count': ({ made, most }) =>
    `この実行では、このような呼び出しがすでに${made}件行われています。認められているのは${most}件です`,
  'limit.negative': ({ at, value }) => `${at} は ${value} ですが、合計される値は0以上でなければなりません`,
  'limit.earlier-uncounted': ({ at }) => `この実行の以前の呼び出しの ${at} を合計に含めることができません`,
  'limit.sum': ({ at, total, unit, before, most }) =>
    `この実行での ${at} の合計は ${total}${unit === undefined ? '' : ` ${unit}`} になります（これまでに ${before}）。認められているのは ${most} までです`,

  misfit: ({ at, why }) => `${at === '' ? '引数全体' : at}：${jaProblem(why)}`,
  beyond: ({ why }) => `${jaProblem(why)}。`,
  undecidable: ({ why }) => `${jaProblem(why)}。そのため、ルールだけでは判断できません。`,
  unreadable: ({ place, why }) =>
    `入力を一通りに読み取ることができません。${place === undefined || why === undefined ? '' : `${jaJsonPlace(place)}：${jaProblem(why)}`}`,
  'third-identical': () => '同じ呼び出しが3回行われました。その間、誰も何も判断していません。',
  'unnamed-tool': ({ tool, named }) =>
    `ツール「${tool}」は、ゲートファイルに記載されていません。記載されているもの：${named.join('、')}`,
  'requester-claimed': () =>
    'このツールが認められるのは、依頼者が AWS で確認されている実行だけです。この実行は手動で開始されました。',
  'requester-erased': () =>
    'この実行の依頼者の記録は消去されています。依頼者自身は判断できないため、誰にも尋ねていません。',
  'needs-before': ({ needed, tool }) =>
    `この実行では、${tool} の前に ${needed} の呼び出しが成功していなければなりません。`,
  'not-their-words': ({ at }) => `${at} が依頼者の言葉の中にありません。依頼者の言葉から取る必要があります。`,
  'turned-down': ({ outcome, where }) =>
    `この実行では、同じ呼び出しがすでに${outcome === 'rejected' ? '却下' : '差し戻し'}となっています${where === undefined ? '' : `（${whereWords(where)}）`}。同じ内容をもう一度尋ねることはありません。`,
  'no-rule-holds': () => 'このような呼び出しを認めるルールが、このツールにはありません。',
  'too-many-at-once': () => '一度に承認が必要な呼び出しが多すぎます。',
  'approvals-used-up': () => 'この実行で承認を求めることができる回数（caps.approvals）を使い切りました。',
  'too-few-deciders': ({ needed, left }) =>
    `この実行の依頼者は判断できません。${needed}名の同意が必要ですが、判断できる人は${left}名しか残っていません。`,
  'wrapped-directly': ({ tool }) =>
    `${tool} は、承認されたあとでハーネスが実行します。先に ${requestApproval} の呼び出しが必要です。`,
  'wrapped-members': () =>
    `${requestApproval} に必要なメンバーは二つです：文字列の tool と、オブジェクトの arguments です。`,
  'wrapped-other': ({ granted, tool }) =>
    `${requestApproval} で求めることができるのは ${granted.join('、')} です。「${tool}」は対象ではありません。`,

  'edit.too-often': ({ most }) =>
    `この呼び出しはすでに${most}回変更されています。現在の内容のまま承認するか、却下してください。`,
  'edit.rules-gone': () => 'この呼び出しを判断したルールは、もう開くことができません。',
  'edit.input-erased': () => '変更の対象となる引数は消去されています。',
  'edit.empty': () => unusable('何も入力されていません。引数全体を一つのJSONの値として入力してください'),
  'edit.unreadable': ({ place, why }) => unusable(`${jaJsonPlace(place)}：${jaProblem(why)}`),
  'edit.other-tool': ({ tool }) => unusable(`${tool} の呼び出しになってしまいます`),
  'edit.misused': ({ why }) => unusable(jaProblem(why)),
  'edit.nobody-asked': () => '変更後の呼び出しについて誰に尋ねるかを定めたルールがありません。',
  'edit.too-few-deciders': () =>
    '変更後の呼び出しについて判断できる人が足りません。この実行の依頼者は判断できないためです。',
  'edit.needs': ({ assurance }) => needed[assurance],
  'edit.refused-by-rule': ({ rule, because }) =>
    `ルール ${rule} により、このような呼び出しは拒否されます${because === undefined ? '。' : `：${because}`}`,
  'edit.unchanged': () => '何も変更されていません。このまま認める場合は、承認してください。',
};

function jaProblem(problem: Problem): string {
  return worded(jaProblems, problem);
}

function spell(place: ProblemPlace): string {
  if ('label' in place) return `ラベル ${place.label} `;
  return place.at === '' ? '引数全体' : `${place.at} `;
}

const comparisons = { above: 'より大きい値', below: '未満', atMost: '以下', atLeast: '以上' } as const;

function whereWords({ by, requestId, toolUseId }: TurnedDownAt): string {
  return `${by.join('、')}、${requestId}、${toolUseId}`;
}

const needed = {
  link: '変更後の呼び出しは、自分用のリンクを持つ人が判断する必要があります。',
  code: '変更後の呼び出しの判断には、あなたのメールボックスに届くコードが必要です。コードを使って回答するか、この呼び出しを却下してください。',
  iam: '変更後の呼び出しの判断には署名付きのリクエストが必要で、リンクではできません。コマンドラインで変更するか、この呼び出しを却下してください。',
} as const;

function unusable(problem: string): string {
  return `この引数は使えません：${problem}。`;
}
