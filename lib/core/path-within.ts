/**
 * Whether a POSIX path stays inside a directory once `.` and `..` are taken away; `undefined` when it cannot be said from the
 * text alone: one is absolute and the other not, or the path has something that programs read in different ways (see `isUnclear`).
 * Links on disk are not followed: whoever opens the path must not either.
 */
export function pathWithin(path: string, directory: string): boolean | undefined {
  const inner = partsOf(path);
  const outer = partsOf(directory);
  if (inner === undefined || outer === undefined || path.startsWith('/') !== directory.startsWith('/'))
    return undefined;
  return outer.every((part, index) => inner[index] === part);
}

function partsOf(path: string): readonly string[] | undefined {
  if (isUnclear(path)) return undefined;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    // Above the root there is only the root; above a relative beginning there is what nobody named.
    else if (parts.pop() === undefined && !path.startsWith('/')) return undefined;
  }
  return parts;
}

function isUnclear(path: string): boolean {
  return (
    path === '' ||
    // A home directory, another host, a scheme or a drive.
    /^(~|\/\/|[a-z][a-z0-9+.-]*:)/i.test(path) ||
    // Any percent code: what is decoded twice, or in an overlong form, hides a dot or a slash from whoever looks for one.
    /\\|\p{Cc}|%(u|[0-9a-f]{2})/iu.test(path) ||
    [...path].some(isSignInDisguise)
  );
}

/** A full-width slash, a leader of two dots: some programs fold them before they open anything. */
function isSignInDisguise(character: string): boolean {
  return character > '\u007f' && /[./\\%~:]/.test(character.normalize('NFKC'));
}
