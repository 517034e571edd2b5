import type { GateFile } from '../../core/gate-file.ts';
import type { DoctorPorts } from './facts.ts';
import { type Finding, looked, ok, problem } from './finding.ts';

/** Whether anybody reads the topics that rules ask. */
export async function checkTopics(gate: GateFile, ports: DoctorPorts): Promise<readonly Finding[]> {
  return Promise.all(
    Object.entries(gate.topics).map(async ([id, topic]) => {
      const check = `topic ${id}`;
      const arn = topic.kind === 'arn' ? { arn: topic.arn } : {};
      return looked(check, await ports.subscriptions({ id, ...arn }), {
        found: ({ topicArn, subscriptions }) => {
          const pending = subscriptions.filter(({ state }) => state === 'pending');
          if (subscriptions.length === 0)
            return problem(
              check,
              'nobody is subscribed, so a request that goes there reaches nobody',
              `aws sns subscribe --topic-arn ${topicArn} --protocol email --notification-endpoint ADDRESS`,
            );
          return pending.length > 0
            ? problem(
                check,
                `${pending.length} of ${subscriptions.length} subscriptions are unconfirmed: ${pending.map(({ endpoint }) => endpoint).join(', ')}`,
                'each has a mail with a link to confirm; subscribe anew when that is older than two days',
              )
            : ok(check, `${subscriptions.length} confirmed subscriptions`);
        },
        missing: () =>
          topic.kind === 'arn'
            ? problem(check, `there is no topic ${topic.arn}`, 'create it, or correct topics in the gate file')
            : ({
                check,
                state: 'not-checked',
                text: 'not checked (the stack that creates it is not deployed)',
              } as const),
      });
    }),
  );
}
