import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Vitest knows how long files take only where it has run before, and goes by their size elsewhere: then the small files that
// start a desk and take longest would come last, one worker idle.
class DesksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isDesk = ({ moduleId }: TestSpecification) => /\/tests\/(scenarios|browser)\//.test(moduleId);
    return [...sorted.filter(isDesk), ...sorted.filter((file) => !isDesk(file))];
  }
}

/** The file of the fifty scanners. */
export const scanners = 'tests/browser/mail-scanner.test.ts';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Two have runs of their own: an installation from the registry (npm run test:package), and fifty scanners in Chromium, a tenth
    // of all the time for one test (npm run test:scanners).
    exclude: ['tests/package/**', scanners],
    // Two cores: more workers only fight each other, and the scenario tests start whole stacks.
    maxWorkers: 2,
    sequence: { sequencer: DesksFirst },
    // Modules are loaded once per worker and not once per file: a third of the whole time was loading. No test mocks modules
    // or leaves state behind in them.
    isolate: false,
    // Node loads the sources as it does everywhere else: Vite's own way of loading, which mocks and resets of modules need, makes
    // each use of an import a lookup, and the tests of random policies a quarter slower.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A short-lived heap that is large from the start: collecting garbage in small steps took a tenth of all the time.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
