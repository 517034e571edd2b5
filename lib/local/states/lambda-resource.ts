/** How a Task reaches its function: by the function's own ARN, or through `lambda:invoke`, with or without a token. */
export type LambdaResource =
  | { readonly mode: 'function'; readonly functionArn: string }
  | { readonly mode: 'invoke' }
  | { readonly mode: 'callback' };

/** Reads the Resource of a Task; undefined for any resource that is not supported. Any partition will do. */
export function lambdaResource(resource: string): LambdaResource | undefined {
  if (invoke.test(resource)) return { mode: 'invoke' };
  if (callback.test(resource)) return { mode: 'callback' };
  return functionArn.test(resource) ? { mode: 'function', functionArn: resource } : undefined;
}

/**
 * The ARN that a FunctionName (name, partial ARN or ARN, with or without a qualifier) and a Qualifier mean;
 * undefined when the name is not one that Lambda takes.
 */
export function functionArnOf(
  name: string,
  { qualifier, region, account }: { readonly qualifier?: string; readonly region: string; readonly account: string },
): string | undefined {
  const suffix = qualifier === undefined ? '' : `:${qualifier}`;
  if (functionArn.test(name)) return `${name}${suffix}`;
  const partial = partialName.exec(name);
  if (!partial) return undefined;
  const [, owner = account, bare = ''] = partial;
  return `arn:aws:lambda:${region}:${owner}:function:${bare}${suffix}`;
}

const invoke = /^arn:aws[a-z-]*:states:::lambda:invoke$/;
const callback = /^arn:aws[a-z-]*:states:::lambda:invoke\.waitForTaskToken$/;
const functionArn = /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[a-zA-Z0-9_-]{1,140}(:[a-zA-Z0-9$_-]+)?$/;
const partialName = /^(?:(\d{12}):function:)?([a-zA-Z0-9_-]{1,140}(?::[a-zA-Z0-9$_-]+)?)$/;
