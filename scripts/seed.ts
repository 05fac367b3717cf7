/**
 * `npm run seed`: fills an empty data folder with a demo installation: accounts with pass phrases that
 * are printed here and nowhere else, weeks of practice trades at simulated prices, open contracts,
 * orders that wait, options, a conversation with support. `--days 7` says how much history; with
 * `--rehearsal` the folder becomes a rehearsal, for good, as it does by a first start.
 */
import { parseArgs } from 'node:util';
import { DAY_MS, plusMs } from '@candor/kernel';
import { createTestClock } from '@candor/testkit';
import { ConfigRefused } from '../apps/server/src/config-refused.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { systemClock } from '../apps/server/src/platform/process/clock.ts';
import { DataDirInUse } from '../apps/server/src/platform/cluster/embedded-postgres.ts';
import { InstallationRefused } from '../apps/server/src/platform/postgres/installation.ts';
import { createLog } from '../apps/server/src/platform/process/log.ts';
import { openInstallation } from './seed/installation.ts';
import { createSeedMarket } from './seed/market.ts';
import { type Told, play } from './seed/story.ts';

const DAYS = { usual: 21, most: 90 };
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/**
 * Fills the empty data folder that the settings name, up to this moment. Every command goes through
 * the calls of the product, on its own clock; the books are checked before it stops.
 *
 * @throws ConfigRefused when the folder is not empty
 */
export async function seed(options: {
  readonly days: number;
  readonly isRehearsal?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}): Promise<Told & { readonly dataDir: string }> {
  const config = readConfig(options.env, options.isRehearsal === true ? ['--rehearsal'] : []);
  const log = createLog({ level: config.logLevel });
  const clock = createTestClock(plusMs(systemClock.now(), -options.days * DAY_MS));
  const market = await createSeedMarket({ clock, log });
  const installation = await openInstallation({ config, clock, log, feed: market.feed });
  try {
    market.readBy(installation.app.market);
    await installation.app.start();
    const told = await play({ installation, market, clock }, options.days);
    return { ...told, dataDir: config.dataDir };
  } finally {
    await installation.stop();
  }
}

function asked(): { readonly days: number; readonly isRehearsal: boolean } {
  const { values } = parseArgs({
    options: { days: { type: 'string' }, rehearsal: { type: 'boolean' } },
  });
  const text = values.days ?? String(DAYS.usual);
  const days = /^\d{1,3}$/.test(text) ? Number.parseInt(text, 10) : 0;
  if (days < 1 || days > DAYS.most) {
    throw new ConfigRefused(`--days needs a number from 1 to ${DAYS.most}.`);
  }
  return { days, isRehearsal: values.rehearsal === true };
}

async function run(): Promise<void> {
  const wanted = asked();
  const { accounts, receiptNo, conversation, dataDir } = await seed(wanted);
  const what = wanted.isRehearsal ? 'a rehearsal with a demo' : 'a demo';
  say(`${dataDir} holds ${what} now. Start it with FEED=simulated npm start and sign in as`);
  for (const { username, password, about } of accounts) {
    say(`  ${username} · ${password} · ${about}`);
  }
  say(`A receipt: ${receiptNo} · a conversation: ${conversation} · every book sums to zero.`);
}

if (import.meta.main) {
  try {
    await run();
    process.exit(0);
  } catch (error) {
    const isPlain =
      error instanceof ConfigRefused ||
      error instanceof DataDirInUse ||
      error instanceof InstallationRefused;
    const { message, stack } = error as Error;
    process.stderr.write(`${isPlain ? message : (stack ?? message)}\n`);
    // A product that was put together and never started leaves timers.
    process.exit(1);
  }
}
