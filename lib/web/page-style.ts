import { baseStyle } from './base-style.ts';
import { decisionStyle } from './decision-style.ts';

// The agent's words are the only thing in the monospaced face that is ruled at the side: no text can draw that rule.
const approvalStyle = `
.top, main { max-width: 44rem; margin-inline: auto; padding-inline: 1.1rem; }
.top { padding-top: 1.1rem; }
.top p { display: flex; align-items: center; gap: 0.55rem; flex-wrap: wrap; font-size: 0.9375rem; }
.gate { color: var(--quiet); margin-inline-start: auto; }
main { padding-top: 1.9rem; padding-bottom: 4rem; }
.skip { position: absolute; inset-inline-start: -100vw; }
.skip:focus { position: static; display: inline-block; margin-bottom: 1rem; }
.asks { margin-top: 2rem; }
.asks h2, .eyebrow, .asks h3 { font: 600 0.8125rem/1.4 var(--sans); letter-spacing: 0.04em; color: var(--quiet); }
.asks h3 { margin-top: 1rem; }
.requester { font-size: 1.125rem; font-weight: 600; }
.requester .quiet { font-weight: 400; display: inline-block; }
blockquote { font: 1.125rem/1.55 var(--serif); border-inline-start: 3px solid var(--line); padding-inline-start: 1rem; margin-top: 0.35rem; }
.call { background: var(--sheet); border: 1px solid var(--line); border-radius: 1rem; margin-top: 2rem; padding: 1.4rem 1.2rem; }
.call > header h2 { font-size: 1.45rem; }
.call > header code { font-family: var(--mono); font-size: 0.92em; letter-spacing: -0.02em; }
.effect { display: inline-block; font-size: 0.875rem; font-weight: 600; border: 1px solid currentColor; border-radius: 1rem; padding: 0.05rem 0.7rem; margin-top: 0.5rem; color: var(--quiet); }
.effect.irreversible { color: var(--bad); }
.deadline { margin-top: 0.8rem; display: flex; flex-wrap: wrap; gap: 0.1rem 0.8rem; align-items: baseline; }
.deadline .quiet { overflow-wrap: normal; }
.iso { font-family: var(--mono); font-size: 0.8125rem; white-space: nowrap; }
.description { margin-top: 1rem; color: var(--quiet); }
.question { margin-top: 1rem; font-size: 1.125rem; }
.facts { margin-top: 1.2rem; display: grid; gap: 0.9rem; }
.facts dt { font-size: 0.875rem; color: var(--quiet); }
.main-fact dd { font-size: 1.25rem; font-weight: 600; line-height: 1.35; }
.main-fact dd .tree { font-size: 1rem; font-weight: 400; }
.leaf { background: var(--given); border-radius: 0.25rem; padding: 0.04em 0.3em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.quote { color: var(--quiet); font-family: var(--mono); font-weight: 400; }
.kind { color: var(--quiet); font-size: 0.8125rem; font-weight: 400; white-space: nowrap; }
.unit { font-weight: 400; }
.call h3 { margin-top: 1.7rem; }
.tree { border-inline-start: 1px solid var(--line); padding-inline-start: 0.8rem; margin: 0.3rem 0 0.2rem; }
.tree .tree .tree .tree .tree { padding-inline-start: 0.2rem; }
.arguments > .tree { border: 0; padding: 0; }
.arguments > .tree > div { border-top: 1px solid var(--line); padding: 0.5rem 0; }
.arguments > .kind { display: none; }
.tree > div + div { margin-top: 0.45rem; }
.arguments > .tree > div + div { margin-top: 0; }
main > p.quiet, main > p:last-child { margin-top: 1.3rem; }
.outcome p + p { margin-top: 0.35rem; }
.tree dt { font-family: var(--mono); font-size: 0.875rem; color: var(--quiet); }
details { margin-top: 0.9rem; }
details > summary { padding: 0.3rem 0; }
.fold { margin: 0; display: block; }
.fold[open] > summary .given { display: none; }
.more { color: var(--accent); font-size: 0.875rem; font-family: var(--sans); font-weight: 400; }
.raw > summary, .digest > summary { font-size: 0.9375rem; color: var(--quiet); }
.digest code { color: var(--ink); font-size: 1rem; }
pre { white-space: pre-wrap; background: var(--given); border-radius: 0.5rem; padding: 0.8rem; margin-top: 0.4rem; font-size: 0.875rem; line-height: 1.5; max-height: 70vh; overflow: auto; }
.agent-words { margin-top: 1.7rem; border-inline-start: 10px solid transparent; padding-inline-start: 0.9rem;
  border-image: repeating-linear-gradient(-45deg, var(--edge) 0 4px, transparent 4px 8px) 10; }
.call .agent-words h3, .agent-words h3 { margin: 0; position: sticky; top: 0; background: inherit; padding: 0.25rem 0; font-size: 0.9375rem; }
.call .agent-words { background: var(--sheet); }
.agent-words { background: var(--paper); }
.agent-words .words { font: 0.9375rem/1.6 var(--mono); color: var(--quiet); margin-top: 0.3rem; }
.agent-words .end { margin-top: 0.5rem; font-size: 0.8125rem; }
.outcome { margin-top: 1.1rem; border-inline-start: 4px solid var(--edge); padding-inline-start: 1rem; }
.outcome.approved, .outcome.approved-with-edits, .outcome.answered, .outcome.continued, .outcome.restarted { border-color: var(--good); }
.outcome.rejected, .outcome.ended { border-color: var(--bad); }
.outcome.sent-back { border-color: var(--care-line); }
.verdict { font: 600 1.2rem/1.35 var(--serif); }
@media (min-width: 40rem) {
  .call { padding: 2rem 2.2rem; }
  .facts > div { display: grid; grid-template-columns: 10rem 1fr; gap: 1rem; align-items: baseline; }
  .arguments > .tree > div { display: grid; grid-template-columns: 10rem 1fr; gap: 1rem; }
}
`;

/** The approval page's one style sheet, inline, so that the page is a single answer. */
export const pageStyle = `${baseStyle}${approvalStyle}${decisionStyle}`;
