import type { GuardedTools } from './gate-file.ts';
import { matchPattern, type NamedTool, parsePattern } from './tool-pattern.ts';

/** What the guard says about a tool that the harness would run by itself. */
export interface GuardDecision {
  readonly decision: 'allow' | 'deny';
  /** The pattern that decided; absent where none means the tool. */
  readonly pattern?: string;
}

/** The most specific pattern decides; as specific in both lists means deny, and so does no pattern at all. */
export function decideGuard(tools: GuardedTools, tool: NamedTool): GuardDecision {
  const allow = mostSpecific(tools.allow, tool);
  const deny = mostSpecific(tools.deny, tool);
  if (allow !== undefined && allow.specificity > (deny?.specificity ?? 0)) {
    return { decision: 'allow', pattern: allow.pattern };
  }
  return { decision: 'deny', ...(deny === undefined ? {} : { pattern: deny.pattern }) };
}

function mostSpecific(patterns: readonly string[], tool: NamedTool) {
  const ranked = patterns
    .map((pattern) => {
      const parsed = parsePattern(pattern);
      return { pattern, specificity: parsed === undefined ? 0 : matchPattern(parsed, tool) };
    })
    .filter(({ specificity }) => specificity > 0)
    .sort((a, b) => b.specificity - a.specificity);
  return ranked[0];
}
