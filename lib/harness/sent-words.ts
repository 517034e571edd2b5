/** What was sent with a turn, apart: the answer to each call by its id, and what was said beside them. */
export interface SentWords {
  readonly results: ReadonlyMap<string, SentResult>;
  readonly texts: readonly string[];
}

/** The text is the whole answer, as the agent got it. */
export interface SentResult {
  readonly status: 'success' | 'error';
  readonly text: string;
}

/**
 * Reads the messages of a turn as they were kept; `undefined` where they are not what this version sends, and then the whole text is all
 * that can be said of them: a record outlives the code that wrote it.
 */
export function readSentWords(kept: string): SentWords | undefined {
  const results = new Map<string, SentResult>();
  const texts: string[] = [];
  const blocks = messagesOf(kept);
  if (blocks === undefined) return undefined;
  for (const block of blocks) {
    // Our copy of the agent's own call, which stands in the record under its own name.
    if (member(block, 'toolUse') !== undefined) continue;
    const said = member(block, 'text');
    const answer = member(block, 'toolResult');
    const [id, status] = [member(answer, 'toolUseId'), member(answer, 'status')];
    const parts = itemsOf(member(answer, 'content')).map((part) => member(part, 'text'));
    if (typeof said === 'string') texts.push(said);
    else if (typeof id === 'string' && isStatus(status) && parts.every(isText))
      results.set(id, { status, text: parts.join('\n') });
    else return undefined;
  }
  return { results, texts };
}

function messagesOf(kept: string): readonly unknown[] | undefined {
  try {
    const messages: unknown = JSON.parse(kept);
    return Array.isArray(messages) ? messages.flatMap((message) => itemsOf(member(message, 'content'))) : undefined;
  } catch {
    return undefined;
  }
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [undefined];
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isStatus(value: unknown): value is SentResult['status'] {
  return value === 'success' || value === 'error';
}
