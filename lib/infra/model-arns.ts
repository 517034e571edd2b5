import type { Stack } from 'aws-cdk-lib';
import type { JsonObject } from '../core/canonical-json.ts';

/** An inference profile's id is a model's id behind the part of the world that may answer. */
const profile = /^(?:global|us|us-gov|eu|apac|jp|au|ca|amer)\.(.+)$/;

/** What may be invoked for a model of Bedrock's: the model, and the inference profile in front of it. None for other providers. */
export function modelArns(stack: Stack, model: JsonObject): readonly string[] {
  const config = model['bedrockModelConfig'];
  const id =
    typeof config === 'object' && config !== null && 'modelId' in config ? String(config['modelId']) : undefined;
  if (id === undefined) return [];
  if (id.startsWith('arn:')) return [id];
  const inner = profile.exec(id)?.[1];
  const modelArn = (region: string, modelId: string) =>
    stack.formatArn({ service: 'bedrock', region, account: '', resource: 'foundation-model', resourceName: modelId });
  if (inner === undefined) return [modelArn(stack.region, id)];
  return [
    stack.formatArn({ service: 'bedrock', resource: 'inference-profile', resourceName: id }),
    // The profile picks the region of each call, and IAM checks the model there; global profiles also name it without a region.
    modelArn('*', inner),
    modelArn('', inner),
  ];
}
