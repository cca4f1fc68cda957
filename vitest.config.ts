import { existsSync, globSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogues } from './scripts/catalogues.ts';

// A limit to what hangs, not to what is slow: a test that is cut in its middle breaks those behind it too.
const testTimeout = 60_000;

/** Server tests open a database, all of them with a module called `testing`; every other test in Node is a unit test. */
const opensDatabase = (file: string) =>
  /from '[^']*\/testing[\w.]*\.ts'/.test(readFileSync(file, 'utf8'));
const nodeTests = globSync(['src/{server,features}/**/*.test.ts', 'scripts/**/*.test.ts']);
const serverTests = nodeTests.filter(opensDatabase);

/**
 * Server tests of what the embedded database does in another way: starting, migrations, locks, search, restarting,
 * backup, transactions. `npm test` runs these on both databases, and all others on PostgreSQL alone.
 */
const differsByDatabase = [
  'scripts/backup.test.ts',
  'src/features/audit/chain.test.ts',
  'src/features/messages/live.test.ts',
  'src/features/payments/rails/crypto/settlement/lock-order.test.ts',
  'src/features/people/person.test.ts',
  'src/server/backup/backup.test.ts',
  'src/server/database/baseline.test.ts',
  'src/server/database/database.test.ts',
  'src/server/http/idempotency.test.ts',
  'src/server/database/migrate.test.ts',
  'src/server/queue/queue.test.ts',
  'src/server/http/serve.test.ts',
  'src/server/testing.engine.test.ts',
  'src/server/http/unavailable.test.ts',
];
const missing = differsByDatabase.filter((file) => !existsSync(file));
if (missing.length) throw new Error(`vitest.config.ts lists tests that do not exist: ${missing}`);

const onDatabase = (name: 'pglite' | 'postgres', include: string[]) => ({
  // The tests of the mails render them from their sources.
  plugins: [catalogues()],
  test: {
    name,
    include,
    env: { TEST_DATABASE: name },
    globalSetup: ['src/server/testing.global.ts'],
    testTimeout,
    hookTimeout: 60_000,
    // Each file opens a site of its own; loading the server's code again for each took a quarter of the time.
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
          include: ['src/shared/**/*.test.ts', 'sandbox/**/*.test.ts', ...nodeTests],
          exclude: serverTests,
          testTimeout,
          // A process for each of 69 files took a tenth of the time.
          isolate: false,
        },
      },
      {
        plugins: [react(), catalogues()],
        test: {
          name: 'screens',
          include: ['src/**/*.test.tsx', 'src/web/**/*.test.ts'],
          environment: 'jsdom',
          setupFiles: ['src/web/testing.setup.ts'],
          testTimeout,
          // Loading React and jsdom again for each file took half of the time.
          isolate: false,
        },
      },
      onDatabase('postgres', serverTests),
      onDatabase(
        'pglite',
        process.env.SERVER_TESTS_ON_PGLITE === 'all' ? serverTests : differsByDatabase,
      ),
    ],
  },
});
