import { describe, expect, test } from 'vitest';
import { importsOf, sourceFiles } from './source-files.ts';

// Who may import whom, as the design says. Node's own modules are listed where they are all that is allowed of them.
const allowed: Readonly<Record<string, readonly RegExp[]>> = {
  'lib/core/': [/^lib\/core\//, /^node:crypto$/, /^zod$/, /^ajv(\/dist\/2020\.js)?$/],
  'lib/harness/': [/^lib\/(harness|core)\//],
  'lib/gate/': [/^lib\/(gate|core|harness)\//],
  'lib/workflow/': [/^lib\/workflow\//],
  'lib/aws/': [/^lib\/(aws|core|harness)\//, /^lib\/gate\/ports\.ts$/, /^@aws-sdk\//, /^@smithy\//, /^node:/],
  // An executor of somebody else's loads it: it brings nothing of ours along but how a receipt is written.
  'lib/receipt/': [
    /^lib\/receipt\//,
    /^lib\/core\/(canonical-json|hashes|receipt-claims)\.ts$/,
    /^jose$/,
    /^@aws-sdk\/client-(dynamodb|kms)$/,
    /^node:crypto$/,
  ],
  'lib/web/': [/^lib\/(web|gate|core)\//, /^hono(\/|$)/, /^node:crypto$/],
  'lib/cli/': [/^lib\/(cli|gate|core)\//, /^yaml$/, /^commander$/],
  'lib/infra/': [
    /^lib\/(infra|workflow|core)\//,
    /^lib\/settings\.ts$/,
    // A construct that takes a gate file's path reads it as the CLI does.
    /^lib\/cli\/gate-file-yaml\.ts$/,
    /^aws-cdk-lib(\/|$)/,
    /^constructs$/,
    /^esbuild$/,
    /^node:/,
  ],
  'lib/local/': [
    /^lib\/local\//,
    /^node:/,
    /^(@aws-sdk\/client-(sfn|dynamodb)|@smithy\/core\/.*|dynalite|esbuild|aws-ses-v2-local(\/dist\/store\.js)?|jsonata|yaml|zod|asl-validator)$/,
  ],
  'lambdas/': [
    /^lambdas\//,
    /^lib\/(gate|aws|web|harness|core)\//,
    /^lib\/settings\.ts$/,
    /^@aws-sdk\//,
    /^@aws-lambda-powertools\/(logger|metrics)$/,
    /^hono\//,
    /^zod$/,
    /^node:/,
  ],
};

describe('imports follow the design', () => {
  test.each(Object.entries(allowed))('%s imports only what it may', (folder, patterns) => {
    const files = sourceFiles(folder);
    expect(files.length).toBeGreaterThan(0);
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => !patterns.some((pattern) => pattern.test(target)))
        .map(({ target }) => `${file.path} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('nobody imports bin, lambdas or infra, but bin', () => {
    const wrong = sourceFiles('lib', 'lambdas').flatMap((file) =>
      importsOf(file)
        .filter(
          ({ target }) =>
            /^bin\//.test(target) ||
            (/^lambdas\//.test(target) && !file.path.startsWith('lambdas/')) ||
            (/^lib\/infra\//.test(target) && !file.path.startsWith('lib/infra/')),
        )
        .map(({ target }) => `${file.path} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('the reading of imports sees the common forms', () => {
    const text =
      "import { a } from './a.ts';\nimport type { B } from '../b.ts';\nimport {\n  c,\n} from 'c';\nexport { d } from './d.ts';\nimport 'e';\n";
    expect(importsOf({ path: 'lib/x/y.ts', text })).toEqual([
      { target: 'lib/x/a.ts', kind: 'value' },
      { target: 'lib/b.ts', kind: 'type' },
      { target: 'c', kind: 'value' },
      { target: 'lib/x/d.ts', kind: 'value' },
      { target: 'e', kind: 'value' },
    ]);
  });
});
