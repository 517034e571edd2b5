import type { RunReport } from '../../lib/gate/report.ts';

const at = '2026-03-04T12:00:00.000Z';

/** A report in which every text that is somebody else's is this one. */
export function reportWith(text: string): RunReport {
  return {
    runId: 'run-1',
    gate: 'shop',
    stage: 'dev',
    guard: 'guarded',
    executionArn: 'arn',
    asked: { requester: text, assurance: 'claimed', prompt: text, at },
    questions: [],
    told: [{ turn: 1, at, kind: 'restated', text }],
    calls: [
      {
        toolUseId: text,
        epoch: 0,
        turn: 1,
        tool: text,
        arguments: { kind: 'unreadable', text },
        policy: {
          decision: 'ask',
          rule: 'tools.x.rule',
          policyVersion: 'a'.repeat(64),
          problems: ['Why.', text],
          notInRequest: [text],
        },
        asked: { requestId: 'request-1', approvers: ['morgan'], quorum: 2, deadline: at, digest: 'b'.repeat(64) },
        edits: [],
        setAside: [],
        decidedBy: ['morgan'],
        superseded: [],
        verdicts: [{ approver: 'morgan', verdict: 'approve', assurance: 'link', at, comment: text }],
        outcome: 'open',
        told: [{ turn: 1, at, arrived: 'yes', status: 'success', text }],
        action: { status: 'done', attempts: 1, at, answer: { result: text } },
        verification: { status: 'refuted', at, reason: text, terminal: true, evidence: text },
        grant: { grantId: 'grant-1', until: at, used: { toolUseId: text, at }, standing: 'ran' },
      },
    ],
    end: { outcome: 'failed', reason: `harness.refused.${text}`, at },
    turns: 1,
    sessionsLost: 0,
    tokens: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
    claim: { text, verified: false },
  };
}
