import { expect, test } from 'vitest';
import { functionBundle } from '../../lib/infra/function-bundle.ts';

test('the guard, which answers within each tool call, is at most half of what Advance is', () => {
  const guard = functionBundle('guard').length;
  expect(guard).toBeGreaterThan(0);
  expect(guard / functionBundle('advance').length).toBeLessThan(0.5);
});

test('whoever may run with a user’s profile at a desk has everything that reads one, and the guard has not', () => {
  const readsProfiles = (name: 'advance' | 'guard') =>
    new TextDecoder().decode(functionBundle(name)).includes('sso_session');
  expect([readsProfiles('advance'), readsProfiles('guard')]).toEqual([true, false]);
});
