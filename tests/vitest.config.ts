import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // An installation from the registry has a run of its own: npm run test:package.
    exclude: ['tests/package/**'],
    // Two cores: more workers only fight each other, and the scenario tests start whole stacks.
    maxWorkers: 2,
    // Modules are loaded once per worker and not once per file: a third of the whole time was loading. No test mocks modules
    // or leaves state behind in them.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
