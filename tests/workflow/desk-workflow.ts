import { approvalWorkflow } from '../../lib/workflow/approval-workflow.ts';
import { functionArn } from '../local/states/desk.ts';

/** The state machine as the stack makes it, over functions of a desk's. */
export const workflow = approvalWorkflow({
  partition: 'aws',
  advanceFunctionArn: functionArn('advance'),
  askFunctionArn: functionArn('ask'),
  actFunctionArn: functionArn('act'),
  tellFunctionArn: functionArn('tell'),
  advanceFunctionTimeoutSeconds: 660,
  actFunctionTimeoutSeconds: 150,
});
