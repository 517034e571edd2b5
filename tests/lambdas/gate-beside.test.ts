import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { gateBeside } from '../../lambdas/gate-beside.ts';

test("a function reads the gate file from the folder that Lambda's runtime names", () => {
  const folder = mkdtempSync(join(tmpdir(), 'task-root-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'gate.json'), '{"gate":"beside"}');
  vi.stubEnv('LAMBDA_TASK_ROOT', folder);
  expect(gateBeside()).toEqual({ gate: 'beside' });
  vi.stubEnv('LAMBDA_TASK_ROOT', '');
  expect(() => gateBeside()).toThrow('LAMBDA_TASK_ROOT is not set');
});
