/**
 * Whether a POSIX path stays inside a directory once `.` and `..` are taken away; `undefined` when it cannot be said from the
 * text alone: one is absolute and the other not, or the path has something that programs read in different ways (a backslash, a
 * tilde in front, a control character, a dot or slash that is written as a percent code, nothing at all). Links on disk are not followed: whoever opens the path must not either.
 */
export function pathWithin(path: string, directory: string): boolean | undefined {
  const inner = partsOf(path);
  const outer = partsOf(directory);
  if (inner === undefined || outer === undefined || path.startsWith('/') !== directory.startsWith('/'))
    return undefined;
  return outer.every((part, index) => inner[index] === part);
}

function partsOf(path: string): readonly string[] | undefined {
  if (path === '' || path.startsWith('~') || path.includes('\\') || /\p{Cc}|%(2e|2f|5c|00)/iu.test(path))
    return undefined;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    // Above the root there is only the root; above a relative beginning there is what nobody named.
    else if (parts.pop() === undefined && !path.startsWith('/')) return undefined;
  }
  return parts;
}
