/**
 * `npm run soak -- simulation`, `cashier`, `loans`, `plans` or `tokens`: plays the named simulation with one seed
 * after another until one of them fails or the time is over. `--minutes 30` says how long, `--seed 1` where to begin.
 * `npm run soak -- crash-days`: plays the worst day of each recording in the folder that
 * CANDOR_RECORDINGS names to a hundred accounts, and looks at every stop in the raw file.
 * `npm run soak -- crawl`: goes once through every page in all languages.
 * `npm run soak -- sources`: ten thousand games of each class of instruments against an adversary who
 * owns one of its venues, a quarter as many in which honest connections break, and a thousand crashes
 * with and without him.
 * `npm run soak -- pile`: once 300 accounts with 500 contracts each, whose stops one tick sets off.
 * `npm run soak -- auctions`: kills the process that ends auctions two hundred times.
 * `npm run soak -- forgery`: makes 8,000 false receipts and more of 200 true ones; none may be accepted.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** A number after its flag, or what it is without. */
function numberAfter(flag: string, usual: number): number {
  const place = process.argv.indexOf(flag);
  return place < 0 ? usual : Number.parseInt(process.argv[place + 1] ?? '', 10);
}

/** Every page in every language, at both widths, and the pseudo language. */
function crawl(): never {
  // Through `npm test`: it builds the page first.
  const run = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../test.mjs', import.meta.url)), 'journeys/crawl'],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, CRAWL_LANGUAGES: 'all' },
    },
  );
  process.exit(run.status ?? 1);
}

/** A hundred and fifty thousand stops at once, and the process killed in their middle. */
function pile(): never {
  const run = spawnSync(
    process.execPath,
    [VITEST, 'run', '--project', 'server', 'apps/server/src/engine/orders/pile.test.ts'],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PILE: '300x500' } },
  );
  process.exit(run.status ?? 1);
}

/** False receipts of 200 true ones, every field changed. */
function forgery(): never {
  const run = spawnSync(
    process.execPath,
    [VITEST, 'run', '--project', 'pure', 'scripts/verify/test/forgery'],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, FORGERY_BASES: '200' } },
  );
  process.exit(run.status ?? 1);
}

/** Two hundred ends of auctions whose process is killed. */
function auctions(): never {
  const run = spawnSync(
    process.execPath,
    [VITEST, 'run', '--project', 'server', 'apps/server/src/nft/killed.test.ts'],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, AUCTION_KILLS: '200' } },
  );
  process.exit(run.status ?? 1);
}

/** The worst day of every recording. */
function crashDays(): never {
  if ((process.env['CANDOR_RECORDINGS'] ?? '') === '') {
    say('CANDOR_RECORDINGS is not set: without recordings there is no crash day to play.');
    process.exit(1);
  }
  const run = spawnSync(process.execPath, [VITEST, 'run', '--project', 'server', 'crash-days'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, CRASH_DAYS: 'all' },
  });
  process.exit(run.status ?? 1);
}

/** Games against an adversary who owns a venue. */
function sources(): never {
  const run = spawnSync(process.execPath, [VITEST, 'run', '--project', 'apart', 'test/sources'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SOURCE_GAMES: '10000' },
  });
  process.exit(run.status ?? 1);
}

/** Simulations by their names. */
const SIMULATIONS: Readonly<Record<string, string>> = {
  simulation: 'simulation/simulation',
  cashier: 'simulation/cashier/money',
  loans: 'simulation/loans/loans',
  plans: 'simulation/plans/plans',
  tokens: 'simulation/nft/tokens',
};
const name = process.argv[2] ?? '';
if (name === 'crawl') crawl();
if (name === 'pile') pile();
if (name === 'sources') sources();
if (name === 'crash-days') crashDays();
if (name === 'forgery') forgery();
if (name === 'auctions') auctions();
const simulation = SIMULATIONS[name];
if (simulation === undefined) {
  const names = [
    ...Object.keys(SIMULATIONS),
    'auctions',
    'crash-days',
    'crawl',
    'forgery',
    'pile',
    'sources',
  ];
  say(`What to soak is missing: ${names.join(', ')}.`);
  process.exit(1);
}

const until = performance.now() + numberAfter('--minutes', 60) * 60_000;
let seed = numberAfter('--seed', 1);
let played = 0;
while (performance.now() < until) {
  const run = spawnSync(
    process.execPath,
    [VITEST, 'run', '--project', 'server', `apps/server/test/${simulation}.test.ts`],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, SIM_SEED: String(seed), SIM_RUNS: '20' },
    },
  );
  if (run.status !== 0) {
    say(run.stdout);
    say(run.stderr);
    say(`Seed ${seed} fails: SIM_SEED=${seed} SIM_RUNS=20 npm test -- ${simulation}`);
    process.exit(1);
  }
  played += 20;
  say(`${played} runs, seed ${seed}: nothing found`);
  seed += 1;
}
