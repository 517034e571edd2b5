import type { JsonObject } from '../../lib/core/canonical-json.ts';
import type { GateFile } from '../../lib/core/gate-file.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';

const amount = {
  type: 'object',
  properties: { item: { type: 'string' }, amount: { type: 'number' } },
  required: ['item'],
  additionalProperties: false,
};

const askMorgan = { ask: { approvers: ['morgan'], deadline: '1h' } };

/** A gate file with one tool for every kind of rule; `changes` replace whole sections. */
export function gateFile(changes: JsonObject = {}): GateFile {
  return readGateFile(
    {
      gate: 'purchase',
      harness: {
        arn: 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234',
        timeoutSeconds: 60,
      },
      mail: { from: 'gate@example.com' },
      approvers: {
        morgan: { name: 'Morgan Reyes', mail: 'morgan@example.com' },
        alex: { name: 'Alex Kim', mail: 'alex@example.com' },
      },
      topics: { ops: { create: true } },
      tools: {
        buy: { description: 'Buys one item.', inputSchema: amount, rule: askMorgan },
        sell: { description: 'Sells.', inputSchema: { type: 'object' }, rule: askAll('2h') },
        shout: {
          description: 'Asks whoever reads the topic.',
          inputSchema: { type: 'object' },
          rule: { ask: { topic: 'ops', deadline: '1h' } },
        },
        look: {
          description: 'Looks.',
          effect: 'read',
          inputSchema: { type: 'object' },
          rule: { allow: { because: 'Looking is harmless.' } },
        },
        wipe: {
          description: 'Wipes.',
          inputSchema: { type: 'object' },
          rule: { refuse: { because: 'Nobody may wipe.' } },
        },
      },
      ...changes,
    },
    'gate.yaml',
  );
}

/** The same file with its turns in doubt begun again in a new session. */
export function restartingGate(changes: JsonObject = {}): GateFile {
  return gateFile({
    harness: {
      arn: 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234',
      timeoutSeconds: 60,
      inDoubt: 'restart',
    },
    ...changes,
  });
}

function askAll(deadline: string) {
  return { ask: { approvers: ['morgan', 'alex'], deadline } };
}
