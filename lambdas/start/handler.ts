import { type StartPorts, startByCaller } from '../../lib/gate/start-by-caller.ts';
import { signedHandler } from '../signed-route.ts';

/** `POST /runs`: who asks is API Gateway's word, what they may ask for is the gate file's. */
export function startHandler(ports: StartPorts) {
  return signedHandler((request) => startByCaller(ports, request));
}
