import { CfnStage, HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

// An approver clicks a few times a day. The limit only keeps a flood from becoming a bill.
const requestsPerSecond = 50;
const burst = 100;

/** The HTTP API in front of the approval page. Made before its function, since mails need its address. */
export class ApprovalPageApi extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, { name }: { readonly name: string }) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { apiName: name, description: 'The approval page of a Countersign gate' });
    const stage = this.api.defaultStage?.node.defaultChild;
    if (stage instanceof CfnStage) {
      stage.defaultRouteSettings = { throttlingRateLimit: requestsPerSecond, throttlingBurstLimit: burst };
    }
  }

  /** Where the page is, without a slash at the end. */
  get url(): string {
    return this.api.apiEndpoint;
  }

  /** Sends every request to the page: which methods it answers is the page's business. */
  serve(page: IFunction): void {
    this.api.addRoutes({
      path: '/{proxy+}',
      methods: [HttpMethod.ANY],
      integration: new HttpLambdaIntegration('Page', page),
    });
  }
}
