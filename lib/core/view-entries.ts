import type { Commit } from './commit.ts';
import type { ViewsId } from './ids.ts';

/** What gave a visitor away; the words of a browser are not kept, they say too much about a person. */
export type VisitorSign = 'head' | 'prefetch' | 'no-user-agent' | 'user-agent' | 'navigation';

/** Who it looked like, from what the visitor says of itself: nothing is decided by it, and anybody can say anything. */
export interface Visitor {
  readonly seemed: 'machine' | 'person' | 'unknown';
  /** Empty for `unknown`. */
  readonly because: readonly VisitorSign[];
}

interface Counted extends Visitor {
  /** How many of either kind the chain has with this one: all that is needed to keep it bounded. */
  readonly opened: number;
  readonly refused: number;
}

/** Somebody looked at a request with a valid link. */
export interface ViewOpened extends Counted {
  readonly type: 'view.opened';
  readonly linkHash: string;
}

/** Somebody knew a link's locator and not its secret. */
export interface ViewRefused extends Counted {
  readonly type: 'view.refused';
}

export type ViewEntry = ViewOpened | ViewRefused;
export type ViewsCommit = Commit<ViewEntry, ViewsId>;

/** Of either kind, so that whoever floods one of them leaves the other. The hundredth says that no more are kept. */
export const mostViews = 100;

// Who reads for a while and comes back is told as often as it says something; a page that reloads itself is not.
const sameWithinMs = 10 * 60 * 1000;

/** What is to be kept of a view, behind the newest commits of its chain; `undefined` for one more of what was just there. */
export function viewToKeep(
  newest: readonly ViewsCommit[],
  { view, now }: { readonly view: KeptView; readonly now: number },
): ViewEntry | undefined {
  const last = newest.at(-1);
  const counted = last?.entries[0];
  const { opened = 0, refused = 0 } = counted ?? {};
  const again = newest.some(({ at, entries }) =>
    entries.some((entry) => isSame(entry, view) && now - Date.parse(at) < sameWithinMs),
  );
  if (again || (view.type === 'view.opened' ? opened : refused) >= mostViews) return undefined;
  return view.type === 'view.opened'
    ? { ...view, opened: opened + 1, refused }
    : { ...view, opened, refused: refused + 1 };
}

export type KeptView = Omit<ViewOpened, 'opened' | 'refused'> | Omit<ViewRefused, 'opened' | 'refused'>;

// Every wrong secret is one more try, however like the one before it is.
function isSame(entry: ViewEntry, view: KeptView): boolean {
  return (
    entry.type === 'view.opened' &&
    view.type === 'view.opened' &&
    entry.linkHash === view.linkHash &&
    entry.seemed === view.seemed
  );
}

/** What cannot stand in a chain of views as it does: a count that is not one more than the one before. */
export function viewFindings(commits: readonly ViewsCommit[]): readonly string[] {
  return commits.flatMap(({ seq, entries }, index) => {
    const [entry, ...more] = entries;
    if (entry === undefined || more.length > 0) return [`commit ${seq}: a commit of a chain of views has one entry`];
    const { opened = 0, refused = 0 } = commits[index - 1]?.entries[0] ?? {};
    const holds =
      entry.type === 'view.opened'
        ? entry.opened === opened + 1 && entry.refused === refused
        : entry.opened === opened && entry.refused === refused + 1;
    return holds ? [] : [`commit ${seq}: its counts do not follow those before it`];
  });
}
