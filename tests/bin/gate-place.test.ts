import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { gatePlace } from '../../bin/gate-place.ts';

const hour = 60 * 60 * 1000;

test('at a desk the commands go by its clock, moved while they run: else they would count from this machine’s own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'endpoints.json'), JSON.stringify({ region: 'us-east-1', endpoints: {} }));
  const { now } = await gatePlace({ kind: 'local', folder, as: { kind: 'user', name: 'dana' } });
  const ahead = () => Math.round((now() - Date.now()) / 1000) * 1000;
  expect(ahead()).toBe(0);
  writeFileSync(join(folder, 'clock'), String(8 * hour));
  expect(ahead()).toBe(8 * hour);
});
