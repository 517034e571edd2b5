import type { RunReport } from '../gate/report.ts';
import type { ReportedCall } from '../gate/report-call.ts';
import { callFactsOf, endWords, type ReportFact, type SaidBy } from '../gate/report-facts.ts';
import { questionFactsOf, type ReportedQuestion } from '../gate/report-question.ts';
import { messageFact } from '../gate/report-told.ts';
import { type Html, html, nothing, ownText } from './markup.ts';
import { cspHash } from './page-headers.ts';
import { reportStyle } from './report-style.ts';
import { shownLine, wholeText } from './shown-text.ts';
import { plainTexts } from './texts/plain-texts.ts';

// A report is kept and sent on as a file, so the policy that a header would carry stands in it: one style sheet, nothing else.
const policy = `default-src 'none'; style-src ${cspHash(reportStyle)}; base-uri 'none'; form-action 'none'`;

/** A run's report as one document without scripts, links or anything that loads. */
export function reportPage(report: RunReport): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>Report of ${shownLine(report.runId)} · Countersign</title>
<style>${ownText(reportStyle)}</style>
</head>
<body>
<header class="top"><p><span class="seal" aria-hidden="true"></span><strong>Countersign</strong><span class="gate">${shownLine(report.gate)} (${shownLine(report.stage)})</span></p></header>
<main>
${reportBody(report)}
</main>
</body>
</html>`;
}

/** What stands in it, for other pages too: first what the ledger knows, then the claim in a frame of its own. */
function reportBody(report: RunReport): Html {
  const { asked, calls, end, turns, sessionsLost, tokens } = report;
  return html`<h1>Report of a run</h1>
<p class="id">${shownLine(report.runId)}</p>
<p class="end ${end?.outcome ?? ''}"><strong>${shownLine(endWords(report))}</strong>${end === null ? nothing : html`<br><span class="quiet">${plainTexts.instant(end.at).words}</span>`}</p>
${report.guard === 'unguarded' ? html`<p class="warning"><strong>Unguarded</strong>: what the harness ran by itself was checked by nobody.</p>` : nothing}
<h2>What was asked</h2>
<dl>
${fact({ label: 'Requester', text: `assurance: ${asked.assurance}`, said: { by: 'requester', text: asked.requester ?? erased } })}
${fact({ label: 'Task', text: plainTexts.instant(asked.at).words, said: { by: 'requester', text: asked.prompt ?? erased } })}
</dl>
<h2>What the ledger says of each call</h2>
${calls.length === 0 ? html`<p>The agent called no tool.</p>` : calls.map(callBox)}
${report.questions.map(questionBox)}
${
  report.told.length === 0
    ? nothing
    : html`<h2>What else the agent was told</h2>
<dl>${report.told.map((message) => fact(messageFact(message)))}</dl>`
}
<h2>What it took</h2>
<dl>
${fact({ label: 'Turns', text: `${turns}${sessionsLost === 0 ? '' : `, ${sessionsLost} sessions given up`}` })}
${fact({ label: 'Tokens', text: `${tokens.totalTokens} (${tokens.inputTokens} in, ${tokens.outputTokens} out)` })}
</dl>
${claimBox(report)}`;
}

const erased = '(erased)';

const saidByWords: Readonly<Record<SaidBy, string>> = {
  requester: 'As it was given:',
  agent: 'As the agent wrote it:',
  rules: 'What the rules say, with parts of the call:',
  approver: 'As the approver wrote it:',
  executor: 'As the executor or its failure says it; nobody vouches for that:',
  verifier: 'As the verifier says it:',
  gate: 'As the gate said it, with what others said in it:',
};

function callBox(call: ReportedCall, index: number): Html {
  return html`<section class="call"><h3>Call ${index + 1}: <code>${wholeText(call.tool)}</code></h3>
<p class="id">${shownLine(call.toolUseId)}, turn ${call.turn}</p>
<dl>${callFactsOf(call).map(fact)}</dl></section>`;
}

function questionBox(question: ReportedQuestion): Html {
  return html`<section class="call"><h3>People were asked how the run goes on</h3>
<dl>${questionFactsOf(question).map(fact)}</dl></section>`;
}

function fact({ label, text, said }: ReportFact): Html {
  const words =
    said === undefined
      ? nothing
      : html`<div class="said"><p class="by">${saidByWords[said.by]}</p>${wholeText(said.text)}</div>`;
  return html`<div><dt>${label}</dt><dd>${shownLine(text)}${words}</dd></div>`;
}

function claimBox({ claim }: RunReport): Html {
  const words =
    claim === null
      ? html`<p>It said nothing at its end.</p>`
      : html`<div class="words">${wholeText(claim.text ?? erased)}</div><p class="after">Here the agent's words end.</p>`;
  return html`<section class="claim" aria-label="The agent's claim"><h2>What the agent says of itself</h2>
<p><strong>A claim that nobody verified.</strong> Nothing above was made from it.</p>
${words}</section>`;
}
