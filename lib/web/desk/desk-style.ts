import { baseStyle } from '../base-style.ts';

/** The desk's one style sheet, inline. */
export const deskStyle = `${baseStyle}
.bar, .clock, main { max-width: 72rem; margin-inline: auto; padding-inline: 1.25rem; }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 2rem; padding-top: 1.2rem; }
.home { display: flex; align-items: center; gap: 0.55rem; color: inherit; text-decoration: none; flex-wrap: wrap; }
nav { display: flex; gap: 1.4rem; }
nav a { padding: 0.4rem 0; text-decoration: none; border-bottom: 2px solid transparent; }
nav a[aria-current] { border-color: currentColor; font-weight: 600; }
button { min-height: 2.3rem; padding: 0.35rem 0.9rem; font-size: 0.9375rem; }
textarea, input[type=text] { background: var(--sheet); }
.clock { display: flex; flex-wrap: wrap; align-items: center; gap: 0.6rem 1.2rem; margin-top: 1rem; padding-block: 0.7rem; border-block: 1px solid var(--line); }
.clock time { font-weight: 600; font-variant-numeric: tabular-nums; }
.clock form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.clock label { font-weight: 400; font-size: 0.9375rem; color: var(--quiet); }
.clock input[type=text] { width: 6.5rem; margin: 0; padding: 0.3rem 0.6rem; }
main { padding-block: 2rem 5rem; }
.two { display: grid; gap: 2.5rem; }
.split iframe, .split pre { margin-top: 0.8rem; }
.suggestions p { font-weight: 600; }
h1 + p, h2 + p, h1 + dl { margin-top: 0.6rem; }
form.start { margin-top: 1rem; display: grid; gap: 1rem; }
.suggestions { display: grid; gap: 0.6rem; }
.suggestions button { text-align: start; font-weight: 400; padding: 0.7rem 1rem; line-height: 1.4; }
.rules { margin-top: 2.2rem; font-size: 1.1rem; }
.outline { margin-top: 0.6rem; display: grid; gap: 0.5rem; font-size: 0.9375rem; }
.outline dt { font-family: var(--mono); font-size: 0.875rem; color: var(--quiet); }
.cards { list-style: none; padding: 0; margin: 1rem 0 0; display: grid; gap: 0.8rem; }
.card { background: var(--sheet); border: 1px solid var(--line); border-radius: 0.8rem; padding: 0.9rem 1.1rem; }
.card a.main { font-weight: 600; text-decoration: none; }
.card a.main:hover { text-decoration: underline; }
.card p + p { margin-top: 0.25rem; }
.state { font-size: 0.8125rem; font-weight: 600; border: 1px solid currentColor; border-radius: 1rem; padding: 0 0.6rem; margin-inline-end: 0.5rem; white-space: nowrap; color: var(--quiet); }
.state.waiting { color: var(--care-ink); background: var(--care); border-color: var(--care-line); }
.state.done { color: var(--good); }
.state.failed, .state.stopped { color: var(--bad); }
.waits { background: var(--sheet); border: 1.5px solid var(--care-line); border-radius: 0.8rem; padding: 1rem 1.2rem; margin-top: 1.4rem; }
.waits ul { margin: 0.5rem 0 0; padding-inline-start: 1.2rem; }
.chain { margin-top: 1.4rem; border-inline-start: 4px solid var(--good); padding-inline-start: 1rem; }
.chain.broken { border-color: var(--bad); }
.gate-stop { border: 1.5px solid var(--bad); border-radius: 0.8rem; padding: 0.8rem 1.2rem; }
.hash { font-family: var(--mono); font-size: 0.8125rem; }
.story { list-style: none; padding: 0; margin: 1rem 0 0; }
.story > li { display: grid; grid-template-columns: 1fr; gap: 0 1.2rem; padding: 0 0 1.3rem 1.3rem; border-inline-start: 2px solid var(--line); position: relative; margin-inline-start: 0.4rem; }
.story > li::before { content: ""; position: absolute; inset-inline-start: -0.46rem; top: 0.42rem; inline-size: 0.8rem; block-size: 0.8rem; border-radius: 50%; background: var(--paper); border: 2px solid var(--edge); }
.story > li.request::before { background: var(--care); border-color: var(--care-line); }
.story > li.verdict::before, .story > li.outcome::before, .story > li.action::before { background: var(--accent); border-color: var(--accent); }
.story > li.trouble::before { background: var(--bad); border-color: var(--bad); }
.story > li.end::before { background: var(--ink); border-color: var(--ink); }
.story .when { font-size: 0.8125rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
.story .title { font-weight: 600; }
.story dl { margin-top: 0.3rem; display: grid; gap: 0.35rem; font-size: 0.9375rem; }
.story dt { color: var(--quiet); display: flex; flex-wrap: wrap; gap: 0 0.4rem; align-items: baseline; align-content: start; }
.claim { font-size: 0.75rem; font-weight: 600; border-radius: 0.25rem; padding: 0 0.4rem; background: var(--given); color: var(--quiet); white-space: nowrap; }
.claim.unverified { background: var(--care); color: var(--care-ink); }
dd.unverified { font-family: var(--mono); font-size: 0.875rem; border-inline-start: 6px solid transparent; padding-inline-start: 0.7rem;
  border-image: repeating-linear-gradient(-45deg, var(--edge) 0 3px, transparent 3px 6px) 6; }
.fold[open] > summary .given { display: none; }
.more { color: var(--accent); font-size: 0.875rem; }
.mail { margin-top: 1.2rem; }
iframe { width: 100%; height: 68rem; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--sheet); color-scheme: light dark; }
pre { white-space: pre-wrap; background: var(--sheet); border: 1px solid var(--line); border-radius: 0.6rem; padding: 1rem; font-size: 0.8125rem; }
.open { display: inline-block; margin-block: 0.9rem; font-weight: 600; }
.empty { margin-top: 1rem; color: var(--quiet); }
@media (min-width: 56rem) {
  .two { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 4rem; }
  .story > li { grid-template-columns: 1fr 8.5rem; }
  .story .when { grid-column: 2; grid-row: 1; text-align: end; }
  .story .title, .story dl { grid-column: 1; }
  .story dl > div { display: grid; grid-template-columns: 15rem 1fr; gap: 1rem; }
  .split { grid-template-columns: minmax(0, 1fr) minmax(0, 42rem); gap: 2rem; }
}
`;
