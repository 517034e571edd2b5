import { defineConfig } from 'vitest/config';
import config, { scanners } from './vitest.config.ts';

/** Fifty scanners that render every link of every mail in Chromium: as long as thirty files, so `npm test` leaves them out. */
export default defineConfig({ test: { ...config.test, include: [scanners], exclude: [] } });
