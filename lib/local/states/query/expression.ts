import jsonata from 'jsonata';

const wrapped = /^\{%([\s\S]*)%\}$/;

/** The JSONata source between `{%` and `%}`; undefined for a text that is meant as it stands. */
export function expressionIn(text: string): string | undefined {
  return wrapped.exec(text)?.[1]?.trim();
}

/** Why the text cannot be an expression; undefined when it parses, or is no expression. */
export function syntaxProblem(text: string): string | undefined {
  const source = expressionIn(text);
  if (source === undefined) {
    return text.startsWith('{%') || text.endsWith('%}')
      ? "an expression begins with '{%' and ends with '%}'; only one of the two is there"
      : undefined;
  }
  if (source === '') return 'the expression is empty';
  try {
    jsonata(source);
    return undefined;
  } catch (error) {
    const message = error instanceof Object && 'message' in error ? String(error.message) : String(error);
    return `the JSONata expression cannot be parsed: ${message}`;
  }
}
