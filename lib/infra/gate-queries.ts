import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

const sessionQueryText = [
  // The harness names its log groups itself, so they are found by how their names begin.
  'SOURCE logGroups(namePrefix: ["/aws/bedrock-agentcore/runtimes/"])',
  'fields @timestamp, @log, @message',
  'filter @message like "SESSION_ID"',
  'filter @message like /"toolUse"/ or (@message like /"tool_calls"/ and @message like /"function"/)',
  'parse @message /"toolUseId"\\s*:\\s*"(?<toolUseId>[^"]+)"/',
  'parse @message /"tool_calls"\\s*:\\s*\\[\\s*\\{[^}]*"id"\\s*:\\s*"(?<toolCallId>[^"]+)"/',
  'parse @message /"name"\\s*:\\s*"(?<tool>[^"]+)"/',
  'sort @timestamp asc',
  'limit 1000',
].join('\n| ');

/** What failed in the functions, the newest first: one command of Logs Insights per line. */
export const failureQueryLines: readonly string[] = [
  'filter level = "ERROR"',
  'fields @timestamp, @log, message, error, code',
  'sort @timestamp desc',
  'limit 200',
];

/**
 * Saves the query for the tool calls of one session in the harness's logs, in both shapes that stand there: Bedrock's
 * `toolUse`, and `tool_calls` with `function` for inline tools. Whoever runs it puts the session's id in, which stands in
 * `countersign show RUN`.
 */
export function sessionQuery(scope: Construct, name: string): void {
  new CfnQueryDefinition(scope, 'SessionQuery', {
    name: `${name}/tool calls of one session`,
    queryString: sessionQueryText,
  });
}

/** Saves the query for failures of a gate's functions. */
export function failureQuery(
  scope: Construct,
  { name, logGroups }: { readonly name: string; readonly logGroups: readonly ILogGroup[] },
): void {
  new CfnQueryDefinition(scope, 'FailureQuery', {
    name: `${name}/failures of the functions`,
    queryString: failureQueryLines.join('\n| '),
    logGroupNames: logGroups.map((group) => group.logGroupName),
  });
}
