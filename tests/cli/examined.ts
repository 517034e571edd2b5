import { z } from 'zod';
import { doctor } from '../../lib/cli/doctor/doctor.ts';
import type { DoctorPorts, HarnessFacts, Looked } from '../../lib/cli/doctor/facts.ts';
import type { GateFile } from '../../lib/core/gate-file.ts';
import { gatePromptSection } from '../../lib/core/gate-prompt.ts';
import { gateFile } from '../support/gate-files.ts';

export const guardArn = 'arn:aws:lambda:us-east-1:123456789012:function:purchase-dev-guard';
export const harnessArn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234';
export const receiptKeyArn = 'arn:aws:kms:us-east-1:123456789012:key/5a2c7b1e-0000-4000-8000-000000000000';
const gate = gateFile();

export const found =
  <Value>(value: Value) =>
  async (): Promise<Looked<Value>> => ({ kind: 'found', value });
export const missing = async () => ({ kind: 'missing' }) as const;
export const failed = async () => ({ kind: 'failed', why: 'AccessDeniedException: no' }) as const;

export const goodHarness: HarnessFacts = {
  status: 'READY',
  version: '7',
  tools: [
    ...Object.entries(gate.tools).map(([name, { description, inputSchema }]) => ({
      type: 'inline_function',
      name,
      description,
      inputSchema,
    })),
    { type: 'remote_mcp', name: 'lines' },
  ],
  hooks: [{ event: 'before_tool_call', functionArn: guardArn, failureMode: 'deny' }],
  systemPrompt: `You buy.\n${gatePromptSection(gate)}`,
  memory: { kind: 'managed', expiryDays: 30 },
};

export const topicArn = 'arn:aws:sns:us-east-1:123456789012:purchase-dev-ops';
export const readBy = (...states: readonly ('confirmed' | 'pending')[]) =>
  found({
    topicArn,
    subscriptions: states.map((state) => ({ protocol: 'email', endpoint: 'ops@example.com', state })),
  });

/** Everything in order; each test changes one thing. */
const healthy: DoctorPorts = {
  installation: found({ stack: 'countersign-purchase-dev', region: 'us-east-1', state: 'deployed' as const }),
  stoppedSince: missing,
  mailAccount: found({ productionAccess: true, sendingEnabled: true, sentLast24Hours: 3, most24Hours: 50_000 }),
  mailIdentity: found({ verified: true }),
  mailEvents: found({ heard: true }),
  suppressed: missing,
  subscriptions: readBy('confirmed'),
  harness: found(goodHarness),
  harnessEndpoint: found({ status: 'READY', liveVersion: '7', targetVersion: '7' }),
  functions: found({
    advanceTimeoutSeconds: 120,
    harness: { arn: harnessArn, qualifier: 'live' },
    guardArn,
    receiptKeyArn,
  }),
  signingKey: found({ state: 'Enabled', spec: 'ECC_NIST_P256' }),
  executionQuotas: found({ openExecutions: 12, mostOpenExecutions: 1_000_000 }),
  callbackQuota: found({ refillPerSecond: 500, throttledLastDay: 0 }),
  clockAheadMs: found(-400),
  page: found({ url: 'https://page.example', status: 404 }),
};

const report = z.object({
  problems: z.number(),
  failed: z.number(),
  findings: z.array(z.object({ check: z.string(), state: z.string(), text: z.string(), todo: z.string().optional() })),
});

/** What the doctor finds with these changes. */
export async function examined(ports: Partial<DoctorPorts>, of: GateFile = gate) {
  const lines: string[] = [];
  const out = { line: (text: string) => lines.push(text), error: (text: string) => lines.push(text) };
  const code = await doctor(of, { ports: { ...healthy, ...ports }, out, json: 'json' });
  const { findings, failed: unknown } = report.parse(JSON.parse(lines.join('\n')));
  const problems = findings.filter(({ state }) => state === 'problem');
  return { code, findings, problems, unknown };
}
