import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import type { SigningCredentials } from '../lib/aws/sign-request.ts';
import { stackOutputs } from '../lib/aws/stack-outputs.ts';
import type { LocalIdentity, Target } from '../lib/cli/ports.ts';

/** Where a gate is: the same facts for an account and a desk. */
export interface GatePlace {
  readonly region: string;
  readonly stateMachineArn: string;
  readonly tables: { readonly audit: string; readonly contents: string };
  readonly pageUrl: string;
  /** Absent in an account: the SDK's own. */
  readonly endpoints?: Readonly<Record<'dynamodb' | 'states' | 'sns', string>>;
  /** Absent in an account: the SDK's own chain. */
  readonly credentials?: SigningCredentials;
  /** Milliseconds since 1970, by the gate's own clock: a desk's is ahead of this machine's by as much as somebody has moved it. */
  readonly now: () => number;
}

/** What a desk's endpoints.json has for the commands. Not the desk's own type: the package has no desk. */
type DeskFile = Required<Omit<GatePlace, 'credentials' | 'now'>>;

/** @throws Error when the target has no gate, with what is allowed */
export async function gatePlace(target: Target): Promise<GatePlace> {
  if (target.kind === 'local') return localPlace(target.folder, target.as);
  const place = await stackPlace(target);
  if (place !== undefined) return place;
  throw new Error(
    `There is no stack ${target.name} in this account and region. Allowed: --stack with the name that cdk deploy prints, and --region where it was deployed.`,
  );
}

/** The gate of a stack; `undefined` when it is not deployed. */
export async function stackPlace({
  name,
  region: given,
}: Extract<Target, { readonly kind: 'stack' }>): Promise<GatePlace | undefined> {
  const client = new CloudFormationClient(given === undefined ? {} : { region: given });
  const region = await regionOf(client);
  const outputs = await stackOutputs(client, name);
  if (outputs === undefined) return undefined;
  const output = (key: string) => {
    const value = outputs.get(key);
    if (value !== undefined) return value;
    throw new Error(`The stack ${name} has no output ${key}. Allowed: the stack of a gate, countersign-GATE-STAGE.`);
  };
  return {
    region,
    stateMachineArn: output('StateMachineArn'),
    tables: { audit: output('AuditTable'), contents: output('ContentTable') },
    pageUrl: output('PageUrl'),
    now: Date.now,
  };
}

/** The region of a client. @throws Error that says how to give one */
export async function regionOf(client: {
  readonly config: { readonly region: () => Promise<string> };
}): Promise<string> {
  try {
    return await client.config.region();
  } catch (cause) {
    throw new Error(
      'In which region? Allowed: --region NAME, AWS_REGION in the environment, or a region in your AWS profile.',
      { cause },
    );
  }
}

function localPlace(folder: string, as: LocalIdentity): GatePlace {
  const file = join(folder, 'endpoints.json');
  if (!existsSync(file)) {
    throw new Error(
      `There is no ${file}. Start the local desk first (npm start), name its folder with --local PATH, or a deployed gate with --stack NAME.`,
    );
  }
  const { region, stateMachineArn, tables, pageUrl, endpoints } = JSON.parse(readFileSync(file, 'utf8')) as DeskFile;
  const now = () => Date.now() + aheadOf(join(folder, 'clock'));
  return { region, stateMachineArn, tables, pageUrl, endpoints, credentials: credentialsOf(as), now };
}

// Read each time, since the desk's page may move it while a command waits; the file comes with the first move.
function aheadOf(clockFile: string): number {
  const offset = existsSync(clockFile) ? Number(readFileSync(clockFile, 'utf8')) : 0;
  return Number.isFinite(offset) ? offset : 0;
}

/** As docs/local.md says: the desk reads who somebody is from the access key, or from the session token. */
function credentialsOf(as: LocalIdentity): SigningCredentials {
  const secretAccessKey = 'desk';
  return as.kind === 'user'
    ? { accessKeyId: as.name, secretAccessKey }
    : { accessKeyId: 'desk', secretAccessKey, sessionToken: `role:${as.name}/${as.session}` };
}
