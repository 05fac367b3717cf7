// Promise: whatever meets at a token, it has one winner, every other bid is given back once, and the books sum to
// zero: two bids, a bid and the end, two buyers, an end under load, and a process that ends before a write.
// (RELIABILITY N1, N3, N4, N7)
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, type RequestId, plusMs } from '@candor/kernel';
import { hashOf } from '../platform/commit/idempotency.ts';
import type { Database } from '../platform/postgres/db.ts';
import { createBreaking, killedEverywhere } from '../../test/breaking.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Bidder,
  type NftProduct,
  USDT,
  expectNftAddsUp,
  nftDepsOf,
  plantTokens,
  startNftProduct,
} from '../../test/nft.ts';
import { type Nft, createNft } from './index.ts';

/** Races of each kind. */
const RACES = 200;
/** Of which so many are run at once, each by two bidders of its own. */
const LANES = 4;
const PATIENCE_MS = 180_000;

let stage: NftProduct;
let bidders: Bidder[];
/** Two of them, as two processes would be: their commands share no transaction. */
let sides: readonly [Nft, Nft];

const another = (acting?: Database): Nft => createNft(nftDepsOf(stage.product, acting));

beforeAll(async () => {
  stage = await startNftProduct();
  bidders = [];
  for (let made = 0; made < 2 * LANES; made += 1)
    bidders.push(await stage.bidder(1_000_000n * USDT));
  sides = [another(), another()];
});
afterAll(async () => {
  await expectNftAddsUp(stage.product);
  await stage.product.stop();
});

type SaidBid = { readonly id: string; readonly amount: string; readonly kind?: 'bid' | 'buy' };

async function say(nft: Nft, who: number, asked: SaidBid): Promise<string> {
  const { userId } = bidders[who] as Bidder;
  const requestId = randomUUID() as RequestId;
  const body = { kind: 'bid' as const, ...asked, requestId };
  const request = { userId, requestId, call: 'nft.buy', bodyHash: hashOf(body) };
  const said = await nft.commands.bid({ userId, request, body });
  return (JSON.parse(said.kept) as { code: string }).code;
}

/** How a token stands: its state, and how many lead on it or own it, by the books too. */
async function standing(id: string) {
  const [row] = await stage.product.owner.query<Record<string, string | number>>(
    `select t.state, t.bids, t.current::text,
       (select count(*)::int from nft.part p where p.token_id = t.id and p.state in ('leading', 'won')) as first,
       (select count(*)::int from ledger.entry e where e.kind = 'nft-sale' and e.subject = t.id) as sales,
       (select count(*)::int from ledger.entry e join nft.bid b on b.id = e.subject
        where e.kind = 'nft-outbid' and b.token_id = t.id) as refunds
     from nft.token t where t.id = $1`,
    [id],
  );
  return row;
}

async function auctions(said: { count?: number; apartMs?: number } = {}): Promise<string[]> {
  const like = await stage.offer({
    auction: {
      step: { asset: 'USDT', units: 10n * USDT },
      endsAt: plusMs(stage.product.clock.now(), 5 * MINUTE_MS),
      extension: { minutes: 1, most: 0 },
    },
  });
  return plantTokens(stage.product.owner, like, { count: RACES, ...said });
}

/** Runs a race for each token, some at once; a race has a number, and two bidders no other has meanwhile. */
async function raced(
  ids: readonly string[],
  race: (id: string, of: { number: number; a: number; b: number }) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < ids.length; first += LANES) {
    const some = ids.slice(first, first + LANES).map((id, lane) => {
      const [a, b] = [2 * lane, 2 * lane + 1];
      return race(id, { number: first + lane, a, b });
    });
    await Promise.all(some);
  }
}

/** Ends everything that is due. */
async function endAll(): Promise<void> {
  for (let left = 1; left > 0;) left = await sides[0].ending.turn();
}

test(
  'two bids at once: one leads, the lower one is given back or refused',
  async () => {
    await raced(await auctions(), async (id, { number, a, b }) => {
      const [one, other] = number % 2 === 0 ? [a, b] : [b, a];
      const codes = await Promise.all([
        say(sides[0], one, { id, amount: '100' }),
        say(sides[1], other, { id, amount: number % 3 === 0 ? '100' : '110' }),
      ]);
      const taken = codes.filter((code) => code === '200').length;
      expect(taken).toBeGreaterThan(0);
      expect(await standing(id)).toMatchObject({ bids: taken, first: 1, refunds: taken - 1 });
    });
  },
  PATIENCE_MS,
);

test(
  'a bid at the end: it leads and wins, or comes too late, and the auction ends once',
  async () => {
    const { clock } = stage.product;
    const ends = plusMs(clock.now(), 5 * MINUTE_MS);
    const ids = await auctions({ apartMs: MINUTE_MS });
    // Of every other one another leads before.
    await raced(ids, async (id, { number, a }) => {
      if (number % 2 === 0) await say(sides[0], a, { id, amount: '100' });
    });
    const outcomes = { taken: 0, late: 0 };
    for (const [race, id] of ids.entries()) {
      clock.set(plusMs(ends, (race + 1) * MINUTE_MS - 1));
      const bid = say(sides[0], 1, { id, amount: '200' });
      // From an end that comes first to a bid that does.
      if (race % 5 === 4) await bid;
      else if (race % 5 > 0) await pause(race % 5);
      clock.advance(1);
      const [code] = await Promise.all([bid, sides[0].ending.turn(), sides[1].ending.turn()]);
      await endAll();
      const isTaken = code === '200';
      expect([code, race % 5 === 0 && isTaken]).toEqual([isTaken ? '200' : '10020', false]);
      outcomes[isTaken ? 'taken' : 'late'] += 1;
      const before = race % 2 === 0 ? 1 : 0;
      expect(await standing(id)).toMatchObject(
        isTaken || before === 1
          ? {
              ...{
                state: 'sold',
                first: 1,
                sales: 1,
                current: isTaken ? '200000000' : '100000000',
              },
              ...{ bids: before + (isTaken ? 1 : 0), refunds: isTaken ? before : 0 },
            }
          : { state: 'closed', bids: 0, first: 0, sales: 0 },
      );
    }
    expect(Math.min(outcomes.taken, outcomes.late)).toBeGreaterThanOrEqual(RACES / 5);
  },
  PATIENCE_MS,
);

test(
  'two buyers: exactly one has it',
  async () => {
    const like = await stage.offer({ auction: null });
    const ids = await plantTokens(stage.product.owner, like, { count: RACES });
    await raced(ids, async (id, { number, a, b }) => {
      const codes = await Promise.all([
        say(sides[number % 2] as Nft, a, { id, amount: '100', kind: 'buy' }),
        say(sides[1 - (number % 2)] as Nft, b, { id, amount: '100', kind: 'buy' }),
      ]);
      expect(codes.toSorted()).toEqual(['10020', '200']);
      expect(await standing(id)).toMatchObject({ state: 'sold', bids: 1, first: 1, sales: 1 });
    });
  },
  PATIENCE_MS,
);

test(
  'an end under load: bids of four go on, and what was taken before it wins once',
  async () => {
    const ids = await auctions();
    stage.product.clock.advance(5 * MINUTE_MS - 1);
    await raced(ids, async (id) => {
      const bids = [0, 1, 2, 3].map((who) =>
        say(sides[who % 2] as Nft, who, { id, amount: `${100 + 10 * who}` }),
      );
      expect(await Promise.all(bids)).toContain('200');
    });
    const before = await Promise.all(ids.map(standing));
    stage.product.clock.advance(1);
    const late = await Promise.all([
      ...ids.map((id, at) => say(sides[at % 2] as Nft, at % bidders.length, { id, amount: '500' })),
      sides[0].ending.turn(),
      sides[1].ending.turn(),
    ]);
    expect(new Set(late.slice(0, RACES))).toEqual(new Set(['10020']));
    await endAll();
    for (const [at, id] of ids.entries()) {
      const { bids, current } = before[at] ?? {};
      const wanted = {
        state: 'sold',
        first: 1,
        sales: 1,
        bids,
        current,
        refunds: (bids as number) - 1,
      };
      expect(await standing(id)).toMatchObject(wanted);
    }
  },
  PATIENCE_MS,
);

test('a process that is killed at any write of an end leaves an auction that the next one ends, once', async () => {
  const ids = await auctions({ count: 30 });
  for (const id of ids.slice(0, 12)) await say(sides[0], 2, { id, amount: '100' });
  stage.product.clock.advance(5 * MINUTE_MS);
  await stage.product.price('BTC/USDT', '60000', '60010');
  const breaking = createBreaking(['nft', 'ledger']);
  const places = await killedEverywhere(breaking, async (nth) => {
    breaking.breakAt(nth);
    await another(breaking.between(stage.product.acting)).ending.turn();
    const wasKilled = breaking.brokenAt !== null;
    breaking.mend();
    if (wasKilled) return;
    expect(nth).toBeGreaterThanOrEqual(5);
  });
  // Of a sale: its token, its part, its row and its entry; and on either side of the commit.
  for (const place of ['nft.token', 'nft.part', 'nft.sale', 'ledger.entry', 'before', 'after']) {
    expect([...places].some((one) => one.includes(place))).toBe(true);
  }
  await endAll();
  for (const [at, id] of ids.entries()) {
    expect(await standing(id)).toMatchObject(
      at < 12 ? { state: 'sold', first: 1, sales: 1 } : { state: 'closed', first: 0, sales: 0 },
    );
  }
});

test('a bid whose process is killed at any write is taken whole or not at all', async () => {
  const like = await stage.offer();
  const breaking = createBreaking(['nft', 'ledger']);
  const ids = await plantTokens(stage.product.owner, like, { count: 30 });
  let at = 0;
  await killedEverywhere(breaking, async (nth) => {
    const id = ids[(at += 1)] as string;
    await say(sides[0], 0, { id, amount: '100' });
    breaking.breakAt(nth);
    const nft = another(breaking.between(stage.product.acting));
    const isAnswered = await say(nft, 1, { id, amount: '110' }).then(
      () => true,
      () => false,
    );
    const wasCommitted = breaking.brokenAt === null || breaking.brokenAt === 'after a commit';
    expect(isAnswered).toBe(breaking.brokenAt === null);
    breaking.mend();
    const taken = wasCommitted ? 1 : 0;
    expect(await standing(id)).toMatchObject({ bids: 1 + taken, first: 1, refunds: taken });
  });
});
