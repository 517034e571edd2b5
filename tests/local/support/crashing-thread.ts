import { parentPort, workerData } from 'node:worker_threads';
import { listen } from '../../../lib/local/http-server.ts';

// A service that dies when it is asked to, outside of any handler's reach.
const { port } = await listen(
  async ({ path }) => {
    if (path === '/die') {
      setImmediate(() => {
        throw new Error('nobody catches this');
      });
    }
    return { status: 200 };
  },
  { port: workerData.port, onError: () => {} },
);
parentPort?.postMessage({ port });
parentPort?.on('message', () => process.exit());
