import { expect, test } from 'vitest';
import { CountersignError, LedgerContention, TurnInFlight } from '../../lib/core/errors.ts';

test('names that Step Functions compares are literal and outlive a renamed class', () => {
  const Renamed = class a extends TurnInFlight {};
  expect(new Renamed('later').name).toBe('Countersign.TurnInFlight');
  expect(new LedgerContention('later').name).toBe('Countersign.LedgerContention');
});

test('an error keeps its code and its cause', () => {
  const cause = new Error('below');
  const error = new CountersignError('tampered', 'bytes differ', { cause });
  expect(error).toMatchObject({ code: 'tampered', message: 'bytes differ', cause });
  expect(new TurnInFlight('later')).toMatchObject({ code: 'turn-in-flight' });
});
