/** What scripts rely on. */
export const exitCodes = { ok: 0, findings: 1, usage: 2, notFound: 3, unreachable: 4 } as const;

/** The codes as every command's help ends with. */
export const exitCodeHelp = `Exit codes:
  0  in order: it holds, it was recorded, the run is done
  1  it does not hold, was refused, or the run ended otherwise
  2  wrong words
  3  no such run or request
  4  could not be reached or checked`;
