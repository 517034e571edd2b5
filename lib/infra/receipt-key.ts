import { RemovalPolicy } from 'aws-cdk-lib';
import { AccountRootPrincipal, ArnPrincipal, type IRole, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { rights } from './gate-rights.ts';

// What the account's IAM may give to others: keeping the key and its public half. Not Sign, and no grants, which would give it
// away: a role with kms:* on everything still signs nothing.
const leftToTheAccount = [
  'kms:CancelKeyDeletion',
  'kms:CreateAlias',
  'kms:DeleteAlias',
  'kms:DescribeKey',
  'kms:DisableKey',
  'kms:EnableKey',
  'kms:GetKeyPolicy',
  'kms:GetKeyRotationStatus',
  'kms:GetPublicKey',
  'kms:ListGrants',
  'kms:ListKeyPolicies',
  'kms:ListResourceTags',
  'kms:PutKeyPolicy',
  'kms:RevokeGrant',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:UpdateAlias',
  'kms:UpdateKeyDescription',
  'kms:Verify',
];

/** The key that receipts are signed with. It outlives the stack: what it signed can be checked as long as it is there. */
export class ReceiptKey extends Construct {
  readonly keyArn: string;
  readonly #key: Key;

  constructor(scope: Construct, id: string, { prefix }: { readonly prefix: string }) {
    super(scope, id);
    this.#key = new Key(this, 'Key', {
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      alias: `${prefix}-receipts`,
      description: `Signs the receipts of the gate ${prefix}`,
      removalPolicy: RemovalPolicy.RETAIN,
      policy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            principals: [new AccountRootPrincipal()],
            actions: leftToTheAccount,
            resources: ['*'],
          }),
        ],
      }),
    });
    this.keyArn = this.#key.keyArn;
  }

  /** Lets a role sign receipts: the key's own policy has to say so, since the account's IAM may not. */
  letSign(role: IRole): void {
    this.#key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ArnPrincipal(role.roleArn)],
        actions: ['kms:Sign'],
        resources: ['*'],
        conditions: { StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256' } },
      }),
    );
    rights.sign(role, this.keyArn);
  }
}
