// Promise: a process that is killed while auctions end leaves none half ended: each has one winner, every other bid is
// given back once, and the books sum to zero once another process went on. (RELIABILITY N1, N3)
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS, type RequestId, plusMs } from '@candor/kernel';
import { createRandom } from '@candor/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Bidder,
  type NftProduct,
  USDT,
  expectNftAddsUp,
  plantTokens,
  startNftProduct,
} from '../../test/nft.ts';
import { hashOf } from '../platform/commit/idempotency.ts';

/** `npm run soak -- auctions` makes it two hundred. */
const KILLS = Number.parseInt(process.env['AUCTION_KILLS'] ?? '5', 10);
/** Auctions that are due at once, and of how many of them nobody bids on the last ones. */
const AUCTIONS = 40;
const WITHOUT_BID = 5;
const PATIENCE_MS = 60_000 + KILLS * 15_000;
const CHILD = fileURLToPath(new URL('../../test/nft-ending-child.ts', import.meta.url));

let stage: NftProduct;
let bidders: Bidder[];
beforeAll(async () => {
  stage = await startNftProduct();
  const one = () => stage.bidder(10_000_000n * USDT);
  bidders = [await one(), await one()];
});
afterAll(async () => {
  await expectNftAddsUp(stage.product);
  await stage.product.stop();
});

async function bids(who: Bidder | undefined, id: string, amount: string): Promise<void> {
  if (who === undefined) throw new Error('there is one');
  const { userId } = who;
  const requestId = randomUUID() as RequestId;
  const body = { id, kind: 'bid' as const, amount, requestId };
  const request = { userId, requestId, call: 'nft.buy', bodyHash: hashOf(body) };
  const { kept } = await stage.product.app.nft.commands.bid({ userId, request, body });
  expect(kept).toContain('"code":"200"');
}

/** Auctions whose end has come: on most of them one leads, and another was outbid. */
async function due(): Promise<string[]> {
  const { owner, clock } = stage.product;
  const like = await stage.offer({
    auction: {
      step: { asset: 'USDT', units: 10n * USDT },
      endsAt: plusMs(clock.now(), 5 * MINUTE_MS),
      extension: { minutes: 1, most: 0 },
    },
  });
  const ids = await plantTokens(owner, like, { count: AUCTIONS - 1 });
  const all = [...ids, like];
  const withBids = all.slice(0, AUCTIONS - WITHOUT_BID);
  await Promise.all(withBids.map((id) => bids(bidders[0], id, '100')));
  await Promise.all(withBids.map((id) => bids(bidders[1], id, '110')));
  clock.advance(6 * MINUTE_MS);
  return all;
}

async function countEnded(ids: readonly string[]): Promise<number> {
  const [row] = await stage.product.owner.query<{ count: number }>(
    `select count(*)::int as count from nft.token where id = any($1::uuid[]) and state <> 'open'`,
    [ids],
  );
  return row?.count ?? 0;
}

/** A process that ends what is due. */
function ends() {
  const { connection, clock } = stage.product;
  const words = [CHILD, JSON.stringify(connection), String(clock.now())];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, exited: once(child, 'exit') };
}

test(
  'auctions whose process is killed at their end have one winner each',
  async () => {
    const random = createRandom(20_261_127);
    let amid = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const ids = await due();
      const killed = ends();
      await once(killed.child.stdout, 'data');
      // Some have ended, and the next is on its way.
      const enough = random.between(0, AUCTIONS / 2);
      while ((await countEnded(ids)) < enough && killed.child.exitCode === null);
      killed.child.kill('SIGKILL');
      await killed.exited;
      const ended = await countEnded(ids);
      if (ended < AUCTIONS) amid += 1;
      for (let left = 1; left > 0;) left = await stage.product.app.nft.ending.turn();
      const rows = await stage.product.owner.query<Record<string, string | number>>(
        `select t.state, t.bids,
           (select count(*)::int from nft.part p where p.token_id = t.id and p.state = 'won'
              and p.user_id = $2 and p.amount = 110000000) as won,
           (select count(*)::int from nft.part p where p.token_id = t.id and p.state = 'leading') as leading,
           (select count(*)::int from ledger.entry e where e.kind = 'nft-sale' and e.subject = t.id) as sales,
           (select count(*)::int from ledger.entry e join nft.bid b on b.id = e.subject
            where e.kind = 'nft-outbid' and b.token_id = t.id) as refunds
         from nft.token t where t.id = any($1::uuid[]) order by t.bids desc`,
        [ids, bidders[1]?.userId],
      );
      const sold = { state: 'sold', bids: 2, won: 1, leading: 0, sales: 1, refunds: 1 };
      const closed = { state: 'closed', bids: 0, won: 0, leading: 0, sales: 0, refunds: 0 };
      const wanted = [
        ...Array.from({ length: AUCTIONS - WITHOUT_BID }, () => sold),
        ...Array.from({ length: WITHOUT_BID }, () => closed),
      ];
      expect(rows).toEqual(wanted);
    }
    expect(amid).toBeGreaterThan(KILLS / 2);
  },
  PATIENCE_MS,
);
