import type { HarnessToCreate, HarnessTool } from '../core/gate-file.ts';
import { referredCredential } from '../core/header-credentials.ts';

/** ARNs of everything that the harness must fetch a secret from, each once. */
export interface HarnessCredentials {
  readonly apiKeys: readonly string[];
  readonly oauth: readonly string[];
  /** Secrets Manager's, where a header refers to one directly. */
  readonly secrets: readonly string[];
}

/** What the tools and the model of a harness refer to; the gate file's check let no credential in clear through. */
export function harnessCredentials({ model, tools }: HarnessToCreate): HarnessCredentials {
  const headers = tools.flatMap(headersOf);
  const referred = [
    ...headers.flatMap((value) => referredCredential(value) ?? []),
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

function headersOf(tool: HarnessTool): readonly string[] {
  const headers = memberOf(memberOf(tool.config, 'remoteMcp'), 'headers');
  return typeof headers === 'object' && headers !== null ? Object.values(headers).map(String) : [];
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
