import {
  ASSETS,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  ensure,
  isAsset,
  isoText,
  parseMoney,
  plusMs,
} from '@candor/kernel';
import { NETWORKS } from '@candor/protocol';
import { writeAudit } from './audit/index.ts';
import { ADJUSTS_NONE, KINDS_ABOVE } from './case-kinds.ts';
import { type Cases, createCases } from './cases/index.ts';
import { ConfigRefused } from './config-refused.ts';
import { readConfig } from './config.ts';
import { type OPERATOR_KEYS, createParameters, isParameterKey } from './parameters/index.ts';
import type { Database } from './platform/postgres/db.ts';
import { readInstallation } from './platform/postgres/installation.ts';
import { APP_ROLE, DESK_ROLE } from './platform/postgres/migrate.ts';
import { moveTestClock, readClock } from './platform/postgres/test-clock.ts';
import { offerSamples } from './nft/index.ts';
import { createLog, sayToOperator } from './platform/process/log.ts';
import { SecretsRefused } from './platform/secrets/secrets.ts';
import { fund, sign } from './played-chains.ts';
import { KNOWN_EVERYWHERE_MS, Refused, openRunning, whoIsHere } from './operator-database.ts';

const USAGE = `What can be played while a rehearsal runs, and nowhere else:

  npm run rehearse -- clock +1d        moves its time ahead, by days, hours (h) or minutes (m)
  npm run rehearse -- operator         names an operator, where none is named yet
  npm run rehearse -- keys             confirms the keys deposit addresses are made from, by decided cases
  npm run rehearse -- fund-house 50000 [USDT]
                                       brings so much into the house, by a decided case
  npm run rehearse -- tokens           offers sample tokens of a sample charity, by decided cases, and opens bids
  npm run rehearse -- fund USER 100 USDT [NETWORK]
                                       pays a user's deposit address on a chain of the rehearsal
  npm run rehearse -- sign FILE        signs an exported batch of pay-outs and sends it`;

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
  roles: ['cashierMaker', 'cashierChecker', 'content', 'risk'] as const,
  hasPasskey: false,
}));
const [PROPOSER, ...DECIDERS] = PLAYED;

/** Cases of the Candor that runs; it carries out what is decided here, as it does every other. */
async function withCases(db: Database, work: (cases: Cases) => Promise<void>): Promise<void> {
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
      members: {
        active: async () => PLAYED,
        namesOf: async () => new Map(),
        isOwn: async () => false,
      },
    });
    await work(cases);
  } finally {
    await deskDb.end();
  }
}

/** Both yeses of a case: nothing that needs them comes about otherwise, in a rehearsal neither. */
async function approve(
  cases: Cases,
  { id, number }: { readonly id: string; readonly number: string },
  {
    reason,
    action,
  }: {
    readonly reason: 'received' | 'key-compared' | 'as-proposed';
    readonly action: string;
  },
): Promise<void> {
  for (const decider of DECIDERS) {
    const rowHash = (await cases.approval(id))?.rowHash.toString('hex') ?? '';
    const move = { kind: 'approve', rowHash, reason } as const;
    const moved = await cases.move(id, { actor: decider, move, text: null, action });
    if (!moved.ok) throw new Refused(`${number} was refused (${moved.failure.name}).`);
  }
}

async function fundHouse(db: Database, word: string, asset: string): Promise<void> {
  const amount = isAsset(asset) ? parseMoney(word, asset) : null;
  if (amount === null || amount.units <= 0n) {
    throw new Refused(`An amount and one of ${ASSETS.join(', ')} are needed.`);
  }
  const terms = {
    kind: 'houseFunding',
    asset: amount.asset,
    units: amount.units,
    account: 'outside',
    reference: 'rehearsal',
  } as const;
  const action = 'rehearse.fund-house';
  await withCases(db, async (cases) => {
    const actor = ensure(PROPOSER, 'a case has its proposer');
    const opened = await cases.propose({ actor, terms, note: 'A rehearsal', action });
    if (!opened.ok) throw new Refused(`The case could not be opened (${opened.failure.name}).`);
    await approve(cases, opened.value, { reason: 'received', action });
    sayToOperator(
      `${opened.value.number} is decided: the house has ${word} ${asset} more within seconds.`,
    );
  });
}

/** Confirms the keys addresses are made from; a rehearsal has one for each network. */
async function keys(db: Database): Promise<void> {
  await withCases(db, async (cases) => {
    const actor = ensure(DECIDERS[0], 'a case has two deciders');
    const query = { state: 'waiting', kind: 'payInKey', size: NETWORKS.length } as const;
    const { records } = await cases.list(actor, query);
    const said = { reason: 'key-compared', action: 'rehearse.keys' } as const;
    for (const one of records) await approve(cases, one, said);
    sayToOperator(
      records.length === 0
        ? 'No key waits for anybody.'
        : `${records.map(({ subject }) => subject).join(', ')}: confirmed, and open within seconds.`,
    );
  });
}

/** Offers samples where there are none, and lets real money of the rehearsal bid for them. */
async function tokens(db: Database): Promise<void> {
  const time = await readClock(db);
  const action = 'rehearse.tokens';
  await withCases(db, async (cases) => {
    const actor = ensure(PROPOSER, 'a case has its proposer');
    const isNew = await offerSamples({ db, at: time.now() }, async (kind, proposal) => {
      const said = { actor, proposal, note: 'A rehearsal', action };
      const opened = await cases.proposeAs(kind, said);
      if (!opened.ok) throw new Refused(`The case could not be opened (${opened.failure.name}).`);
      await approve(cases, opened.value, { reason: 'as-proposed', action });
    });
    sayToOperator(
      isNew ? 'Twelve sample tokens are on sale within seconds.' : 'The samples are there already.',
    );
  });
  const parameters = createParameters({ db, clock: time });
  await parameters.reload();
  if (parameters.count('nft.enabled') === 1) return;
  const from = plusMs(time.now(), KNOWN_EVERYWHERE_MS);
  const opened = { key: 'nft.enabled', value: '1', from, note: 'Of a rehearsal' } as const;
  const set = await parameters.set(opened);
  if (!set.ok) throw new Refused(`nft.enabled: 1 is refused (${set.failure.name}).`);
}

type Command = (db: Database, words: readonly string[]) => Promise<void>;

/** What each does, and how many words it takes at most. */
const ACTS: Readonly<Record<string, { readonly act: Command; readonly words: number }>> = {
  clock: { act: (db, [word = '']) => clock(db, word), words: 1 },
  operator: { act: operator, words: 1 },
  keys: { act: keys, words: 0 },
  tokens: { act: tokens, words: 0 },
  'fund-house': {
    act: (db, [word = '', asset = 'USDT']) => fundHouse(db, word, asset),
    words: 2,
  },
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
