import { defineConfig } from 'vitest/config';

/** The packed tarball, installed as a user would: it takes as long as the registry does, so \`npm test\` leaves it out. */
export default defineConfig({
  test: { include: ['tests/package/**/*.test.ts'] },
});
