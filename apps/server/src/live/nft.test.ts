// Promise: who looks at a token hears the newest of it four times a second at most, bidders as numbers alone; who
// bid hears what became of it, whichever account is on screen; and nobody hears of another’s. (WIRE 6; PRODUCT 8)
import { DAY_MS, MINUTE_MS, plusMs } from '@candor/kernel';
import { CLOSE_CODES, nft } from '@candor/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listener, framesOf, listen, look, openDoor } from '../../test/listening.ts';
import {
  type NftProduct,
  USDT,
  decideCase,
  expectNftAddsUp,
  startNftProduct,
} from '../../test/nft.ts';

const WAIT = { timeout: 10_000, interval: 5 };
/** At most so often a token is told of. */
const INTERVAL_MS = 250;

let stage: NftProduct;
let port = 0;
beforeAll(async () => {
  stage = await startNftProduct();
  port = await openDoor(stage.product);
});
afterAll(async () => {
  await expectNftAddsUp(stage.product);
  await stage.product.stop();
});

/** A visitor’s socket that looks at some tokens from now on. */
async function looking(...ids: string[]): Promise<Listener> {
  // What was said of them before has been handed on.
  await stage.product.settle();
  const visitor = await look(port);
  visitor.say({ type: 'WATCH_NFT', ids });
  visitor.say({ type: 'PING' });
  await expect.poll(() => framesOf(visitor, 'PONG').length, WAIT).toBe(1);
  return visitor;
}

const newsOf = (listener: Listener) => framesOf(listener, 'NFT_BID').map(({ data }) => data);
const minesOf = (listener: Listener) =>
  framesOf(listener, 'NFT_UPDATE').map(({ data }) => [data.id, data.mine.state]);

test('who looks at a token hears of its bids, by numbers alone; who looks at another hears nothing', async () => {
  const [id, other] = [await stage.offer(), await stage.offer()];
  const [here, there, nowhere] = [await looking(id), await looking(other), await looking()];
  const [ann, ben] = [await stage.bidder(), await stage.bidder()];
  await ann.bid(id, '100');
  await ben.bid(id, '125');
  await expect.poll(() => newsOf(here).at(-1)?.bids, WAIT).toBe(2);
  expect(newsOf(here).at(-1)).toMatchObject({
    ...{ id, state: 'open', currentBid: '125', minNextBid: '135', leader: 2 },
    charityAmount: '118.8',
    newest: [
      { bidder: 2, amount: '125' },
      { bidder: 1, amount: '100' },
    ],
  });
  for (const text of here.texts) {
    expect(text).not.toContain(ann.userId);
    expect(text).not.toContain(ben.userId);
    expect(text).not.toMatch(/userId|username|address/i);
  }
  expect([newsOf(there), newsOf(nowhere)]).toEqual([[], []]);
  for (const one of [here, there, nowhere]) one.close();
});

test('of many bids only the newest is told, four times a second at most, with ten of them', async () => {
  const id = await stage.offer();
  const visitor = await looking(id);
  const bidders = [await stage.bidder(), await stage.bidder(), await stage.bidder()];
  const begun = performance.now();
  for (let bid = 0; bid < 30; bid += 1) {
    await bidders[bid % 3]?.bid(id, String(100 + 10 * bid));
  }
  await expect.poll(() => newsOf(visitor).at(-1)?.bids, WAIT).toBe(30);
  const rounds = Math.ceil((performance.now() - begun) / INTERVAL_MS) + 1;
  expect(newsOf(visitor).length).toBeLessThanOrEqual(rounds);
  expect(
    newsOf(visitor)
      .at(-1)
      ?.newest.map(({ amount }) => amount),
  ).toEqual(Array.from({ length: 10 }, (_, place) => String(390 - 10 * place)));
  const versions = newsOf(visitor).map(({ version }) => version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  visitor.close();
});

test('what is looked at is what was said last, fifty at most', async () => {
  const [first, second] = [await stage.offer(), await stage.offer()];
  const visitor = await looking(first);
  visitor.say({ type: 'WATCH_NFT', ids: [second, second] });
  const ann = await stage.bidder();
  await ann.bid(first, '100');
  await ann.bid(second, '100');
  await expect.poll(() => newsOf(visitor).map(({ id }) => id), WAIT).toEqual([second]);
  visitor.say({ type: 'WATCH_NFT', ids: Array(nft.NFT_WATCHED_MAX).fill(second) });
  await ann.bid(second, '110');
  await expect.poll(() => newsOf(visitor).length, WAIT).toBe(2);
  visitor.say({ type: 'WATCH_NFT', ids: [] });
  await ann.bid(second, '120');
  visitor.say({ type: 'WATCH_NFT', ids: Array(nft.NFT_WATCHED_MAX + 1).fill(first) });
  await expect.poll(() => visitor.closedWith(), WAIT).toBe(CLOSE_CODES.unreadable);
  expect(newsOf(visitor).length).toBe(2);
});

test('an end and a cancellation are told to who looks', async () => {
  const [sold, gone] = [await stage.offer(), await stage.offer()];
  const visitor = await looking(sold, gone);
  const ann = await stage.bidder();
  await ann.bid(sold, '100');
  const facts = { id: gone, reason: 'The artist withdrew' };
  const proposal = { userId: null, subject: 'a test', amount: null, asset: null, facts };
  await decideCase(stage.product, 'tokenCancel', proposal);
  await stage.later(DAY_MS);
  const states = () =>
    Object.fromEntries(newsOf(visitor).map(({ id, state }) => [id, state] as const));
  await expect.poll(states, WAIT).toEqual({ [sold]: 'sold', [gone]: 'cancelled' });
  visitor.close();
});

test('who bid hears what became of it in either account, and nobody hears of another’s', async () => {
  const id = await stage.offer({
    auction: {
      step: { asset: 'USDT', units: 10n * USDT },
      endsAt: plusMs(stage.product.clock.now(), 3 * MINUTE_MS),
      extension: { minutes: 1, most: 0 },
    },
  });
  const [ann, ben, eve] = [await stage.bidder(), await stage.bidder(), await stage.bidder()];
  const [annDemo, annReal, bens, eves] = [
    await listen(stage.product, port, ann),
    await listen(stage.product, port, { ...ann, mode: 'real' }),
    await listen(stage.product, port, ben),
    await listen(stage.product, port, eve),
  ];
  // Looking at it as well tells what anyone may know, and no more.
  eves.say({ type: 'WATCH_NFT', ids: [id] });
  await ann.bid(id, '100');
  await expect.poll(() => minesOf(annDemo), WAIT).toEqual([[id, 'leading']]);
  await ben.bid(id, '110');
  const anns = [
    [id, 'leading'],
    [id, 'outbid'],
  ];
  await expect.poll(() => minesOf(annReal), WAIT).toEqual(anns);
  // Sockets live no longer than the session they came by.
  await stage.later(3 * MINUTE_MS);
  await expect.poll(() => minesOf(bens).at(-1), WAIT).toEqual([id, 'won']);
  expect([minesOf(annDemo), minesOf(annReal)]).toEqual([anns, anns]);
  const numbers = framesOf(bens, 'NFT_UPDATE').map(({ seq }) => seq);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  const won = framesOf(bens, 'NFT_UPDATE').at(-1)?.data;
  expect(won).toMatchObject({ state: 'sold', mine: { bidder: 2 }, bought: { tokenId: id } });
  await expect.poll(() => newsOf(eves).at(-1)?.state, WAIT).toBe('sold');
  expect(minesOf(eves)).toEqual([]);
  for (const text of eves.texts) expect(text).not.toContain(ben.userId);
  for (const one of [annDemo, annReal, bens, eves]) one.close();
});
