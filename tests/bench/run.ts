import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureBundles } from './bundles.ts';
import { measureClicks } from './clicks.ts';
import { measurePage } from './page.ts';
import { measurePolicy } from './policy.ts';

// npm run bench: what is promised about speed and size, measured side by side in one run. It prints and judges nothing.
const root = fileURLToPath(new URL('../../', import.meta.url));

console.log(
  'Bundles, in KiB (minified; the clients alone are the same SDK clients bundled alike), and what loading one takes',
);
console.log(
  'in a new process of this machine, in milliseconds (the least of 15); the guard is to be at most half of advance in both',
);
console.table(await measureBundles(root, { starts: 15 }));

console.log(
  'One approval in a warm page over a DynamoDB of this machine, in milliseconds over 30, after 10 to warm up',
);
console.table(await measurePage({ counted: 30, warmUp: 10 }));

console.log('One call over a policy, in milliseconds over 2,000 calls, after 500 to warm up');
console.table([measurePolicy({ counted: 2_000, warmUp: 500 })]);

console.log('npm start, from nothing to the first answer of the desk, in seconds');
console.table([{ 'first start': await measureStart(), goal: 'under 10' }]);

console.log('From the click on "Yes, approve", in milliseconds over 20 approvals, after 3 to warm up');
console.table(await measureClicks({ counted: 20, warmUp: 3 }));

async function measureStart(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const began = performance.now();
  const child = spawn(process.execPath, ['bin/start.ts', '--directory', directory, '--port', '4399'], {
    cwd: root,
    stdio: 'ignore',
  });
  try {
    while (!existsSync(join(directory, 'endpoints.json'))) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
      await new Promise((wait) => setTimeout(wait, 20));
    }
    await fetch('http://127.0.0.1:4399/');
    return Number(((performance.now() - began) / 1000).toFixed(1));
  } finally {
    child.kill('SIGKILL');
    await new Promise((gone) => child.once('exit', gone));
    rmSync(directory, { recursive: true, force: true });
  }
}
