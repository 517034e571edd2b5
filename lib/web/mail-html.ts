import type { MailBlock } from './mail-blocks.ts';
import { type Html, html, ownText } from './markup.ts';
import { lineWidth, wrappedLines } from './wrapped-lines.ts';

// No colours but the reader's own and one grey that is seen on white and on black: the mail stays readable in dark mode, and
// in the order of a plain text where styles are dropped altogether.
const sans = 'system-ui,-apple-system,Segoe UI,Roboto,Hiragino Sans,Noto Sans JP,sans-serif';
const serif = 'Georgia,Hiragino Mincho ProN,Noto Serif JP,serif';
const line = '1px solid #8a918c';
const styles = {
  body: `margin:0 auto;max-width:36em;padding:20px 16px 32px;font:16px/1.55 ${sans};overflow-wrap:anywhere`,
  sender: `margin:0 0 18px;padding-bottom:10px;border-bottom:${line};font-size:14px`,
  title: `margin:0 0 12px;font:600 24px/1.3 ${serif}`,
  paragraph: 'margin:0 0 14px',
  heading: `margin:26px 0 8px;padding-top:18px;border-top:${line};font-size:19px`,
  fact: 'margin:0 0 8px',
  quote: `margin:0 0 18px;padding-left:14px;border-left:3px solid #8a918c;font-family:${serif}`,
  linked: 'margin:0 0 18px',
  link: 'display:inline-block;padding:13px 18px;border:2px solid #8a918c;border-radius:8px;font-size:17px;font-weight:600;word-break:break-all',
  code: 'margin:18px 0;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px',
  small: 'margin:0 0 10px;font-size:14px',
} as const;

/** The HTML part: one link at most, nothing remote, no line that a mail server would have to break. */
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
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
</head>
<body style="${styles.body}">
${blocks.map(htmlOf)}
</body>
</html>
`);
}

function htmlOf(block: MailBlock): Html {
  switch (block.kind) {
    case 'title':
      return html`<h1 style="${styles.title}">${wrapped(block.text)}</h1>
`;
    case 'sender':
    case 'paragraph':
    case 'code':
    case 'small':
      return html`<p style="${styles[block.kind]}">${wrapped(block.text)}</p>
`;
    case 'heading':
      return html`<h2 style="${styles.heading}">${wrapped(block.text)}</h2>
`;
    case 'fact':
      return html`<p style="${styles.fact}"><b>${wrapped(`${block.label}:`)}</b>
<bdi dir="auto">${wrapped(block.value)}</bdi>${block.unit === undefined ? '' : ` ${block.unit}`}</p>
`;
    case 'quote':
      return html`<blockquote style="${styles.quote}">
${block.lines.map(
  (words) => html`<bdi dir="auto">${wrapped(words)}</bdi><br>
`,
)}</blockquote>
`;
    case 'link':
      // `ses:no-track` is SES's own, for accounts that track clicks: the link must lead to the gate and nowhere else.
      return html`<p style="${styles.linked}">
<a ses:no-track style="${styles.link}" href="${block.url}">${block.url}</a></p>
`;
  }
}

// A line break inside a word would be shown as a space; inside a tag it is nothing at all.
function wrapped(text: string): readonly Html[] {
  return wrappedLines(text, lineWidth).map(({ text: part, end }) =>
    end === 'cut' ? html`${part}${ownText('<wbr\n>')}` : html`${part}${end === 'space' ? '\n' : ''}`,
  );
}
