import type { MailBlock } from './mail-blocks.ts';
import { columnsOf, lineWidth, wrappedLines } from './wrapped-lines.ts';

/** The text part. Words from outside are quoted or indented, so that none of their lines stands where ours do. */
export function textMail(blocks: readonly MailBlock[]): string {
  const parts = blocks.map((block, index) => {
    const followsFact = block.kind === 'fact' && ['fact', 'heading'].includes(blocks[index - 1]?.kind ?? '');
    return `${index === 0 ? '' : followsFact ? '\n' : '\n\n'}${textOf(block)}`;
  });
  return `${parts.join('')}\n`;
}

function textOf(block: MailBlock): string {
  switch (block.kind) {
    case 'sender':
    case 'paragraph':
    case 'small':
      return lines(block.text, { first: '', others: '' });
    case 'title':
      return underlined(block.text, '=');
    case 'heading':
      return underlined(block.text, '-');
    case 'fact':
      return lines([`${block.label}:`, block.value, block.unit].filter((part) => part !== undefined).join(' '), {
        first: '',
        others: '    ',
      });
    case 'quote':
      return block.lines.map((line) => lines(line, { first: '> ', others: '> ' })).join('\n');
    case 'link':
      return block.url;
    case 'code':
      return `    ${block.text}`;
  }
}

function underlined(text: string, stroke: string): string {
  return `${lines(text, { first: '', others: '' })}\n${stroke.repeat(Math.min(lineWidth, columnsOf(text)))}`;
}

function lines(text: string, prefix: { readonly first: string; readonly others: string }): string {
  return wrappedLines(text, lineWidth - prefix.others.length)
    .map((line, index) => `${index === 0 ? prefix.first : prefix.others}${line.text}`.trimEnd())
    .join('\n');
}
