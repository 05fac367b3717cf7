import { DAY_MS, HOUR_MS, MINUTE_MS, ensure, isoText, plusMs } from '@candor/kernel';
import { writeAudit } from './audit/index.ts';
import { ADJUSTS_NONE, KINDS_ABOVE } from './case-kinds.ts';
import { createCases } from './cases/index.ts';
import { ConfigRefused } from './config-refused.ts';
import { readConfig } from './config.ts';
import { type OPERATOR_KEYS, createParameters, isParameterKey } from './parameters/index.ts';
import type { Database } from './platform/postgres/db.ts';
import { readInstallation } from './platform/postgres/installation.ts';
import { APP_ROLE, DESK_ROLE } from './platform/postgres/migrate.ts';
import { moveTestClock, readClock } from './platform/postgres/test-clock.ts';
import { createLog, sayToOperator } from './platform/process/log.ts';
import { SecretsRefused } from './platform/secrets/secrets.ts';
import { fund, sign } from './played-chains.ts';
import { KNOWN_EVERYWHERE_MS, Refused, openRunning, whoIsHere } from './operator-database.ts';

const USAGE = `What can be played while a rehearsal runs, and nowhere else:

  npm run rehearse -- clock +1d        moves its time ahead, by days, hours (h) or minutes (m)
  npm run rehearse -- operator         names an operator, where none is named yet
  npm run rehearse -- fund-house 50000 brings so many USDT into the house, by a decided case
  npm run rehearse -- fund USER 100 USDT [NETWORK]
                                       pays a user's deposit address on a chain of the rehearsal
  npm run rehearse -- sign FILE        signs an exported batch of pay-outs and sends it`;

/** @units of USDT per whole one */
const USDT = 1_000_000n;

const UNITS = { d: DAY_MS, h: HOUR_MS, m: MINUTE_MS } as const;

const CLOCK_REFUSED = {
  'no-rehearsal': 'This is no rehearsal: its time is the time.',
  'too-far': 'A test clock goes at most ten years ahead.',
} as const;

async function clock(db: Database, word: string): Promise<void> {
  const [, count = '', unit = ''] = /^\+([1-9]\d{0,6})([dhm])$/.exec(word) ?? [];
  if (unit === '') {
    throw new Refused('A test clock goes forward only, such as +1d, +12h or +30m.');
  }
  const byMs = Number.parseInt(count, 10) * UNITS[unit as keyof typeof UNITS];
  const refused = await moveTestClock(db, byMs);
  if (refused !== null) throw new Refused(CLOCK_REFUSED[refused]);
  sayToOperator(`It is ${isoText((await readClock(db)).now())} in this rehearsal.`);
}

/** What stands wherever an operator is named; nobody may take it for one. */
const NAMES: Readonly<Record<(typeof OPERATOR_KEYS)[number], string>> = {
  'operator.name': 'Nobody (rehearsal)',
  'operator.address': 'Nowhere (rehearsal)',
  'operator.country': 'None (rehearsal)',
  'operator.licence': 'Not licensed (rehearsal)',
  'operator.complaints': 'rehearsal@candor.invalid',
  'operator.charityRegister': 'None (rehearsal)',
};

/** Besides the names: below this floor no real business begins, and without one there is none. */
const STATED: Readonly<Record<string, string>> = { ...NAMES, 'house.floorNewBusiness': '1000' };

async function operator(db: Database): Promise<void> {
  const time = await readClock(db);
  const parameters = createParameters({ db, clock: time });
  await parameters.reload();
  const from = plusMs(time.now(), KNOWN_EVERYWHERE_MS);
  const unnamed = Object.entries(STATED).flatMap(([key, value]) =>
    isParameterKey(key) && parameters.history(key).length < 2 ? [{ key, value }] : [],
  );
  for (const { key, value } of unnamed) {
    const set = await parameters.set({ key, value, from, note: 'Of a rehearsal' });
    if (!set.ok) throw new Refused(`${key}: ${value} is refused (${set.failure.name}).`);
  }
  sayToOperator(
    unnamed.length === 0
      ? 'The operator is named already.'
      : `The operator is ${NAMES['operator.name']} from ${isoText(from)} on.`,
  );
}

/** Who proposes, approves and decides in a rehearsal: three, as the rules and the database ask for. */
const PLAYED = ['proposer', 'maker', 'checker'].map((name) => ({
  id: `rehearsal:${name}`,
  name,
  roles: ['cashierMaker', 'cashierChecker'] as const,
  hasPasskey: false,
}));

/** The whole way of a case: no entry of the books comes about otherwise, in a rehearsal neither. */
async function fundHouse(db: Database, word: string): Promise<void> {
  if (!/^[1-9]\d{0,11}$/.test(word)) throw new Refused('An amount in whole USDT is needed.');
  const time = await readClock(db);
  const parameters = createParameters({ db, clock: time });
  await parameters.reload();
  const deskDb = await openRunning(readConfig(), DESK_ROLE);
  try {
    const cases = createCases({
      db,
      deskDb,
      clock: time,
      log: createLog({ level: 'silent' }),
      committed: () => undefined,
      parameters,
      kinds: KINDS_ABOVE,
      adjusted: ADJUSTS_NONE,
      members: { active: async () => PLAYED, namesOf: async () => new Map() },
    });
    const terms = {
      kind: 'houseFunding',
      asset: 'USDT',
      units: BigInt(word) * USDT,
      account: 'outside',
      reference: 'rehearsal',
    } as const;
    const action = 'rehearse.fund-house';
    const [proposer, ...deciders] = PLAYED;
    const actor = ensure(proposer, 'a case has its proposer');
    const opened = await cases.propose({ actor, terms, note: 'A rehearsal', action });
    if (!opened.ok) throw new Refused(`The case could not be opened (${opened.failure.name}).`);
    const { id, number } = opened.value;
    for (const decider of deciders) {
      const rowHash = (await cases.approval(id))?.rowHash.toString('hex') ?? '';
      const move = { kind: 'approve', rowHash, reason: 'received' } as const;
      const moved = await cases.move(id, { actor: decider, move, text: null, action });
      if (!moved.ok) throw new Refused(`${number} was refused (${moved.failure.name}).`);
    }
    // The Candor that runs carries it out, as it does every other.
    sayToOperator(`${number} is decided: the house has ${word} USDT more within seconds.`);
  } finally {
    await deskDb.end();
  }
}

type Command = (db: Database, words: readonly string[]) => Promise<void>;

/** What each does, and how many words it takes at most. */
const ACTS: Readonly<Record<string, { readonly act: Command; readonly words: number }>> = {
  clock: { act: (db, [word = '']) => clock(db, word), words: 1 },
  operator: { act: operator, words: 1 },
  'fund-house': { act: (db, [word = '']) => fundHouse(db, word), words: 1 },
  fund: { act: fund, words: 4 },
  sign: { act: sign, words: 1 },
};

async function run(args: readonly string[]): Promise<void> {
  const [name = '', ...words] = args;
  const found = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (found === undefined || words.length > found.words) throw new Refused(USAGE);
  const db = await openRunning(readConfig(), APP_ROLE);
  try {
    if ((await readInstallation(db)) !== 'rehearsal') {
      throw new Refused('This is no rehearsal: nothing is played where money may be real.');
    }
    const { now } = await readClock(db);
    await db.transaction((tx) =>
      writeAudit(tx, {
        at: now(),
        actor: { kind: 'terminal', name: whoIsHere() },
        action: `rehearse.${name}`,
        subject: words.length === 0 ? null : words.join(' ').slice(0, 200),
        details: {},
      }),
    );
    await found.act(db, words);
  } finally {
    await db.end();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isPlain =
    error instanceof Refused || error instanceof ConfigRefused || error instanceof SecretsRefused;
  sayToOperator(isPlain ? error.message : String((error as Error).stack ?? error));
  process.exitCode = 1;
}
