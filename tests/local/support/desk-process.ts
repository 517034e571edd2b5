import { readAssets } from '../../../lib/local/assets.ts';
import { type Desk, startDesk } from '../../../lib/local/desk.ts';
import { probeTemplate } from './probe-stack.ts';

/** What the process tells of its desk. */
export type DeskAddresses = Pick<Desk, 'endpoints' | 'pageUrl' | 'resources'>;

// A desk in a process of its own, for tests that kill it: directory and asset manifest in, addresses out.
const [directory = '', manifest = ''] = process.argv.slice(2);
const { endpoints, pageUrl, resources } = await startDesk({
  template: probeTemplate,
  assets: readAssets(manifest),
  directory,
  harness: { kind: 'embedded', harnesses: [] },
  log: () => {},
});
process.send?.({ endpoints, pageUrl, resources } satisfies DeskAddresses);
