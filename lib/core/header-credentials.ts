import { spellPath } from './gate-file-problems.ts';
import type { HarnessAsWritten } from './gate-file-sections.ts';

// What a header that carries a secret is called. A word too many costs a reference; one too few puts a key into a template,
// where everybody who may read the stack can read it.
const credentialName = /auth|token|secret|key|cookie|credential|password|signature|session/i;

const reference = /^(?:[A-Za-z][A-Za-z0-9_-]* )?\$\{(arn:aws[a-z-]*:[a-z-]+:[a-z0-9-]*:[0-9]{12}:[^\s${}]+)\}$/;

/** The ARN that a header's value refers to, as in `Bearer ${arn:...}`; `undefined` for any other text. */
export function referredCredential(value: string): string | undefined {
  return reference.exec(value)?.[1];
}

function isLiteralCredential(name: string, value: string): boolean {
  if (referredCredential(value) !== undefined) return false;
  return credentialName.test(name) || /^(bearer|basic|token) /i.test(value);
}

/** One line for each credential that stands in a header of a created harness in clear. The value itself is never repeated. */
export function literalCredentialLines(harness: HarnessAsWritten | undefined): readonly string[] {
  return (harness?.create?.tools ?? []).flatMap((tool, index) => {
    if (tool.type !== 'remote_mcp') return [];
    const headers = Object.entries(tool.config.remoteMcp.headers ?? {});
    return headers
      .filter(([name, value]) => isLiteralCredential(name, value))
      .map(([name]) => {
        const at = ['harness', 'create', 'tools', index, 'config', 'remoteMcp', 'headers', name];
        return `${spellPath(at)}: a credential stands here in clear; allowed: a reference, \${arn:...} with the ARN of a credential provider or a secret, after a scheme such as Bearer if need be`;
      });
  });
}
