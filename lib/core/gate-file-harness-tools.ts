import * as z from 'zod';
import { anyArn, anyObject, httpsUrl, keys, matching, oneKeyOf, oneOf } from './gate-file-fields.ts';

const toolName = matching(/^[a-zA-Z0-9_-]{1,64}$/, 'a tool name of 1 to 64 letters, digits, _ or -').describe(
  'The name under which the model calls the tool.',
);

const outboundAuth = oneKeyOf({
  awsIam: anyObject('an empty mapping {}').exactOptional().describe("Signed with the harness's own role."),
  none: anyObject('an empty mapping {}').exactOptional().describe('No authorization.'),
  oauth: keys({
    providerArn: anyArn.describe('ARN of the OAuth credential provider.'),
    scopes: z.array(z.string()).describe('OAuth scopes to ask for.'),
    grantType: oneOf(['AUTHORIZATION_CODE', 'CLIENT_CREDENTIALS', 'TOKEN_EXCHANGE'])
      .exactOptional()
      .describe('OAuth grant type.'),
    defaultReturnUrl: httpsUrl.exactOptional().describe('Where the OAuth provider returns to.'),
    customParameters: z
      .record(z.string(), z.string())
      .exactOptional()
      .describe('More parameters for the OAuth provider.'),
  })
    .exactOptional()
    .describe('OAuth through a credential provider.'),
});

/** One entry below `create.tools:`, under AWS's own names. */
export const harnessToolSchema = z
  .discriminatedUnion(
    'type',
    [
      keys({
        type: z.literal('inline_function').describe('A tool that the gate answers.'),
        name: toolName,
        config: keys({
          inlineFunction: keys({
            description: z.string().describe('Must equal the description below tools:.'),
            inputSchema: anyObject('a JSON Schema').describe('Must equal the inputSchema below tools:.'),
          }).describe('As AWS names it.'),
        })
          .exactOptional()
          .describe('May be left out: description and inputSchema come from the tool of this name below tools:.'),
      }),
      keys({
        type: z.literal('remote_mcp').describe('An MCP server that the harness calls by itself.'),
        name: toolName,
        config: keys({
          remoteMcp: keys({
            url: httpsUrl.describe('The MCP server.'),
            headers: z
              .record(z.string(), z.string())
              .exactOptional()
              .describe('Headers of every request; no secrets here.'),
          }).describe('As AWS names it.'),
        }).describe('Where the server is.'),
      }),
      keys({
        type: z.literal('agentcore_gateway').describe('An AgentCore gateway whose tools the harness calls by itself.'),
        name: toolName,
        config: keys({
          agentCoreGateway: keys({
            gatewayArn: anyArn.describe('The gateway.'),
            outboundAuth: outboundAuth.exactOptional().describe('How the harness authorizes itself there.'),
          }).describe('As AWS names it.'),
        }).describe('Which gateway.'),
      }),
      keys({
        type: z.literal('agentcore_browser').describe('A browser that the harness drives by itself.'),
        name: toolName,
        config: keys({
          agentCoreBrowser: keys({ browserArn: anyArn.exactOptional().describe('A browser of your own.') }).describe(
            'As AWS names it.',
          ),
        })
          .exactOptional()
          .describe("Which browser. Default: AWS's"),
      }),
      keys({
        type: z.literal('agentcore_code_interpreter').describe('A code interpreter that the harness runs by itself.'),
        name: toolName,
        config: keys({
          agentCoreCodeInterpreter: keys({
            codeInterpreterArn: anyArn.exactOptional().describe('A code interpreter of your own.'),
          }).describe('As AWS names it.'),
        })
          .exactOptional()
          .describe("Which code interpreter. Default: AWS's"),
      }),
    ],
    {
      error:
        'a mapping with a type of inline_function, remote_mcp, agentcore_gateway, agentcore_browser, agentcore_code_interpreter',
    },
  )
  .describe('One tool of the harness. What the gate must answer is an inline_function.');
