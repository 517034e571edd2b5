interface Acted {
  readonly input: { readonly what: string };
}

/** A verifier that finds everything paid but what was claimed and not done. */
export async function handler({ input: { what } }: Acted) {
  if (what === 'lie') return { status: 'refuted', reason: 'There is no such payment.', terminal: true };
  return { status: 'verified', reason: 'The payment is there.' };
}
