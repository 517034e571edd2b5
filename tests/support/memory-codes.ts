import type { Codes, KeptCode } from '../../lib/gate/ports.ts';

/** The codes of answers in memory. */
export function memoryCodes(): Codes & { readonly kept: readonly KeptCode[] } {
  const kept: KeptCode[] = [];
  const tries = new Map<string, number>();
  return {
    kept,
    put: async (code) => {
      kept.push(code);
    },
    newest: async (linkHash) =>
      kept
        .filter((code) => code.linkHash === linkHash)
        .toSorted((a, b) => (a.issuedAt < b.issuedAt ? -1 : 1))
        .at(-1),
    claimTry: async (codeId, most) => {
      const number = (tries.get(codeId) ?? 0) + 1;
      if (number > most) return undefined;
      tries.set(codeId, number);
      return number;
    },
  };
}
