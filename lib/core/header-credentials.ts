// What a header that carries a secret is called. A word too many costs a reference; one too few puts a key into a template,
// where everybody who may read the stack can read it.
const credentialName = /auth|token|secret|key|cookie|credential|password|signature|session/i;

const reference = /^(?:[A-Za-z][A-Za-z0-9_-]* )?\$\{(arn:aws[a-z-]*:[a-z-]+:[a-z0-9-]*:[0-9]{12}:[^\s${}]+)\}$/;

/** The ARN that a header's value refers to, as in `Bearer ${arn:...}`; `undefined` for any other text. */
export function referredCredential(value: string): string | undefined {
  return reference.exec(value)?.[1];
}

/** Whether a header's value is a credential that was written down, which a template must never hold. */
export function isLiteralCredential(name: string, value: string): boolean {
  if (referredCredential(value) !== undefined) return false;
  return credentialName.test(name) || /^(bearer|basic|token) /i.test(value);
}
