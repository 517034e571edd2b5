/** The forms of both steps. */
export const enDecision = {
  decision: 'Your decision',
  answerAs: (name: string) => `You answer as ${name}. Whoever has this link answers in your name.`,
  approveLabel: 'If this is right, go on.',
  approveLead: 'Nothing is recorded yet: the next page repeats what will happen and asks once more.',
  approveReview: 'Approve…',
  reasonLabel: 'If not, say why. The agent is told this.',
  reasonHint: 'A reason helps the agent to do something better. Without one it only learns that you said no.',
  reject: 'Reject',

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
  commentLabel: 'A comment, if you like. The agent is told this.',
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
