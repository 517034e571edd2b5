/** A part of a message, before it is text or markup. Only values of facts, quotes and words from outside hold such words. */
export type MailBlock =
  /** Who writes, on the first line. */
  | { readonly kind: 'sender'; readonly text: string }
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'fact'; readonly label: string; readonly value: string; readonly unit?: string }
  | { readonly kind: 'quote'; readonly lines: readonly string[] }
  | { readonly kind: 'link'; readonly url: string }
  /** Digits to be typed off. */
  | { readonly kind: 'code'; readonly text: string }
  /** What stands below everything else, about the message itself. */
  | { readonly kind: 'small'; readonly text: string };

export function paragraph(text: string): MailBlock {
  return { kind: 'paragraph', text };
}

export function fact(label: string, value: string): MailBlock {
  return { kind: 'fact', label, value };
}

export function small(text: string): MailBlock {
  return { kind: 'small', text };
}

/** The block where the condition holds, and none elsewhere. */
export function when(condition: unknown, ...blocks: readonly MailBlock[]): readonly MailBlock[] {
  return condition === false || condition === undefined || condition === 0 ? [] : blocks;
}
