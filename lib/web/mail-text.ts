import type { MailBlock } from './mail-blocks.ts';
import { lineWidth, wrappedLines } from './wrapped-lines.ts';

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
    case 'paragraph':
      return lines(block.text, { first: '', others: '' });
    case 'heading':
      return `${block.text}\n${'-'.repeat(block.text.length)}`;
    case 'fact':
      return lines([`${block.label}:`, block.value, block.unit].filter((part) => part !== undefined).join(' '), {
        first: '',
        others: '    ',
      });
    case 'quote':
      return block.lines.map((line) => lines(line, { first: '> ', others: '> ' })).join('\n');
    case 'link':
      return block.url;
  }
}

function lines(text: string, prefix: { readonly first: string; readonly others: string }): string {
  return wrappedLines(text, lineWidth - prefix.others.length)
    .map((line, index) => `${index === 0 ? prefix.first : prefix.others}${line.text}`.trimEnd())
    .join('\n');
}
