import { type OperatePorts, operate } from '../../lib/gate/operate.ts';
import { rememberedLedger } from '../../lib/gate/remembered-ledger.ts';
import { signedHandler } from '../signed-route.ts';

/** `POST /verdicts`, `/runs/stop` and `/requests/resend`: who asks is API Gateway's word. */
export function operateHandler(ports: OperatePorts) {
  return signedHandler((request) => operate({ ...ports, ledger: rememberedLedger(ports.ledger) }, request));
}
