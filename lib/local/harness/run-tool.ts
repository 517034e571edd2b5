import { isDeepStrictEqual } from 'node:util';
import type { AgentScript } from './agent-script.ts';
import { ScriptMismatch } from './run-script.ts';
import type { RoundCall, ToolResult } from './session-state.ts';
import { shorten } from './strict-object.ts';

/** A result and the time in seconds that it took inside the harness. */
export type ToolRun = { readonly result: ToolResult; readonly takesSeconds: number };

/** Answers a call that the harness runs itself, from the script. @throws ScriptMismatch when no canned result fits the input */
export function runTool(script: AgentScript, call: RoundCall): ToolRun {
  const input = parseInput(call.input);
  const canned = (script.tools[call.name] ?? []).find(({ when }) =>
    Object.entries(when ?? {}).every(([key, value]) => isDeepStrictEqual(Reflect.get(input, key), value)),
  );
  if (canned === undefined) {
    const place = `Agent script ${script.source}, tools.${call.name}`;
    throw new ScriptMismatch(
      `${place}: no result for the input ${shorten(call.input)}; add one without "when" for the rest`,
    );
  }
  const { text, json, status = 'success', takesSeconds = 0 } = canned;
  const block = text === undefined ? { json: json ?? null } : { text };
  return { result: { toolUseId: call.toolUseId, status, content: [block] }, takesSeconds };
}

/** What the harness tells a model that calls a tool which it does not have. */
export function unknownTool(call: RoundCall): ToolRun {
  const content = [{ text: `Unknown tool: ${call.name}` }];
  return { result: { toolUseId: call.toolUseId, status: 'error', content }, takesSeconds: 0 };
}

function parseInput(text: string): object {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
