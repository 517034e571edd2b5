import type { VerdictKind } from './approval-entries.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Commit } from './commit.ts';
import type { ToolUseId, ViewsId } from './ids.ts';

/** What gave a visitor away; the words of a browser are not kept, they say too much about a person. */
export type VisitorSign = 'head' | 'prefetch' | 'no-user-agent' | 'user-agent' | 'navigation';

/** Who it looked like, from what the visitor says of itself: nothing is decided by it, and anybody can say anything. */
export interface Visitor {
  readonly seemed: 'machine' | 'person' | 'unknown';
  /** Empty for `unknown`. */
  readonly because: readonly VisitorSign[];
}

/** How many of each kind the chain has with this one: all that is needed to keep it bounded. */
interface Counts {
  readonly opened: number;
  readonly refused: number;
  /** @default 0 */
  readonly codesWrong?: number;
  /** @default 0 */
  readonly codesOver?: number;
}

type Counted = Visitor & Counts;

/** Somebody looked at a request with a valid link. */
export interface ViewOpened extends Counted {
  readonly type: 'view.opened';
  readonly linkHash: string;
}

/** Somebody knew a link's locator and not its secret. */
export interface ViewRefused extends Counted {
  readonly type: 'view.refused';
}

/** Somebody with a valid link tried a code that is not the one for this answer; the code itself is kept nowhere. */
export interface CodeRefused extends Counted {
  readonly type: 'code.refused';
  readonly linkHash: string;
  readonly toolUseId: ToolUseId;
  readonly verdict: VerdictKind;
  /** `over`: too old, used up, or there never was one, so that nothing was compared. */
  readonly why: 'wrong' | 'over';
  /** At that code, after this try: of many at one instant not all are kept, and a gap in these tells so. */
  readonly triesLeft: number;
}

export type ViewEntry = ViewOpened | ViewRefused | CodeRefused;
export type ViewsCommit = Commit<ViewEntry, ViewsId>;

/** Of each kind, so that whoever floods one of them leaves the others. The hundredth says that no more are kept. */
export const mostViews = 100;

// Who reads for a while and comes back is told as often as it says something; a page that reloads itself is not.
const sameWithinMs = 10 * 60 * 1000;

/** What is to be kept of a view, behind the newest commits of its chain; `undefined` for one more of what was just there. */
export function viewToKeep(
  newest: readonly ViewsCommit[],
  { view, now }: { readonly view: KeptView; readonly now: number },
): ViewEntry | undefined {
  const counts = countsOf(newest.at(-1));
  const again = newest.some(({ at, entries }) =>
    entries.some((entry) => isSame(entry, view) && now - Date.parse(at) < sameWithinMs),
  );
  if (again || (counts[countOf(view)] ?? 0) >= mostViews) return undefined;
  return { ...view, ...oneMore(counts, view) };
}

/** What is kept but for the counts. */
export type KeptView = Uncounted<ViewOpened> | Uncounted<ViewRefused> | Uncounted<CodeRefused>;
type Uncounted<Kept extends ViewEntry> = Omit<Kept, keyof Counts>;

function countsOf(last: ViewsCommit | undefined): Counts {
  const { opened = 0, refused = 0, codesWrong, codesOver } = last?.entries[0] ?? {};
  return {
    opened,
    refused,
    ...(codesWrong === undefined ? {} : { codesWrong }),
    ...(codesOver === undefined ? {} : { codesOver }),
  };
}

function countOf(view: KeptView): keyof Counts {
  if (view.type === 'code.refused') return view.why === 'wrong' ? 'codesWrong' : 'codesOver';
  return view.type === 'view.opened' ? 'opened' : 'refused';
}

function oneMore(counts: Counts, view: KeptView): Counts {
  const name = countOf(view);
  return { ...counts, [name]: (counts[name] ?? 0) + 1 };
}

// Every wrong secret and every code that was compared is one more try, however like the one before it is.
function isSame(entry: ViewEntry, view: KeptView): boolean {
  if (entry.type === 'view.opened' && view.type === 'view.opened') {
    return entry.linkHash === view.linkHash && entry.seemed === view.seemed;
  }
  return (
    entry.type === 'code.refused' &&
    view.type === 'code.refused' &&
    entry.why === 'over' &&
    view.why === 'over' &&
    entry.linkHash === view.linkHash &&
    entry.seemed === view.seemed &&
    entry.toolUseId === view.toolUseId &&
    entry.verdict === view.verdict
  );
}

/** What cannot stand in a chain of views as it does: a count that is not one more than the one before. */
export function viewFindings(commits: readonly ViewsCommit[]): readonly string[] {
  return commits.flatMap((commit, index) => {
    const { seq, entries } = commit;
    const [entry, ...more] = entries;
    if (entry === undefined || more.length > 0) return [`commit ${seq}: a commit of a chain of views has one entry`];
    const expected = oneMore(countsOf(commits[index - 1]), entry);
    const holds = canonicalJson(expected) === canonicalJson(countsOf(commit));
    return holds ? [] : [`commit ${seq}: its counts do not follow those before it`];
  });
}
