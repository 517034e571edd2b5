/** Colours, type and the few elements that approval page and desk have in common. Contrast is at least 4.5 to 1 for text. */
export const baseStyle = `
:root {
  color-scheme: light dark;
  --paper: #f6f5f0; --sheet: #fffefb; --ink: #1d2422; --quiet: #56615e; --line: #d8d5ca; --edge: #8a918c;
  --accent: #1a5b62; --accent-ink: #fff; --given: #eef3f1; --care: #fdf3d8; --care-ink: #5c4200; --care-line: #d9b24a;
  --good: #2c6a3f; --bad: #8c3b2e;
  --serif: ui-serif, "New York", "Iowan Old Style", Charter, Georgia, "Noto Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131719; --sheet: #1b2123; --ink: #e9e7e0; --quiet: #a3adaa; --line: #333b3d; --edge: #77817e;
    --accent: #84cbc6; --accent-ink: #0f2224; --given: #242c2e; --care: #362d14; --care-ink: #f2dca0; --care-line: #8a6f24;
    --good: #8fd0a2; --bad: #f0a597;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 var(--sans); overflow-wrap: anywhere; }
h1, h2, h3, p, dl, dd, blockquote, pre { margin: 0; }
h1 { font: 600 clamp(1.7rem, 1.35rem + 1.7vw, 2.3rem)/1.15 var(--serif); letter-spacing: -0.012em; text-wrap: balance; }
h2 { font: 600 1.3rem/1.3 var(--serif); }
h3 { font: 600 1rem/1.4 var(--sans); }
code, pre { font-family: var(--mono); font-size: 0.92em; }
a { color: var(--accent); text-underline-offset: 0.18em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
.quiet { color: var(--quiet); font-size: 0.9375rem; }
.lead { font-size: 1.125rem; color: var(--quiet); margin-top: 0.6rem; max-width: 38em; }
button {
  font: 600 1rem/1.2 var(--sans); min-height: 3rem; padding: 0.7rem 1.4rem; border-radius: 0.6rem; cursor: pointer;
  border: 1.5px solid var(--accent); background: var(--sheet); color: var(--accent);
}
button:hover { background: var(--accent); color: var(--accent-ink); }
label { display: block; font-weight: 600; }
textarea, input[type=text], input[type=number] {
  display: block; width: 100%; margin-top: 0.4rem; padding: 0.65rem 0.8rem; font: inherit; color: inherit; background: var(--paper);
  border: 1.5px solid var(--edge); border-radius: 0.5rem;
}
summary { cursor: pointer; }
.seal { display: inline-block; inline-size: 1.1rem; block-size: 1.1rem; border: 2px solid var(--accent); border-radius: 50%; position: relative; }
.seal::after {
  content: ""; position: absolute; inset: 0; inline-size: 0.3rem; block-size: 0.56rem; margin: 0.02rem auto auto;
  border: solid var(--accent); border-width: 0 2px 2px 0; transform: rotate(42deg);
}
.given { white-space: pre-wrap; unicode-bidi: isolate; }
.hidden-char {
  font: 600 0.78em/1 var(--mono); color: var(--care-ink); background: var(--care); border: 1px solid var(--care-line); border-radius: 3px;
  padding: 0 0.25em; margin: 0 0.1em; unicode-bidi: isolate; white-space: pre-wrap;
}
.warning { background: var(--care); color: var(--care-ink); border-left: 4px solid var(--care-line); padding: 0.65rem 0.9rem; border-radius: 0 0.4rem 0.4rem 0; margin-top: 0.9rem; }
@media print { body { background: #fff; } button, form { display: none; } }
`;
