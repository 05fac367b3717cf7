import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { DAY_MS, type RequestId, money, newUuid, parseMoney, plusMs } from '@candor/kernel';
import { RISK_VERSION } from '@candor/protocol';
import { entryOf, pays } from '../test/books.ts';
import { fundHouse } from '../test/decided-case.ts';
import { decideCase, plantTokens, termsOf } from '../test/nft-planting.ts';
import { beneficiaryProposal, tokenProposal } from '../src/nft/deciding/terms.ts';
import { insertArt } from '../src/nft/pictures/picture-store.ts';
import { commitEntries } from '../src/ledger/index.ts';
import { OPERATOR_KEYS } from '../src/parameters/index.ts';
import { hashOf } from '../src/platform/commit/idempotency.ts';
import { type Database, openDatabase } from '../src/platform/postgres/db.ts';
import { systemClock } from '../src/platform/process/clock.ts';
import { type Bench, closeAll, startBench, throughCommands } from './orders.ts';

const BIDDERS = 500;
const SECONDS = 4;
const ROUNDS = 3;
const LISTED = 10_000;
const PAGE = 20;
const USDT = 1_000_000n;

const hundredths = (figure: number): string => String(Math.round(figure * 100) / 100);
const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

/** Lets real money bid: an operator, a house with its floor, the switch, bidders with cash. */
async function openReal({ app, db, traders }: Bench, owner: Database): Promise<void> {
  const at = systemClock.now();
  const said = [
    ...OPERATOR_KEYS.map(
      (key) => [key, key.endsWith('complaints') ? 'a@bench.invalid' : 'A bench'] as const,
    ),
    ['house.floorNewBusiness', '1'] as const,
    ['nft.enabled', '1'] as const,
  ];
  for (const [key, value] of said) {
    const from = plusMs(systemClock.now(), 50);
    const set = await app.parameters.set({ key, value, from, note: 'a bench' });
    if (!set.ok) throw new Error(`${key}: ${set.failure.name}`);
  }
  await fundHouse({ db, owner }, 1_000_000n * USDT, at);
  for (const { userId } of traders) {
    await db.query(
      `insert into accounts.appropriateness (user_id, number, at, country, answers, is_enough,
         warning_accepted, risk_version, real_from)
       values ($1, 1, now(), 'DE', '{}', true, false, $2, now())`,
      [userId, RISK_VERSION],
    );
    const paid = [pays('world:tron', 'user:cash', 10n ** 15n)];
    const entry = entryOf('deposit', userId, paid, { at, cause: 'timer' });
    await db.transaction((tx) => commitEntries(tx, [entry], at));
  }
}

/** A charity, a picture and one auction; answers its id. */
async function offer(bench: Bench, owner: Database): Promise<string> {
  const { app, db } = bench;
  const at = systemClock.now();
  const product = { app, owner, clock: systemClock };
  const [charityId, artId, id] = [newUuid(at), newUuid(at), newUuid(at)];
  const charity = {
    name: 'A bench',
    country: 'GB',
    register: 'A register',
    registerNumber: '1',
    registerUrl: null,
    agreement: 'A-1',
    agreedOn: '2023-11-01' as never,
    isSample: false,
  };
  await decideCase(product, 'beneficiary', beneficiaryProposal(charityId, charity, 'a bench'), 'B');
  const images = [{ width: 640, height: 640, name: '0'.repeat(64), bytes: Buffer.from('a bench') }];
  await db.transaction((tx) =>
    insertArt(tx, { id: artId, seed: null, images, author: 'a bench', at }),
  );
  const terms = termsOf(
    product,
    { charityId, artId },
    {
      price: money('USDT', USDT),
      auction: {
        step: money('USDT', 1n),
        endsAt: plusMs(at, DAY_MS),
        extension: { minutes: 5, most: 3 },
      },
    },
  );
  const shown = { charity: charity.name, picture: '', note: 'a bench' };
  await decideCase(product, 'token', tokenProposal(id, terms, shown));
  return id;
}

type Bids = { readonly perSecond: number; readonly refused: number; readonly p99Ms: number };

/** Every bidder bids on one token again and again, each time above all before. */
async function throughBids({ app, traders }: Bench, id: string): Promise<Bids> {
  const [token] = await app.nft.newsOf([id]);
  let { units } = parseMoney(token?.currentBid ?? '1', 'USDT') ?? money('USDT', USDT);
  const started = performance.now();
  const until = started + SECONDS * 1_000;
  const took: number[] = [];
  let refused = 0;
  await Promise.all(
    traders.slice(0, BIDDERS).map(async ({ userId }) => {
      while (performance.now() < until) {
        units += 1n;
        const amount = `${units / USDT}.${String(units % USDT).padStart(6, '0')}`;
        const requestId = randomUUID() as RequestId;
        const body = { id, kind: 'bid' as const, amount, requestId };
        const request = { userId, requestId, call: 'nft.buy', bodyHash: hashOf(body) };
        const asked = performance.now();
        const said = await app.nft.commands.bid({ userId, request, body });
        took.push(performance.now() - asked);
        if (said.kept.includes('"20004"')) continue;
        refused += 1;
        // Overtaken by another bid of the bench; whatever else is refused would be measured as nothing.
        if (!said.kept.includes('belowNext')) throw new Error(said.kept);
      }
    }),
  );
  const perSecond = ((took.length - refused) * 1_000) / (performance.now() - started);
  const p99Ms = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;
  return { perSecond, refused, p99Ms };
}

/** Bids on one token beside orders of the same run, and pages of a long list of tokens. */
export async function* benchNft(dataDir: string): AsyncGenerator<string> {
  const bench = await startBench(dataDir, { more: { turns: 'byTimer' } });
  const owner = openDatabase(bench.server.connection as never);
  try {
    await openReal(bench, owner);
    const id = await offer(bench, owner);
    const ratios: number[] = [];
    const rounds: Bids[] = [];
    const orders: number[] = [];
    // Once for nothing: code is compiled and statements are planned.
    await throughCommands(bench.app, bench.traders);
    await closeAll(bench.app, bench.db);
    await throughBids(bench, id);
    while (rounds.length < ROUNDS) {
      const placed = await throughCommands(bench.app, bench.traders);
      await closeAll(bench.app, bench.db);
      const bids = await throughBids(bench, id);
      await bench.app.relay.settled();
      orders.push(placed);
      rounds.push(bids);
      ratios.push(bids.perSecond / placed);
    }
    const refused = rounds.reduce((sum, one) => sum + one.refused, 0);
    yield (
      `bids of ${BIDDERS} bidders on one token: ${Math.round(median(rounds.map((one) => one.perSecond)))}/s, ` +
        `÷ orders of the same run (${Math.round(median(orders))}/s) ${hundredths(median(ratios))} (limit 0.2), ` +
        `p99 ${Math.round(median(rounds.map((one) => one.p99Ms)))} ms, ${refused} overtaken`
    );
    await plantTokens(owner, id, { count: LISTED, apartMs: 60_000 });
    await owner.query('analyze nft.token');
    const pages = [1, LISTED / PAGE / 2, LISTED / PAGE];
    const times: number[] = [];
    for (const page of pages) {
      const tries: number[] = [];
      for (let tried = 0; tried < 20; tried += 1) {
        const asked = performance.now();
        const { records } = await bench.app.nft.list({ page, size: PAGE, status: 'open' });
        tries.push(performance.now() - asked);
        if (records.length !== PAGE) throw new Error(`page ${page} has ${records.length} tokens`);
      }
      times.push(median(tries));
    }
    yield (
      `a page of ${PAGE} of ${LISTED} tokens: first, middle, last ` +
        `${times.map(hundredths).join(', ')} ms (limit 50 ms)`
    );
  } finally {
    await owner.end();
    await bench.end();
  }
}
