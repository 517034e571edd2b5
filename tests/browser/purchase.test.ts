import { afterAll, beforeAll, describe } from 'vitest';
import { describeInBrowser } from '../support/browser.ts';
import { type LocalDesk, startLocalDesk } from '../support/local-desk.ts';
import { approvalTests } from './approval-clicks.ts';
import { deskTests } from './desk.ts';

describeInBrowser('In a browser', (visit) => {
  // One desk and one browser for both: each test has runs and a visitor of its own.
  let desk: LocalDesk;
  beforeAll(async () => {
    desk = await startLocalDesk({ gate: 'purchase' });
  });
  afterAll(() => desk?.close());

  describe('the desk', () => deskTests(visit, () => desk));
  describe('an approval', () => approvalTests(visit, () => desk));
});
