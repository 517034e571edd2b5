import { fileURLToPath } from 'node:url';

const lambda = (name: string) => `arn:aws:lambda:us-east-1:123456789012:function:${name}`;

/** A gate file whose calls the gate carries out: one after a person's approval, one that the rules allow. */
export const actingGate = `
gate: acting
harness:
  create:
    name: acting
    model: { bedrockModelConfig: { modelId: global.anthropic.claude-sonnet-4-6 } }
    tools: [{ type: inline_function, name: pay }, { type: inline_function, name: note }]
    memory: { managedMemoryConfiguration: { eventExpiryDuration: 30 } }
  timeoutSeconds: 60
mail: { from: gate@example.com }
approvers: { morgan: { name: Morgan Reyes, mail: morgan@example.com } }
tools:
  pay:
    description: Pays.
    inputSchema: { type: object, properties: { what: { type: string } }, required: [what], additionalProperties: false }
    rule: { ask: { approvers: [morgan], deadline: 24h } }
    executor: { lambda: '${lambda('till-pay')}', verifier: { lambda: '${lambda('till-look')}' } }
  note:
    description: Notes.
    effect: write
    inputSchema: { type: object, properties: { what: { type: string } }, required: [what], additionalProperties: false }
    rule: { allow: { because: A note harms nobody. } }
    executor: { lambda: '${lambda('till-pay')}' }
`;

/** The folder with the functions that it names. */
export const actingFunctions = fileURLToPath(new URL('.', import.meta.url));
