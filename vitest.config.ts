import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { APART } from './apps/server/test/apart.ts';

// The web app's own build settings (JSX, languages) also hold for its tests.
const WEB_CONFIG = './apps/web/vite.config.ts';

/** No input but their arguments: one process for all of them, seconds in total. */
const pure: TestProjectInlineConfiguration = {
  test: {
    name: 'pure',
    include: [
      'packages/{kernel,pricing,advisor,protocol,locales,testkit}/src/**/*.test.ts',
      'apps/server/src/**/rules.test.ts',
      'scripts/**/*.test.{ts,mjs}',
    ],
    pool: 'threads',
    isolate: false,
    testTimeout: 20_000,
    sequence: { groupOrder: 0 },
  },
};

/** Half of the time a test waits for the database or for a timer of the product. */
const WAITING_WORKERS = 2 * availableParallelism();

const onDatabase = {
  globalSetup: ['./apps/server/test/global-setup.ts'],
  pool: 'forks',
  maxWorkers: WAITING_WORKERS,
  testTimeout: 30_000,
  hookTimeout: 60_000,
} satisfies TestProjectInlineConfiguration['test'];

/** Against the one real PostgreSQL of the run, a database of its own for each file. */
const server: TestProjectInlineConfiguration = {
  test: {
    ...onDatabase,
    name: 'server',
    include: ['apps/server/{src,test}/**/*.test.ts'],
    exclude: ['apps/server/src/**/rules.test.ts', ...APART],
    // A process and the product's modules for each file cost more than most of the tests in it.
    isolate: false,
    sequence: { groupOrder: 1 },
  },
};

/** Files that put another module in the place of one: processes and modules of their own. */
const apart: TestProjectInlineConfiguration = {
  test: { ...onDatabase, name: 'apart', include: APART, sequence: { groupOrder: 1 } },
};

const web: TestProjectInlineConfiguration = {
  ...(existsSync(new URL(WEB_CONFIG, import.meta.url)) ? { extends: WEB_CONFIG } : {}),
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: [
      'apps/web/{src,gallery}/**/*.test.{ts,tsx}',
      'apps/desk/src/**/*.test.{ts,tsx}',
      'packages/ui/src/**/*.test.{ts,tsx}',
    ],
    environment: 'jsdom',
    // The set-up takes away what the file before left: half of the time went into new windows.
    setupFiles: ['./apps/web/test/setup.ts'],
    isolate: false,
    pool: 'threads',
    testTimeout: 20_000,
    sequence: { groupOrder: 2 },
  },
};

/** An option runs a minute whatever we do: others compute meanwhile. */
const STARTING_WORKERS = 3;

/** The started product from outside, by calls and sockets alone; it mostly waits for it. */
const product: TestProjectInlineConfiguration = {
  test: {
    name: 'product',
    include: ['apps/e2e/src/product/**/*.test.ts'],
    globalSetup: ['./apps/e2e/src/support/template.ts'],
    pool: 'forks',
    maxWorkers: STARTING_WORKERS,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { groupOrder: 3 },
  },
};

/** Every page in every window and language takes ten minutes and more: a command of its own. */
const isOfWindows = process.env['WINDOWS'] !== undefined;

/** The started product from outside, through a real browser. */
const e2e: TestProjectInlineConfiguration = {
  test: {
    name: 'e2e',
    include: ['apps/e2e/src/**/*.test.ts'],
    exclude: ['apps/e2e/src/product/**', ...(isOfWindows ? [] : ['apps/e2e/src/windows/**'])],
    globalSetup: ['./apps/e2e/src/support/template.ts', './apps/e2e/src/global-setup.ts'],
    pool: 'forks',
    // A worker goes on with its Chromium: half of the time went into new ones and their imports.
    isolate: false,
    maxWorkers: STARTING_WORKERS,
    // Pages at once in each worker: more of them only wait for one another.
    maxConcurrency: 3,
    // Each wait has an end of its own; this one is for a machine that does much else.
    testTimeout: isOfWindows ? 4 * 3_600_000 : 600_000,
    hookTimeout: isOfWindows ? 1_200_000 : 300_000,
    sequence: { groupOrder: 4 },
  },
};

/** What takes longest begins first: begun last, it would run on alone beside an idle worker. */
const LONGEST = [
  /journeys\/loans/,
  /journeys\/plans/,
  /journeys\/(?:options|tokens|cashier)/,
  /journeys\/crawl-(?:desktop|mobile)/,
  /simulation\/planted/,
  /cashier\/planted-money/,
  /loans\/planted-loans/,
  /plans\/planted-plans/,
  /nft\/planted-tokens/,
  /simulation\/loans\/loans/,
  /simulation\/plans\/plans/,
  /simulation\/nft\/tokens/,
  /cashier\/money/,
  /test\/access\./,
  /simulation\/simulation/,
  /engine\/reached/,
  /cluster\/embedded-postgres/,
  /product\/kill/,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = LONGEST.flatMap((name) => sorted.filter(({ moduleId }) => name.test(moduleId)));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}

const withoutBrowser = (process.env['CANDOR_NO_BROWSER'] ?? '') !== '';

export default defineConfig({
  test: {
    // Property tests and a database share the cores with the tests; more workers only wait.
    maxWorkers: '100%',
    // The books of all journeys are summed after the last one, and a busy machine takes its time.
    teardownTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    projects: [pure, server, apart, web, product, ...(withoutBrowser ? [] : [e2e])],
  },
});
