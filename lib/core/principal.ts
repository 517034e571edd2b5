/** A role or a user of IAM as the gate compares it: the ARN without its path, since names are unique within an account. */
export interface Principal {
  /** `arn:PARTITION:iam::ACCOUNT:role/NAME` or `.../user/NAME`. */
  readonly arn: string;
  /** Who of a role it was; chosen by whoever assumed it: it tells people apart only where the gate file says that the trust policy enforces it. */
  readonly sessionName?: string;
}

const iam = /^arn:(aws[a-z-]*):iam::([0-9]{12}):(role|user)\/(?:[\x21-\x7e]+\/)?([\w+=,.@-]{1,64})$/;
const assumed = /^arn:(aws[a-z-]*):sts::([0-9]{12}):assumed-role\/([\w+=,.@-]{1,64})\/([\w+=,.@-]{1,64})$/;

/** Every ARN of a role or a user, as a gate file may name it. */
export const principalSyntax = iam;

/**
 * Who an ARN is: of IAM itself, or of a session of a role, which AWS spells without the role's path. `undefined` for anything
 * else, the account's root and federated users among it: no gate file can name them.
 */
export function principalOf(arn: string): Principal | undefined {
  const own = iam.exec(arn);
  if (own !== null) return { arn: spelled(own[1], own[2], { kind: own[3], name: own[4] }) };
  const session = assumed.exec(arn);
  if (session === null) return undefined;
  const [, partition, account, name, sessionName = ''] = session;
  return { arn: spelled(partition, account, { kind: 'role', name }), sessionName };
}

function spelled(
  partition: string | undefined,
  account: string | undefined,
  { kind, name }: { readonly kind: string | undefined; readonly name: string | undefined },
): string {
  return `arn:${partition}:iam::${account}:${kind}/${name}`;
}
