import { readSettings } from '../../lib/settings.ts';
import { codePorts } from '../code-ports.ts';
import { gateBeside } from '../gate-beside.ts';
import { operations } from '../operations.ts';
import { surroundings } from '../surroundings.ts';
import { waitingPorts } from '../waiting-ports.ts';
import { verdictPageHandler } from './handler.ts';

const settings = readSettings('verdict-page');
const gate = gateBeside();
const { count, failed, watched } = operations(gate);
const waiting = waitingPorts(settings, count);

const handle = verdictPageHandler(
  {
    ...surroundings,
    ...waiting,
    ...codePorts(gate, { tableName: settings.OPERATIONAL_TABLE, clock: surroundings.clock, ...waiting }),
    gate,
    viewLost: (error) => failed('That somebody looked could not be kept', error),
    wakeFailed: ({ error }) => failed('A run could not be woken after a verdict', error),
  },
  { origin: settings.PAGE_URL, failed: ({ method, error }) => failed(`The page could not answer a ${method}`, error) },
);

export const handler = watched((...args: Parameters<typeof handle>) => handle(...args));
