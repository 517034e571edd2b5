import type { HarnessToCreate, HarnessTool } from '../core/gate-file.ts';
import { isLiteralCredential, referredCredential } from '../core/header-credentials.ts';

/** ARNs of everything that the harness must fetch a secret from, each once. */
export interface HarnessCredentials {
  readonly apiKeys: readonly string[];
  readonly oauth: readonly string[];
  /** Secrets Manager's, where a header refers to one directly. */
  readonly secrets: readonly string[];
}

/**
 * What the tools and the model of a harness refer to.
 * @throws Error with the path of every header whose credential is written down instead of referred to
 */
export function harnessCredentials({ model, tools }: HarnessToCreate): HarnessCredentials {
  const headers = tools.flatMap((tool, index) => headersOf(tool).map((header) => ({ ...header, index })));
  const literal = headers.filter(({ name, value }) => isLiteralCredential(name, value));
  if (literal.length > 0) {
    const lines = literal.map(
      ({ index, name }) =>
        `harness.create.tools[${index}].config.remoteMcp.headers.${name}: a credential stands here in clear; allowed: a reference such as \${arn:aws:bedrock-agentcore:...:token-vault/default/apikeycredentialprovider/NAME}`,
    );
    throw new Error(lines.join('\n'));
  }
  const referred = [
    ...headers.flatMap(({ value }) => referredCredential(value) ?? []),
    ...Object.values(model).flatMap((one) => textAt(one, 'apiKeyArn') ?? []),
  ];
  return {
    apiKeys: unique(referred.filter((arn) => serviceOf(arn) !== 'secretsmanager')),
    secrets: unique(referred.filter((arn) => serviceOf(arn) === 'secretsmanager')),
    oauth: unique(tools.flatMap((tool) => textAt(outboundAuth(tool, 'oauth'), 'providerArn') ?? [])),
  };
}

/** One way in which a gateway tool authorizes itself; absent where the tool is no gateway or does it otherwise. */
export function outboundAuth(tool: HarnessTool, kind: 'awsIam' | 'none' | 'oauth'): unknown {
  return memberOf(memberOf(memberOf(tool.config, 'agentCoreGateway'), 'outboundAuth'), kind);
}

/** A text in a tool's own part of its config, such as `gatewayArn`. */
export function configText({ config }: HarnessTool, name: string): string | undefined {
  return textAt(Object.values(config ?? {})[0], name);
}

function headersOf(tool: HarnessTool): readonly { readonly name: string; readonly value: string }[] {
  const headers = memberOf(memberOf(tool.config, 'remoteMcp'), 'headers');
  const entries = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  return entries.map(([name, value]) => ({ name, value: String(value) }));
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function textAt(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name);
  return typeof text === 'string' ? text : undefined;
}

function serviceOf(arn: string): string | undefined {
  return arn.split(':')[2];
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
