import { type Html, html, nothing } from '../markup.ts';
import { shownLine, wholeCharacters } from '../shown-text.ts';
import { plainTexts } from '../texts/plain-texts.ts';
import type { DeskExample, DeskRun } from './ports.ts';

/** Starts runs at the left, lists them at the right. */
export function homeView(
  example: DeskExample,
  listed: { readonly runs: readonly DeskRun[]; readonly stoppedSince: string | undefined; readonly now: string },
): Html {
  return html`<div id="gate-stop" data-live>${listed.stoppedSince === undefined ? nothing : stopBanner(listed.stoppedSince)}</div>
  <div class="two">
    <section aria-labelledby="start">
      <h1 id="start">Start a run</h1>
      <p class="quiet">The agent of this example works until it calls a tool that a person must answer for. Then a mail waits under <a href="/mails">Mails</a>.</p>
      ${startForm(example)}
      <h2 class="rules">What the gate does with this agent's calls</h2>
      <dl class="outline">${example.outline.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>
    </section>
    <section aria-labelledby="runs">
      <h2 id="runs">Runs</h2>
      <div id="run-list" data-live>${runList(listed.runs, listed.now)}</div>
    </section>
  </div>`;
}

// The desk has no button for it: who stops and lifts is what the signed route records.
function stopBanner(since: string): Html {
  return html`<p class="gate-stop"><strong>The whole gate is stopped</strong> since ${plainTexts.instant(since).words}: nothing begins, and new runs end before their first turn. <code>countersign go --reason TEXT</code> lifts it.</p>`;
}

function startForm(example: DeskExample): Html {
  return html`
    <form method="post" action="/runs" class="start">
      ${enterButton}
      <div>
        <label for="requester">Who asks</label>
        <input id="requester" type="text" name="requester" value="${example.requester}" required maxlength="256">
      </div>
      ${example.prompts.length === 0 ? nothing : suggestions(example.prompts)}
      <div>
        <label for="prompt">Or in your own words</label>
        <textarea id="prompt" name="prompt" rows="3"></textarea>
      </div>
      <div><button name="suggestion" value="none">Start with these words</button></div>
    </form>`;
}

// Enter in a text field presses a form's first button, and that must not be the first suggestion.
const enterButton = html`<button name="suggestion" value="none" hidden tabindex="-1">Start</button>`;

function suggestions(prompts: readonly string[]): Html {
  return html`<div class="suggestions" role="group" aria-labelledby="suggested">
    <p id="suggested">Start with a task that this agent knows</p>
    ${prompts.map((prompt, index) => html`<button name="suggestion" value="${index}">${prompt}</button>`)}
  </div>`;
}

function runList(runs: readonly DeskRun[], now: string): Html {
  if (runs.length === 0)
    return html`<p class="empty">No run yet. Start one: it takes a moment to reach its first question.</p>`;
  return html`<ul class="cards">${runs.map((run) => runCard(run, now))}</ul>`;
}

function runCard(run: DeskRun, now: string): Html {
  const next = run.waitsFor[0];
  return html`<li class="card">
    <p><span class="state ${run.state}">${stateWords[run.state]}</span><a class="main" href="/runs/${encodeURIComponent(run.runId)}">${promptTitle(run)}</a></p>
    <p class="quiet">${shownLine(run.requester)}, ${plainTexts.instant(run.startedAt).words}</p>
    ${next === undefined ? nothing : html`<p>Needs an answer to <code>${next.tool}</code>, ${plainTexts.timeLeft(now, next.deadline)} left</p>`}
  </li>`;
}

export const stateWords: Readonly<Record<DeskRun['state'], string>> = {
  working: 'working',
  waiting: 'waits for a person',
  done: 'done',
  failed: 'failed',
  stopped: 'stopped',
};

/** The task on one line. */
export function promptTitle(run: DeskRun): string {
  if (run.prompt === undefined) return run.runId;
  const start = wholeCharacters(run.prompt, 120);
  return `${shownLine(start)}${start.length < run.prompt.length ? '…' : ''}`;
}
