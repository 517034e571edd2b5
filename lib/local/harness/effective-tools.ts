import type { InvokeBody } from './invoke-request.ts';

/** Who runs a tool of that name in this invocation; undefined when the agent does not have it. */
export type ToolRunner = (name: string) => 'client' | 'harness' | undefined;

// On by default in every harness; they are not declared.
const builtIn = ['shell', 'file_operations'];

/**
 * The tools of one invocation. `tools` in a request replaces what is deployed, all of it: a tool that the request does not
 * name again is gone. Without a deployed list of inline tools, every tool that the harness does not run is the client's.
 */
export function effectiveTools(
  request: InvokeBody,
  deployed: { readonly inline: readonly string[] | undefined; readonly harnessRun: readonly string[] },
): ToolRunner {
  const { tools } = request;
  const admitted = admits(request.allowedTools ?? ['*']);
  const named = (name: string, kind: 'inline' | 'other') =>
    tools?.some((tool) => tool.name === name && (tool.type === 'inline_function') === (kind === 'inline'));
  return (name) => {
    const runByHarness = builtIn.includes(name) || deployed.harnessRun.includes(name);
    if (runByHarness && (tools === undefined || builtIn.includes(name) || named(name, 'other'))) {
      return admitted(name, 'harness') ? 'harness' : undefined;
    }
    const inline =
      tools === undefined ? !runByHarness && (deployed.inline?.includes(name) ?? true) : named(name, 'inline');
    return inline && admitted(name, 'client') ? 'client' : undefined;
  };
}

/** Observed: only `*` lets inline tools through; a plain name or `@inline/*` hides them. */
function admits(patterns: readonly string[]): (name: string, runner: 'client' | 'harness') => boolean {
  return (name, runner) => {
    if (patterns.includes('*')) return true;
    if (runner === 'client') return false;
    const own = builtIn.includes(name) && patterns.some((one) => one === '@builtin' || one === `@builtin/${name}`);
    return own || patterns.some((pattern) => pattern === name || pattern === `@${name}` || pattern === `@${name}/*`);
  };
}
