import type { StoryDetail, StoryLine } from '../../gate/run-story.ts';
import { type Html, html, nothing } from '../markup.ts';
import { shownText } from '../shown-text.ts';
import { plainTexts } from '../texts/plain-texts.ts';
import { promptTitle, stateWords } from './home-view.ts';
import { approvalLinks, mailsFor } from './mail-links.ts';
import type { DeskMail, DeskRun, DeskStory, DeskVerification } from './ports.ts';

/** One run: what it waits for, whether its chain holds, and its story. */
export function runView(
  story: DeskStory,
  beside: { readonly verification: DeskVerification; readonly mails: readonly DeskMail[]; readonly now: string },
): Html {
  const { run, lines } = story;
  return html`<div id="run" data-live>
    <h1>${promptTitle(run)}</h1>
    <p><span class="state ${run.state}">${stateWords[run.state]}</span><span class="hash">${run.runId}</span></p>
    <p><a href="/runs/${encodeURIComponent(run.runId)}/report">Report</a> <span class="quiet">asked, decided, done, verified; and apart from it what the agent claims</span></p>
    ${run.guard === 'unguarded' ? html`<p class="quiet"><strong>Unguarded</strong>: what the harness runs by itself in this run is checked by nobody.</p>` : nothing}
    ${run.waitsFor.length === 0 ? nothing : waiting(run, beside)}
    ${chain(beside.verification)}
    <h2 class="mail">What happened</h2>
    <ol class="story">${lines.map(storyLine)}</ol>
  </div>`;
}

/** A run of which the ledger has nothing yet. */
export function runToCome(runId: string): Html {
  return html`<div id="run" data-live>
    <h1>The run is starting</h1>
    <p class="lead">Nothing stands in the ledger of <span class="hash">${runId}</span> yet. This page shows it as soon as there is something. An execution whose input was refused never gets here.</p>
  </div>`;
}

function waiting(run: DeskRun, beside: { readonly mails: readonly DeskMail[]; readonly now: string }): Html {
  const links = mailsFor(run, beside.mails).flatMap((mail) =>
    approvalLinks(mail.text).map(
      (link) =>
        html`<li><a href="${link}" target="_blank" rel="noopener noreferrer">Open the approval page as ${mail.to.join(', ')}</a> (<a href="/mails/${encodeURIComponent(mail.id)}">mail</a>)</li>`,
    ),
  );
  return html`<div class="waits">
    ${run.waitsFor.map((call) => html`<p>Needs an answer to <code>${call.tool}</code>: <strong>${plainTexts.timeLeft(beside.now, call.deadline)} left</strong>, until ${plainTexts.instant(call.deadline).words}</p>`)}
    ${links.length === 0 ? html`<p class="quiet">The mail is on its way.</p>` : html`<ul>${links}</ul>`}
  </div>`;
}

function chain(verification: DeskVerification): Html {
  const { commits, head, findings } = verification;
  const broken = findings.length > 0;
  return html`<div class="chain${broken ? ' broken' : ''}">
    <p><strong>${broken ? 'The chain does not hold' : 'The chain holds'}</strong>: ${commits} ${commits === 1 ? 'commit' : 'commits'}${head === undefined ? nothing : html`, head <span class="hash">${head}</span>`}</p>
    ${findings.length === 0 ? nothing : html`<ul>${findings.map((finding) => html`<li>${finding}</li>`)}</ul>`}
  </div>`;
}

function storyLine(line: StoryLine): Html {
  const at = plainTexts.instant(line.at);
  return html`<li class="${line.kind}">
    <p class="when"><time datetime="${at.iso}" title="${at.words}">${at.iso.slice(5, 10)} ${at.iso.slice(11, 19)}</time> <span title="commit ${line.seq}">#${line.seq}</span></p>
    <p class="title">${shownText(line.title, plainTexts)}</p>
    ${line.detail.length === 0 ? nothing : html`<dl>${line.detail.map(storyDetail)}</dl>`}
  </li>`;
}

const claimWords = {
  unverified: 'claim, unverified',
  claimed: 'as claimed',
  topic: 'assurance: topic',
  link: 'assurance: link',
  code: 'assurance: code',
  iam: 'assurance: iam',
} as const;

function storyDetail(detail: StoryDetail): Html {
  const { claim } = detail;
  const label = claim === undefined ? nothing : html`<span class="claim ${claim}">${claimWords[claim]}</span>`;
  return html`<div><dt>${shownText(detail.label, plainTexts)} ${label}</dt><dd class="${claim ?? ''}">${shownText(detail.text, plainTexts)}</dd></div>`;
}
