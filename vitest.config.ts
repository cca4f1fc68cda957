import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogues } from './scripts/catalogues.ts';

// A limit to what hangs, not to what is slow: a test that is cut in its middle breaks those behind it too.
const testTimeout = 60_000;

// The database tests are the same files twice: the embedded PostgreSQL and a real one.
const onDatabase = (name: 'pglite' | 'postgres') => ({
  // The tests of the mails draw them from their sources.
  plugins: [catalogues()],
  test: {
    name,
    include: ['src/server/**/*.test.ts', 'src/features/**/*.test.ts'],
    env: { TEST_DATABASE: name },
    globalSetup: ['src/server/testing.global.ts'],
    testTimeout,
    hookTimeout: 60_000,
    // Each file opens a site of its own; reading the server's code anew for each took a quarter of the time.
    isolate: false,
  },
});

export default defineConfig({
  test: {
    // Processes, so that a test may change its environment; three, as on two cores one of them always waits.
    pool: 'forks',
    maxWorkers: 3,
    // A test that passes at the second try has found something.
    retry: 0,
    projects: [
      {
        plugins: [catalogues()],
        test: {
          name: 'unit',
          include: ['src/shared/**/*.test.ts', 'scripts/**/*.test.ts', 'sandbox/**/*.test.ts'],
          testTimeout,
        },
      },
      {
        plugins: [react(), catalogues()],
        test: {
          name: 'web',
          include: ['src/**/*.test.tsx', 'src/web/**/*.test.ts'],
          environment: 'jsdom',
          setupFiles: ['src/web/testing.setup.ts'],
          testTimeout,
        },
      },
      onDatabase('pglite'),
      onDatabase('postgres'),
    ],
  },
});
