import { jaCount, jaDuration } from './ja-numbers.ts';
import type { CapNumbers } from './words.ts';

/** The Japanese of `enCaps`. */
export const jaCaps: Readonly<Record<string, (numbers: CapNumbers) => string>> = {
  'caps.turns': ({ used }) =>
    `エージェントのターンが${jaCount(used)}回に達しました。これを超えて続けるには、人の判断が必要です。`,
  'caps.tokens': ({ used, allowed }) =>
    `エージェントは${jaCount(used)}トークンを使用しました。${jaCount(allowed)}トークンを超えて続けるには、人の判断が必要です。`,
  'caps.wallTime': ({ used, allowed }) =>
    `この実行は、開始から、または前回続行が認められてから、待ち時間を含めて${jaDuration(used)}かかっています。${jaDuration(allowed)}を超えて続けるには、人の判断が必要です。`,
  'caps.identicalCalls': () =>
    'エージェントは同じ引数で同じ呼び出しを3回行いました。その間、誰も新しいことを伝えていません。',
  'caps.refusalsInARow': ({ used }) =>
    `エージェントが直近の${jaCount(used)}回のターンで試みたことは、すべてルールによって拒否されました。`,
  'caps.failuresInARow': ({ used }) =>
    `エージェントが直近の${jaCount(used)}回のターンで試みたことのうち、実行されたと確認できたものはありません。`,
  'caps.continuations': ({ used }) =>
    `エージェントは完了する前に打ち切られ、続けるよう${jaCount(used)}回指示されましたが、再び打ち切られました。`,
};
