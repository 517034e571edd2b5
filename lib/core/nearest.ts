/** The known name that a mistyped one most likely meant, or undefined when none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // A third of the letters: `aproves` is near `approvers`, `mail` is not near `rule`.
  const limit = Math.max(1, Math.floor(name.length / 3));
  const ranked = known
    .map((candidate) => ({ candidate, edits: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.candidate;
}

/** Letters to add, drop, change or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = cell(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? cell(before, j - 2) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(cell(row, j) + 1, cell(next, j - 1) + 1, change, swap));
    }
    before = row;
    row = next;
  }
  return cell(row, b.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
