import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Vitest would leave a core to itself, which of two is half of them. One more than the cores, because files
 * wait now and then: for PostgreSQL, or for the time between two tries.
 */
const maxWorkers = availableParallelism() + 1;

/** What holds for all tests of the built server. */
const againstServers = {
  globalSetup: [
    'tests/setup/pglite-template.ts',
    'tests/setup/postgres-cluster.ts',
    'tests/api/global-setup.ts',
  ],
  setupFiles: ['tests/api/contract-setup.ts'],
  hookTimeout: 120_000,
  // Some start several servers, one after the other.
  testTimeout: 180_000,
};

/** The files that take minutes. Started last, each would run alone at the end. */
const SLOWEST = ['container', 'disk', 'access-ended', 'rush', 'backup', 'outages', 'evening'].map(
  (name) => `/tests/long/${name}`,
);

/** Vitest's own order begins with the largest files, which are not the slowest. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = SLOWEST.findIndex((path) => moduleId.includes(path));
      return rank < 0 ? SLOWEST.length : rank;
    };
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

/** Calls whose tests take minutes, because they print, pack, wait, or try everything: `npm run test:long` runs them. */
const SLOW_CALLS = [
  'tests/api/{access-forms,no-js,s3,second-factor,seen,sessions,tables,wall}.test.ts',
  'tests/api/{admin-users,downloads,expiry,invitation,keeping-mail}.test.ts',
  'tests/api/{messages,mission-cards,payments,people,push}.test.ts',
  'tests/api/every-message/every-message.test.ts',
];

/**
 * What decodes large photos, draws and prints, copies whole databases, talks to storages, sends mails, or repeats races
 * for minutes: `npm run test:long` runs it.
 */
const SLOW = [
  'app/demo/seed.server.test.ts',
  'app/services/{images,image-process,podium-pictures,zip}.test.ts',
  'app/services/pdf/**/*.test.{ts,tsx}',
  'db/data-lock.server.test.ts',
  'tests/{deploy,embedded,ftp-check,ftp-driver,ftp-outage,storage,wall-browsers,ways-in}.test.ts',
  'tests/models/{backup,deletion,downloads,guest-list,limits,mail-notices,messages}.test.ts',
  'tests/models/{migrations,morning-mails,password-upgrade,payments,payment-settlement}.test.ts',
  'tests/models/{push,result,storage-check,wall}.test.ts',
];

/** What holds for all tests of models. */
const onDatabases = {
  setupFiles: ['tests/setup/cheap-passwords.ts'],
  globalSetup: ['tests/setup/pglite-template.ts', 'tests/setup/postgres-cluster.ts'],
  // A PGlite takes seconds to open on a busy machine.
  hookTimeout: 60_000,
  testTimeout: 60_000,
};

/** Many long files start servers of their own, or wait for a reveal or for the next round of a job. */
const LONG_WORKERS = 4;

export default defineConfig({
  resolve: { alias: { '~': here('./app'), '~db': here('./db') } },
  test: {
    environment: 'node',
    // What is waited for comes late on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // Files share what they import; none replaces a module or leaves anything in one.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers,
          // Some draw photos and open databases, on a busy machine slowly.
          testTimeout: 60_000,
          include: ['{app,bench,db,scripts}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          exclude: SLOW,
          globalSetup: ['tests/setup/pglite-template.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...onDatabases,
          name: 'models',
          maxWorkers,
          include: ['tests/models/**/*.test.ts'],
          exclude: SLOW,
        },
      },
      {
        extends: true,
        test: {
          ...againstServers,
          name: 'api',
          // More at once would starve the browser tests beside them.
          maxWorkers,
          include: ['tests/api/**/*.test.ts'],
          exclude: SLOW_CALLS,
        },
      },
      {
        extends: true,
        test: {
          ...againstServers,
          name: 'long',
          maxWorkers: LONG_WORKERS,
          include: ['tests/long/**/*.test.ts', ...SLOW_CALLS],
        },
      },
      {
        extends: true,
        test: { ...onDatabases, name: 'slow', maxWorkers: LONG_WORKERS, include: SLOW },
      },
    ],
  },
});
