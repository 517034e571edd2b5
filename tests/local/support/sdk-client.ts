/** The settings that point an SDK client at a local service; one attempt, so that a test sees the first answer. */
export function sdkClient(endpoint: string) {
  return {
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  };
}
