/** What scripts rely on. */
export const exitCodes = { ok: 0, findings: 1, usage: 2, notFound: 3, unreachable: 4, refuted: 5, unknown: 6 } as const;

/** What the program's help ends with. */
export const exitCodeHelp = `Exit codes:
  0  in order: it holds, it was recorded, the run is done, the doctor found nothing
  1  it does not hold, was refused, the run ended otherwise, or the doctor found a problem
  2  wrong words, or a file that cannot be read as what it should be
  3  no such run or request
  4  could not be reached or checked
  5  the run's last action was refuted by its verifier
  6  nobody knows whether the run's last action was done`;
