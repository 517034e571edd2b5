import type { RequestView } from '../../gate/views.ts';

/** What a request is, until when, and who else answers. */
export const enRequest = {
  brand: 'Countersign',
  gateLine: ({ gate, stage, guard }: Pick<RequestView, 'gate' | 'stage' | 'guard'>) =>
    `Gate ${gate}, stage ${stage}${guard === 'unguarded' ? ', UNGUARDED' : ''}`,
  unguarded:
    'This agent is unguarded: what it does with tools of its own is checked by nobody. The gate stops it before the calls below, and before nothing else.',
  skip: 'Go to the decision',
  callCount: (count: number) => (count === 1 ? 'one call' : `${count} calls`),

  requestTitle: 'Your approval is asked for',
  answerTitle: 'Your answer is asked for',
  answerLead: 'An agent asks a person a question and has stopped until somebody answers it.',
  requestLead: (calls: number) =>
    calls === 1
      ? 'An agent has stopped before this call and waits for an answer.'
      : `An agent has stopped before these ${calls} calls and waits for an answer to each.`,
  callHeading: (place: number, of: number) => (of === 1 ? 'The call' : `Call ${place} of ${of}`),
  quorum: (given: number, needed: number) => `${needed} people must approve; ${given} of ${needed} so far`,
  quorumLabel: 'Approvals',
  answeredBy: (names: string) => `Approved so far by ${names}.`,
  yoursStands: 'You approved this call. It is counted once; you can still reject it while others are waited for.',
  policyReplaced: (instant: string) =>
    `This request is decided under the rules of ${instant}, which have been replaced since.`,
  openUntil: 'Answer by',
  left: (words: string) => `${words} left`,
};
