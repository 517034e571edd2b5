/**
 * What threads of a desk need of Node's `http`. Not imported from it: an ES module's import reads every property of `http`, and
 * with `WebSocket` comes all of fetch, a tenth of a second of a core for each thread.
 */
export const { createServer, request } = process.getBuiltinModule('node:http');
