import type { FunctionBundle } from '../../lib/infra/function-bundle.ts';

/** Those of a function's files that are loaded before it can be called: all that `index.mjs` imports, without its `import()`s. */
export function eagerFiles(bundle: FunctionBundle): FunctionBundle {
  const reached = new Set(['index.mjs']);
  // A set hands out what is added to it while it is walked.
  for (const file of reached) for (const imported of importsOf(bundle.get(file))) reached.add(imported);
  return new Map([...bundle].filter(([file]) => reached.has(file)));
}

function importsOf(contents: Uint8Array | undefined): readonly string[] {
  const code = new TextDecoder().decode(contents);
  return [...code.matchAll(/(?:from|import)"\.\/([^"]+)"/gu)].flatMap(([, file]) => (file === undefined ? [] : [file]));
}
