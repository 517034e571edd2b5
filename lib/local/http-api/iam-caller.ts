import type { WireRequest } from '../http-server.ts';

/** Who signed a request, in the members that an HTTP API tells a function of an IAM-authorised route. */
export type IamCaller = {
  readonly accessKey: string;
  readonly accountId: string;
  readonly callerId: string;
  readonly cognitoIdentity: null;
  readonly principalOrgId: null;
  readonly userArn: string;
  readonly userId: string;
};

// Of an access key, only what may stand in a user's name too, which is what it becomes.
const credential = /^AWS4-HMAC-SHA256 Credential=([\w+=.@-]{1,128})\/\d{8}\/[a-z0-9-]+\/execute-api\/aws4_request,/;
const roleToken = /^role:([\w+=.@-]{1,64})\/([\w+=.@-]{2,64})$/;

/**
 * The caller of a request that bears a SigV4 signature for API Gateway; undefined for any other. The signature itself is not
 * checked: on a desk the access key is the user's name, and a session token `role:NAME/SESSION` means that role.
 */
export function iamCaller({ headers }: WireRequest, account: string): IamCaller | undefined {
  const accessKey = credential.exec(headers.authorization ?? '')?.[1];
  if (accessKey === undefined) return undefined;
  const common = { accessKey, accountId: account, cognitoIdentity: null, principalOrgId: null };
  const token = headers['x-amz-security-token'];
  const [, role, session] = roleToken.exec(typeof token === 'string' ? token : '') ?? [];
  if (role !== undefined && session !== undefined) {
    const id = `${role}:${session}`;
    return {
      ...common,
      callerId: id,
      userId: id,
      userArn: `arn:aws:sts::${account}:assumed-role/${role}/${session}`,
    };
  }
  return {
    ...common,
    callerId: accessKey,
    userId: accessKey,
    userArn: `arn:aws:iam::${account}:user/${accessKey}`,
  };
}
