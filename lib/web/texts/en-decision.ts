const ways = {
  approve: { lead: 'It is right as it stands.', button: 'Approve…' },
  edit: { lead: 'It is nearly right: change the arguments, and approve what you make of them.', button: 'Change…' },
  reject: { lead: 'It should not happen. You can say why, and the agent is told.', button: 'Reject…' },
  revise: {
    lead: 'Not like this: the agent is told your instructions and may try again. Nothing is carried out.',
    button: 'Send back…',
  },
  decline: { lead: 'You do not want to answer. You can say why, and the agent is told.', button: 'Reject…' },
  answer: { lead: 'Your words go back to the agent as the answer to its question.', button: 'Answer…' },
};

/** The forms of both steps. */
export const enDecision = {
  decision: 'Your decision',
  answerAs: (name: string) => `You answer as ${name}. Whoever has this link answers in your name.`,
  ways,
  nothingForYou: {
    title: 'Nothing here waits for you',
    lead: 'Others decide what is still open. This page shows how far they are.',
    answered: 'You have answered this call, and what you said stands.',
    others: 'Somebody changed this call after you were asked. As it is now, others decide it.',
  },
  nothingYet: 'None of these buttons records anything: the next page shows what will happen and asks once more.',

  confirmTitle: {
    approve: 'Approve this call?',
    edit: 'Approve this call with your changes?',
    reject: 'Reject this call?',
    revise: 'Send this call back?',
    answer: 'Send this answer?',
  },
  confirmLead: {
    approve: 'This is what you are about to approve. Nothing has been recorded yet.',
    edit: 'This is what you are about to approve instead. Nothing has been recorded yet.',
    reject: 'Nothing has been recorded yet. The agent will be told that you rejected this call.',
    revise: 'Nothing has been recorded yet. The agent will be told your instructions and may try again.',
    answer: 'Nothing has been recorded yet. The agent will be told your answer, word for word.',
  },
  wordsLabel: {
    approve: 'A comment, if you like. The agent is told this.',
    edit: 'A comment, if you like. The agent is told this and what you changed.',
    reject: 'Your reason. The agent is told this.',
    revise: 'Your instructions. The agent is told exactly this.',
    answer: 'Your answer. The agent is told exactly this.',
  },
  wordsHint: {
    reject: 'A reason helps the agent to do something better. Without one it only learns that you said no.',
    revise: 'Say what should be different. The agent may then ask again, with another call.',
    answer: 'It stands in the record as your words.',
  },
  wordsMissing: 'There was nothing in this field. Say something: without words the agent has nothing to go by.',
  confirm: {
    approve: 'Yes, approve',
    edit: 'Yes, approve with these changes',
    reject: 'Yes, reject',
    revise: 'Yes, send it back',
    answer: 'Yes, send this answer',
  },
  goBack: 'Go back without deciding',
  staleNotice:
    'The page had been open for more than 30 minutes, so nothing has been recorded. Please look again and confirm.',

  signedOnly: 'This link is not enough for this call',
  signedOnlyLead:
    'Only a signed request counts here. Nothing was recorded. Answer with the command line, under your own AWS identity:',
  signedCommand: (requestId: string) => `countersign approve ${requestId}   or   countersign reject ${requestId}`,
};
