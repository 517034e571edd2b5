import { canonicalJson, type JsonObject } from '../../core/canonical-json.ts';
import { allAsks, type GateFile } from '../../core/gate-file.ts';
import { gatePromptTitle } from '../../core/gate-prompt.ts';
import { inlineTools, isInline } from '../../core/inline-tools.ts';
import type { DeployedFunctions, DoctorPorts, HarnessEndpointFacts, HarnessFacts, Looked } from './facts.ts';
import { type Finding, looked, ok, problem } from './finding.ts';

/** Whether the harness is the one that the gate file speaks of: its tools, its hook, its memory, its prompt. */
export async function checkHarness(gate: GateFile, ports: DoctorPorts): Promise<readonly Finding[]> {
  const functions = await ports.functions();
  const invoked = invokedHarness(gate, functions);
  if (invoked.kind !== 'found') return [looked('harness', invoked, { found: notThere, missing: notThere })];
  const { arn, qualifier } = invoked.value;
  const [harness, endpoint] = await Promise.all([ports.harness(arn), ports.harnessEndpoint({ arn, qualifier })]);
  const reachable = looked('harness', harness, {
    found: ({ status, version }) =>
      status === 'READY'
        ? ok('harness', `${arn} is ${status}, version ${version}`)
        : problem('harness', `${arn} is ${status}`, 'wait for it, or see its failure reason: get-harness'),
    missing: () => problem('harness', `there is no ${arn}`, 'correct harness.arn in the gate file, or the region'),
  });
  if (harness.kind !== 'found') return [reachable];
  const guardArn = functions.kind === 'found' ? functions.value.guardArn : undefined;
  return [
    reachable,
    ...toolFindings(gate, harness.value),
    hookFinding(gate, harness.value, guardArn),
    ...hookTimeFindings(gate, harness.value),
    memoryFinding(gate, harness.value),
    endpointFinding(qualifier, { endpoint, newest: harness.value.version }),
    promptFinding(gate, harness.value),
  ];
}

/** What the deployed functions invoke; before they are deployed, what the gate file names. */
function invokedHarness(
  { harness }: GateFile,
  functions: Looked<DeployedFunctions>,
): Looked<DeployedFunctions['harness']> {
  if (functions.kind === 'found') return { kind: 'found', value: functions.value.harness };
  if (harness.kind === 'arn') return { kind: 'found', value: { arn: harness.arn, qualifier: harness.qualifier } };
  return functions;
}

function notThere(): Finding {
  return { check: 'harness', state: 'not-checked', text: 'not checked (the stack that creates it is not deployed)' };
}

/** Description and schema are what the model goes by; one that differs is refused by a rule that nobody told it. */
function toolFindings(gate: GateFile, { tools }: HarnessFacts): readonly Finding[] {
  const inline = new Map(tools.filter(({ type }) => type === 'inline_function').map((tool) => [tool.name, tool]));
  const ours = inlineTools(gate).map((tool): Finding => {
    const { name } = tool;
    const check = `harness.tool ${name}`;
    const there = inline.get(name);
    const todo = 'countersign harness tools GATE prints the entry';
    if (there === undefined) return problem(check, 'the harness has no such inline function', todo);
    const same =
      there.description === tool.description && canonicalJson(schemaOf(there)) === canonicalJson(tool.inputSchema);
    return same
      ? ok(check, 'as in the gate file')
      : problem(check, "its description or schema is not the gate file's", todo);
  });
  const unnamed = [...inline.keys()].filter((name) => !isInline(gate, name));
  const others = unnamed.map((name) =>
    problem(
      `harness.tool ${name}`,
      'the gate file does not name it, so the gate refuses every call of it',
      'add a rule below tools, or take it from the harness',
    ),
  );
  return [...ours, ...others];
}

function schemaOf({ inputSchema }: { readonly inputSchema?: JsonObject }): JsonObject {
  return inputSchema ?? {};
}

/** Built-ins are in every session, whatever the harness declares: only a hook that denies keeps them from running. */
function hookFinding(gate: GateFile, { hooks }: HarnessFacts, guardArn: string | undefined): Finding {
  const check = 'harness.guard';
  const denying = hooks.filter(
    ({ event, functionArn, failureMode = 'deny' }) =>
      event === 'before_tool_call' && functionArn !== undefined && failureMode === 'deny',
  );
  const wired =
    guardArn === undefined ? denying.length > 0 : denying.some(({ functionArn }) => functionArn === guardArn);
  if (gate.harness.guard === 'unguarded') {
    return problem(
      check,
      'declared unguarded: the harness runs shell, file_operations and its other tools without asking anybody',
      'wire a before_tool_call hook to the guard function with failureMode deny, then take unguarded out of the gate file',
    );
  }
  if (wired) {
    return guardArn === undefined
      ? ok(
          check,
          'a before_tool_call hook denies when it fails; whose function it asks can be told once the gate is deployed',
        )
      : ok(check, 'a before_tool_call hook asks the guard, and denies when that fails');
  }
  const forgiving = hooks.some(({ event, failureMode }) => event === 'before_tool_call' && failureMode === 'allow');
  const why = forgiving
    ? 'its before_tool_call hook allows when the guard fails'
    : 'no before_tool_call hook asks the guard, so built-in tools run unasked and every run that uses one ends as guard.missing';
  return problem(
    check,
    why,
    `update-harness with a hook to ${guardArn ?? 'the guard function of the stack'}, failureMode deny`,
  );
}

/** A hook that may wait for as long as the turn has leaves the turn nothing. */
function hookTimeFindings(gate: GateFile, { hooks }: HarnessFacts): readonly Finding[] {
  const { timeoutSeconds: turn } = gate.harness;
  const slow = hooks.filter(({ timeoutSeconds }) => timeoutSeconds !== undefined && timeoutSeconds >= turn);
  return slow.map(({ event, timeoutSeconds }) =>
    problem(
      `harness.hook ${event}`,
      `it may take ${timeoutSeconds} s, and a whole turn has ${turn} s`,
      'give the hook a shorter timeoutSeconds; the guard answers in well under one',
    ),
  );
}

/** The conversation must still be there when the last answer comes. */
function memoryFinding(gate: GateFile, { memory }: HarnessFacts): Finding {
  const check = 'harness.memory';
  const longest = Math.max(0, ...allAsks(gate).map((rule) => rule.deadlineSeconds));
  const days = Math.ceil(longest / 86_400);
  if (memory.kind === 'disabled')
    return problem(
      check,
      'memory is off: after a quarter of an hour of waiting the conversation is gone',
      'turn memory on',
    );
  if (memory.kind === 'unknown' || memory.expiryDays === undefined)
    return {
      check,
      state: 'failed',
      text: 'could not be checked: the service does not say how long it keeps events',
      todo: `see that they are kept for more than ${days} days`,
    };
  return memory.expiryDays > days
    ? ok(check, `on, for ${memory.expiryDays} days; the longest deadline has ${days}`)
    : problem(
        check,
        `events are kept for ${memory.expiryDays} days, and the longest deadline has ${days}`,
        `keep them for ${days + 1} days or more`,
      );
}

function endpointFinding(
  qualifier: string,
  { endpoint, newest }: { readonly endpoint: Looked<HarnessEndpointFacts>; readonly newest: string },
): Finding {
  const check = 'harness.endpoint';
  if (qualifier === 'DEFAULT') {
    return problem(
      check,
      'the gate invokes DEFAULT, which follows every update of the harness, also while a run waits',
      'create an endpoint with a targetVersion and name it as qualifier',
    );
  }
  return looked(check, endpoint, {
    found: ({ status, targetVersion, liveVersion }) => {
      if (status !== 'READY')
        return problem(check, `${qualifier} is ${status}`, 'wait for it, or see its failure reason');
      if (targetVersion === undefined)
        return problem(check, `${qualifier} is not pinned to a version`, 'give it a targetVersion');
      return ok(
        check,
        `${qualifier} is pinned to version ${targetVersion}${liveVersion === targetVersion ? '' : ` and serves ${liveVersion}`}; the newest is ${newest}`,
      );
    },
    missing: () => problem(check, `the harness has no endpoint ${qualifier}`, 'create it, or correct the qualifier'),
  });
}

function promptFinding(gate: GateFile, { systemPrompt }: HarnessFacts): Finding {
  const check = 'harness.prompt';
  const words = new Set(systemPrompt.split(/[^A-Za-z0-9_-]+/));
  const names = new Set([...Object.keys(gate.tools), ...inlineTools(gate).map(({ name }) => name)]);
  const missing = [...names].filter((name) => !words.has(name));
  const todo = 'countersign harness prompt GATE prints the section to append';
  if (missing.length > 0)
    return problem(
      check,
      `the system prompt does not name ${missing.join(', ')}, and a model may deny having them`,
      todo,
    );
  return systemPrompt.includes(gatePromptTitle)
    ? ok(check, "it names the gate's tools and their rules")
    : ok(check, "it names the gate's tools, in words of its own");
}
