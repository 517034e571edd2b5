import { changesBetween } from '../core/changes.ts';
import type { CallState, Run } from '../core/run.ts';
import { subjectInputOf } from '../core/wrapped-call.ts';
import { openInput } from '../gate/opened-call.ts';
import { changeLine } from './change-lines.ts';
import type { CliPorts } from './ports.ts';

/** What people made of a call before it is answered: who, and each change of what the agent had asked for; nothing where nobody did. */
export async function editedLines(
  ports: Pick<CliPorts, 'contents'>,
  run: Run,
  call: CallState,
): Promise<readonly string[]> {
  const { edits = [], original } = call;
  if (original === undefined) return [];
  const [before, after] = await Promise.all([openInput(ports, run, original), openInput(ports, run, call)]);
  const changes =
    before.kind === 'value' && after.kind === 'value'
      ? changesBetween(subjectInputOf(call, before.value), subjectInputOf(call, after.value)).map(changeLine)
      : ['(erased)'];
  return [
    ...edits.map(({ approverId, at }) => `Changed    by ${approverId}, ${at}`),
    'What the agent had asked for, and what is asked about now:',
    ...changes.map((line) => `  ${line}`),
  ];
}
