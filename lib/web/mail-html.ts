import type { MailBlock } from './mail-blocks.ts';
import { type Html, html, ownText } from './markup.ts';
import { lineWidth, wrappedLines } from './wrapped-lines.ts';

// No colours but the reader's own: the mail stays readable in dark mode and where styles are dropped altogether.
const body =
  'margin:0 auto;max-width:38em;padding:1em;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
const quote = 'margin:.5em 0 1.5em;padding-left:1em;border-left:3px solid #8a918c;font-family:Georgia,serif';
const linkStyle = 'font-size:18px;font-weight:600';

/** The HTML part: one link, nothing remote, no line that a mail server would have to break. */
export function htmlMail(
  subject: string,
  { blocks, language }: { readonly blocks: readonly MailBlock[]; readonly language: string },
): string {
  return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
</head>
<body style="${body}">
${blocks.map(htmlOf)}
</body>
</html>
`);
}

function htmlOf(block: MailBlock): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p>${wrapped(block.text)}</p>
`;
    case 'heading':
      return html`<h2 style="margin:1.6em 0 .4em;font-size:20px">${block.text}</h2>
`;
    case 'fact':
      return html`<p style="margin:.35em 0"><b>${wrapped(`${block.label}:`)}</b>
<bdi dir="auto">${wrapped(block.value)}</bdi>${block.unit === undefined ? '' : ` ${block.unit}`}</p>
`;
    case 'quote':
      return html`<blockquote style="${quote}">
${block.lines.map(
  (line) => html`<bdi dir="auto">${wrapped(line)}</bdi><br>
`,
)}</blockquote>
`;
    case 'link':
      return html`<p><a style="${linkStyle}" href="${block.url}">${block.url}</a></p>
`;
  }
}

// A line break inside a word would be shown as a space; inside a tag it is nothing at all.
function wrapped(text: string): readonly Html[] {
  return wrappedLines(text, lineWidth).map(({ text: line, end }) =>
    end === 'cut' ? html`${line}${ownText('<wbr\n>')}` : html`${line}${end === 'space' ? '\n' : ''}`,
  );
}
