export interface TestGate {
  readonly inDoubt?: 'fail' | 'restart';
  /** The gate file's caps, as YAML. */
  readonly caps?: string;
  /** What happens at a cap, as YAML. */
  readonly onCap?: string;
}

/** A gate file with one tool for each way of asking: one person, two people, whoever reads a topic, one until they answer, one without a mailbox. */
export function testGate({ inDoubt = 'restart', caps = '{ turns: 20 }', onCap = 'stop' }: TestGate = {}): string {
  return `
gate: scenarios
stage: ${inDoubt}
harness:
  create:
    name: scenarios
    model: { bedrockModelConfig: { modelId: global.anthropic.claude-sonnet-4-6 } }
    tools:
      - { type: inline_function, name: ask_one }
      - { type: inline_function, name: ask_both }
      - { type: inline_function, name: ask_topic }
      - { type: inline_function, name: ask_patiently }
      - { type: inline_function, name: ask_gone }
    memory: { managedMemoryConfiguration: { eventExpiryDuration: 30 } }
  timeoutSeconds: 60
  inDoubt: ${inDoubt}
  # What the scripted agents let the harness run by itself.
  tools: { allow: [look_up] }
mail: { from: gate@example.com }
approvers:
  morgan: { name: Morgan Reyes, mail: morgan@example.com }
  sam: { name: Sam Ito, mail: sam@example.com }
  gone: { name: Gone Away, mail: bounce+gone@simulator.amazonses.com }
requesters:
  rae: { mail: rae@example.com, hears: [waiting, finished] }
topics:
  duty: { create: true }
tools:
  ask_one: ${tool('approvers: [morgan]')}
  ask_both: ${tool('approvers: [morgan, sam]')}
  ask_topic: ${tool('topic: duty')}
  ask_gone: ${tool('approvers: [gone], escalate: { after: 8h, to: [sam] }')}
  ask_patiently: ${tool('approvers: [morgan], remind: [4h, 20h, 30h, 44h, 60h], escalate: { after: 8h, to: [sam] }', '3d')}
caps: ${caps}
onCap: ${onCap}
`;
}

/** The same with somebody who may start runs for dana. */
export function starterGate(): string {
  return `${testGate()}starters: [{ principals: ['arn:aws:iam::123456789012:user/portal'], requesters: [dana] }]\n`;
}

function tool(whom: string, deadline = '24h'): string {
  return `
    description: Ask for leave.
    inputSchema: { type: object, properties: { what: { type: string } }, required: [what], additionalProperties: false }
    rule: { ask: { ${whom}, deadline: ${deadline} } }
    show: [{ at: /what, label: What }]`;
}

/** What AWS's pages and users disagree about; every example and every batch has to pass under all four. */
export const harnessRules = [
  { resume: 'kept', handOff: 'together' },
  { resume: 'kept', handOff: 'one-at-a-time' },
  { resume: 'resend', handOff: 'together' },
  { resume: 'resend', handOff: 'one-at-a-time' },
] as const;
