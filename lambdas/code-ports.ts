import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { codeTable } from '../lib/aws/code-table.ts';
import type { GateFile } from '../lib/core/gate-file.ts';
import { mailsRemembered } from '../lib/gate/mails-remembered.ts';
import type { Operational } from '../lib/gate/ports.ts';
import type { SendCodePorts } from '../lib/gate/send-code.ts';

type CodeMails = ReturnType<typeof import('./code-mails.ts').codeMails>;

interface CodeOptions {
  readonly tableName: string;
  readonly clock: () => number;
  readonly operational: Pick<Operational, 'putMail'>;
}

/** How the page sends codes: mails of its own to people, and to no topic, whose readers are nobody in particular. */
export function codePorts(
  gate: GateFile,
  { tableName, clock, operational }: CodeOptions,
): Pick<SendCodePorts, 'codes' | 'codeLetter' | 'courier' | 'topicArnOf'> {
  // A seventh of what the page would load, and few answers demand a code: nobody waits for it at a cold start.
  let loading: Promise<CodeMails> | undefined;
  const mails = () => {
    loading ??= load(gate).catch((error: unknown) => {
      // Once more for the next code, and not broken for as long as this instance lives.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const publish = async () => ({ kind: 'failed', error: 'NoCodesToTopics', again: 'given-up' }) as const;
  return {
    codes: codeTable(new DynamoDBClient({}), { tableName, clock }),
    codeLetter: async (letter) => (await mails()).letter(letter),
    courier: mailsRemembered({ mail: async (to, message) => (await mails()).mail(to, message), publish }, operational),
    topicArnOf: () => undefined,
  };
}

async function load(gate: GateFile): Promise<CodeMails> {
  const { codeMails } = await import('./code-mails.ts');
  return codeMails(gate);
}
