import { Stack } from 'aws-cdk-lib';
import { CfnStage, DomainName, HttpApi, HttpMethod, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledged } from './acknowledged.ts';
import { keptLogs, type LogKeeping } from './gate-logs.ts';

// An approver clicks a few times a day. The limit only keeps a flood from becoming a bill.
const requestsPerSecond = 50;
const burst = 100;

/** The routes whose callers must sign as an IAM principal, by what they are for. */
const signedRoutes = {
  start: ['/runs'],
  operate: ['/verdicts', '/runs/stop', '/requests/resend', '/stop', '/go'],
} as const;

export interface GateApiProps {
  readonly name: string;
  readonly logs: LogKeeping;
  /** A name of one's own; the API's default address is then off. @default the API's default address */
  readonly domain?: { readonly domainName: string; readonly certificate: ICertificate };
}

/** The HTTP API in front of page and operators. Made before its functions, since mails need its address. */
export class GateApi extends Construct {
  readonly api: HttpApi;
  /** Only with a domain of one's own: what its DNS record must point to. */
  readonly domainName: DomainName | undefined;
  /** Where the page is, without a slash at the end. */
  readonly url: string;

  constructor(scope: Construct, id: string, { name, logs, domain }: GateApiProps) {
    super(scope, id);
    this.domainName =
      domain === undefined
        ? undefined
        : new DomainName(this, 'Domain', {
            domainName: domain.domainName,
            certificate: domain.certificate,
            securityPolicy: SecurityPolicy.TLS_1_2,
          });
    this.api = new HttpApi(this, 'Api', {
      apiName: name,
      description: 'The approval page of a Countersign gate',
      ...(this.domainName === undefined
        ? {}
        : { disableExecuteApiEndpoint: true, defaultDomainMapping: { domainName: this.domainName } }),
    });
    this.url = domain === undefined ? this.api.apiEndpoint : `https://${domain.domainName}`;
    const accessLog = keptLogs(this, 'AccessLogs', { ...logs, name: `/aws/vendedlogs/apis/${name}` });
    const stage = this.api.defaultStage?.node.defaultChild;
    if (stage instanceof CfnStage) {
      stage.defaultRouteSettings = { throttlingRateLimit: requestsPerSecond, throttlingBurstLimit: burst };
      stage.accessLogSettings = { destinationArn: accessLog.logGroupArn, format: accessLogFormat };
    }
  }

  /** Sends every request that no other route takes to the page: which methods it answers is the page's business. */
  servePage(page: IFunction): void {
    const integration = new HttpLambdaIntegration('Page', page);
    const routes = this.api.addRoutes({ path: '/{proxy+}', methods: [HttpMethod.ANY], integration });
    for (const route of routes) acknowledged.pageWithoutAuthorizer(route);
  }

  /** Routes for callers with an identity: API Gateway checks signature and right before the function is called. */
  serveSigned(purpose: keyof typeof signedRoutes, answered: IFunction): void {
    const integration = new HttpLambdaIntegration(`${purpose}Integration`, answered);
    const authorizer = new HttpIamAuthorizer();
    for (const path of signedRoutes[purpose]) {
      this.api.addRoutes({ path, methods: [HttpMethod.POST], integration, authorizer });
    }
  }

  /** What a principal must be allowed to invoke for that purpose. */
  signedRouteArns(purpose: keyof typeof signedRoutes): readonly string[] {
    return signedRoutes[purpose].map((path) =>
      Stack.of(this).formatArn({
        service: 'execute-api',
        resource: this.api.apiId,
        resourceName: `$default/POST${path}`,
      }),
    );
  }
}

// Neither path nor query: they hold link secrets. The route's key says which of the routes it was.
const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  responseLatency: '$context.responseLatency',
  integrationStatus: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
});
