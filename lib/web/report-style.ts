import { baseStyle } from './base-style.ts';

// Whatever somebody else said is ruled at the side under their name, in the monospaced face; the agent's last words stand in a
// frame of their own behind all the rest. No text can draw either.
const ownStyle = `
.top, main { max-width: 46rem; margin-inline: auto; padding-inline: 1.1rem; }
.top { padding-top: 1.1rem; }
.top p { display: flex; align-items: center; gap: 0.55rem; flex-wrap: wrap; font-size: 0.9375rem; }
.gate { color: var(--quiet); margin-inline-start: auto; }
main { padding-top: 1.9rem; padding-bottom: 4rem; }
.end { margin-top: 1.1rem; border-inline-start: 4px solid var(--edge); padding-inline-start: 1rem; }
.end.done { border-color: var(--good); }
.end.failed, .end.stopped { border-color: var(--bad); }
.id { font-family: var(--mono); font-size: 0.8125rem; color: var(--quiet); }
main > h2 { margin-top: 2.4rem; }
.call { background: var(--sheet); border: 1px solid var(--line); border-radius: 1rem; margin-top: 1.2rem; padding: 1.2rem; break-inside: avoid-page; }
dl { margin-top: 0.9rem; display: grid; gap: 0.8rem; }
dt { font-size: 0.875rem; color: var(--quiet); }
.said { margin-top: 0.35rem; border-inline-start: 3px solid var(--line); padding-inline-start: 0.8rem; }
.by { font-size: 0.8125rem; color: var(--quiet); }
.said .given { font: 0.875rem/1.5 var(--mono); }
.fold > summary { padding: 0.3rem 0; }
.fold[open] > summary .given { display: none; }
.more { color: var(--accent); font-size: 0.875rem; }
.claim { margin-top: 2.8rem; background: var(--care); color: var(--care-ink); border: 3px double var(--care-line); border-radius: 0.4rem; padding: 1.2rem; }
.claim .given { font: 0.9375rem/1.6 var(--mono); }
.claim .words { margin-top: 0.8rem; border-inline-start: 3px solid var(--care-line); padding-inline-start: 0.8rem; }
.claim .after { margin-top: 0.8rem; font-size: 0.875rem; }
@media (min-width: 40rem) { dl > div { display: grid; grid-template-columns: 10rem 1fr; gap: 1rem; align-items: baseline; } }
@media print { .call, .claim { background: #fff; color: #000; } main { padding-bottom: 0; } }
`;

/** The report's one style sheet, inline, so that a report is one file. */
export const reportStyle = `${baseStyle}${ownStyle}`;
