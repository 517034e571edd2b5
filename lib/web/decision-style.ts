/** Forms of both steps and of changes, what was changed, who is asked, and how it looks on paper and in Japanese. */
export const decisionStyle = `
.decision { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
.call .decision h3 { margin: 0 0 0.5rem; font: 600 1.3rem/1.3 var(--serif); }
.decision p + p { margin-top: 0.6rem; }
.choices { display: grid; gap: 1.4rem; margin-top: 1.3rem; }
.choice { display: flex; flex-direction: column; gap: 0.55rem; }
.choice button { width: 100%; margin-top: auto; }
.choice > p { max-width: 26em; }
.decision > .choice { margin-top: 1.5rem; gap: 0.4rem; }
.buttons { display: grid; gap: 1.1rem; margin-top: 1rem; text-align: center; }
.sure { background: var(--accent); color: var(--accent-ink); }
.sure:hover { background: var(--ink); border-color: var(--ink); color: var(--sheet); }
.call > .choice { margin-top: 1.5rem; }
.call > p:last-child { margin-top: 1.2rem; }
.again { margin-top: 1.1rem; }
.again button { width: 100%; }
.alone { margin-top: 1.6rem; }
select {
  display: block; width: 100%; min-height: 3rem; margin-top: 0.4rem; padding: 0.6rem 0.8rem; font: inherit; color: inherit;
  background: var(--paper); border: 1.5px solid var(--edge); border-radius: 0.5rem;
}
textarea { resize: vertical; }
#code {
  display: block; width: 100%; max-width: 14rem; margin-top: 0.4rem; padding: 0.6rem 0.8rem; color: inherit; background: var(--paper);
  border: 1.5px solid var(--edge); border-radius: 0.5rem; font: 600 1.5rem/1.3 var(--mono); letter-spacing: 0.22em;
}
.json { font: 0.9375rem/1.6 var(--mono); tab-size: 2; }
.call .edit h3 { margin: 1.6rem 0 0; font: 600 1.15rem/1.3 var(--serif); }
.field { margin-top: 1.35rem; }
.field .hint { margin-top: 0.35rem; }
.edit > button { margin-top: 1.6rem; width: 100%; }
.edit > .quiet { margin-top: 1.35rem; }
.edit-raw { margin-top: 1.8rem; border-top: 1px solid var(--line); padding-top: 1.1rem; }
.edit-raw > summary { font-weight: 600; }
.problem { color: var(--bad); font-weight: 600; margin-top: 0.3rem; }
[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
.problems { margin: 1.4rem 0; border: 2px solid var(--bad); border-radius: 0.7rem; padding: 1rem 1.2rem; background: var(--sheet); }
.problems h2 { font-size: 1.15rem; color: var(--bad); margin-bottom: 0.4rem; }
.problems ul { margin: 0.5rem 0 0; padding-inline-start: 1.2rem; }
.problems li + li { margin-top: 0.3rem; }
.edited { margin-top: 1.5rem; }
.call .edited h3 { margin-top: 0; }
.changes { display: grid; gap: 1rem; margin-top: 0.8rem; }
.changes dt { font-size: 0.9375rem; font-weight: 600; }
.changes dd { border-inline-start: 4px solid; padding: 0.35rem 0.8rem; margin-top: 0.3rem; background: var(--paper); }
.changes .was { border-color: var(--bad); }
.changes .is { border-color: var(--good); }
.changes del, .changes ins { text-decoration: none; }
.side { display: block; font-size: 0.8125rem; font-weight: 600; color: var(--quiet); }
.was .side::before { content: "− " / ""; color: var(--bad); }
.is .side::before { content: "+ " / ""; color: var(--good); }
.people ul, .beside ul, .contents ol { list-style: none; margin: 0.6rem 0 0; padding: 0; }
.people li { position: relative; border-top: 1px solid var(--line); padding: 0.55rem 0 0.55rem 1.9rem; }
.people li::before {
  content: "" / ""; position: absolute; inset: 0.8rem auto auto 0.1rem; inline-size: 1.05rem; block-size: 1.05rem;
  border: 2px solid var(--edge); border-radius: 50%;
}
.people .answered::before { border-color: var(--good); background: var(--good); }
.people .answered.no::before { border-color: var(--bad); background: var(--bad); }
.people .told::before { border-style: dotted; }
.people li > .quiet, .people li > .missed { display: block; }
.people .words, .edited .words, .beside .words { font-size: 1rem; margin-bottom: 0.4rem; }
.people p { margin-top: 0.5rem; }
.you { font-size: 0.8125rem; border: 1px solid var(--edge); border-radius: 1rem; padding: 0 0.5rem; }
.missed { color: var(--bad); font-size: 0.9375rem; }
.beside { margin-top: 2.4rem; }
.beside h2 { font-size: 1.15rem; }
.beside li { border-top: 1px solid var(--line); padding: 0.6rem 0; }
.beside li:first-child, .contents li:first-child { border-top: 0; }
.pair { display: inline-block; margin-inline-end: 1.2rem; }
.came { font-weight: 600; font-size: 0.9375rem; }
.came.care { color: var(--bad); }
.contents { margin-top: 1.6rem; }
.contents li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; border-top: 1px solid var(--line); padding: 0.55rem 0; }
.came-to.refuted strong, .came-to.failed strong, .came-to.unknown strong { color: var(--bad); }
.came-to time { display: block; }
@media (min-width: 40rem) {
  .choices { grid-template-columns: 1fr 1fr; gap: 1.8rem 2.2rem; }
  .buttons { grid-template-columns: 1fr 1fr; align-items: center; }
  .edit > button, .again button { width: auto; }
  .changes > div { display: grid; grid-template-columns: 1fr 1fr; gap: 0.3rem 1rem; }
  .changes dt { grid-column: 1 / -1; }
  .changes dd { margin-top: 0; }
}
:lang(ja) { line-break: strict; --serif: "Hiragino Mincho ProN", "Yu Mincho", "Noto Serif CJK JP", "Noto Serif JP", serif;
  --sans: system-ui, "Hiragino Sans", "Yu Gothic UI", "Noto Sans CJK JP", "Noto Sans JP", Meiryo, sans-serif; }
:lang(ja) h1, :lang(ja) h2 { letter-spacing: 0; word-break: auto-phrase; }
:lang(ja) h1 { font-size: clamp(1.55rem, 1.25rem + 1.5vw, 2.1rem); line-height: 1.35; }
@media print {
  :root { --paper: #fff; --sheet: #fff; --ink: #000; --quiet: #333; --line: #999; --given: #eee; }
  .skip, .back, .edit-raw { display: none; }
  .call { border: 1px solid #666; break-inside: auto; }
  .facts > div, .people li, .changes > div { break-inside: avoid; }
  details::details-content { content-visibility: visible; display: block; block-size: auto; }
}
`;
