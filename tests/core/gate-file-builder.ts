import type { Json, JsonObject } from '../../lib/core/canonical-json.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';

/** The least a gate file must say, as its YAML would be read. */
export function smallestFile(): JsonObject {
  return {
    gate: 'purchase',
    harness: { arn: 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234' },
    tools: { look: { description: 'Looks.', inputSchema: { type: 'object' }, effect: 'read', rule: 'allow' } },
  };
}

/** A gate file that uses most of what there is. */
export function fullFile(): JsonObject {
  return {
    gate: 'purchase',
    stage: 'prod',
    harness: {
      create: {
        name: 'purchasing',
        model: { bedrockModelConfig: { modelId: 'anthropic.claude', maxTokens: 1000, temperature: 0.5 } },
        systemPrompt: 'You buy things.',
        tools: [
          { type: 'inline_function', name: 'approve_purchase' },
          { type: 'inline_function', name: 'look' },
          { type: 'remote_mcp', name: 'shop', config: { remoteMcp: { url: 'https://shop.example.com/mcp' } } },
          { type: 'agentcore_browser', name: 'browser' },
          { type: 'agentcore_code_interpreter', name: 'python', config: { agentCoreCodeInterpreter: {} } },
          {
            type: 'agentcore_gateway',
            name: 'office',
            config: {
              agentCoreGateway: {
                gatewayArn: 'arn:aws:bedrock-agentcore:us-east-1:123456789012:gateway/g',
                outboundAuth: { awsIam: {} },
              },
            },
          },
        ],
        memory: { managedMemoryConfiguration: { eventExpiryDuration: 60 } },
        idleTimeout: '15m',
        qualifier: 'live',
      },
      maxIterations: 20,
      inDoubt: 'restart',
    },
    mail: { from: 'gate@example.com', configurationSet: 'gate' },
    approvers: {
      morgan: { name: 'Morgan Reyes', mail: 'morgan@example.com' },
      alex: { name: 'Álex Ñandú', mail: 'alex@example.com', language: 'en' },
    },
    topics: { ops: { arn: 'arn:aws:sns:us-east-1:123456789012:ops' }, audit: { create: true } },
    tools: {
      approve_purchase: {
        description: 'Buys one item.',
        inputSchema: {
          type: 'object',
          properties: { item: { type: 'string' }, amount: { type: 'number', minimum: 0, maximum: 1000 } },
          required: ['item', 'amount'],
          additionalProperties: false,
        },
        rule: { ask: { approvers: ['morgan', 'alex'], topic: 'ops', deadline: '1d12h' } },
        show: [
          { at: '/item', label: 'Item' },
          { at: '/amount', label: 'Amount', unit: 'EUR' },
        ],
        atMost: 'Spends the amount shown.',
        undo: 'Send it back within 14 days.',
      },
      look: {
        description: 'Looks.',
        effect: 'read',
        inputSchema: { type: 'object' },
        rule: { allow: { because: 'Harmless.' } },
      },
    },
    caps: { turns: 10 },
  };
}

/** A copy of the file with the value at a path of names and indexes replaced; undefined takes it away. */
export function withAt(file: JsonObject, path: string, value: Json | undefined): JsonObject {
  const copy: Json = JSON.parse(JSON.stringify(file));
  return asObject(replaced(copy, path.split('.'), value));
}

/** The lines about problems that reading a file gives; none when it can be read. */
export function problemsOf(file: Json): readonly string[] {
  try {
    readGateFile(file, 'gate.yaml');
    return [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}

function replaced(here: Json | undefined, path: readonly string[], value: Json | undefined): Json {
  const [name, ...rest] = path;
  if (name === undefined) return value ?? null;
  const next = isList(here) ? here[Number(name)] : asObject(here)[name];
  const below = rest.length === 0 ? value : replaced(next, rest, value);
  if (isList(here)) return here.map((item, index) => (index === Number(name) ? (below ?? null) : item));
  const members = new Map(Object.entries(asObject(here)));
  if (below === undefined) members.delete(name);
  else members.set(name, below);
  return Object.fromEntries(members);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function asObject(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !isList(value) ? value : {};
}
