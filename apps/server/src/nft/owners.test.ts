// Promise: who leads or waits for a token keeps their account; who is kept from new risk bids on nothing new, and wins
// what they led on; a token on a chain is marked as delivered once, by the transaction another member saw; and a limit
// counts what was given back no more. (PRODUCT 2, 8; decision 0100)
import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, type RequestId, ok, plusMs } from '@candor/kernel';
import { selfLimits } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Bidder,
  type NftProduct,
  USDT,
  decideCase,
  decideOpen,
  expectNftAddsUp,
  nftDepsOf,
  nftNews,
  plantAddress,
  startNftProduct,
} from '../../test/nft.ts';
import { commandAsStaff } from '../../test/staff-commands.ts';
import { hashOf } from '../platform/commit/idempotency.ts';
import { bid, loadBatch } from './bidding/batch.ts';

let stage: NftProduct;
beforeAll(async () => {
  stage = await startNftProduct();
});
afterAll(async () => {
  await expectNftAddsUp(stage.product);
  await stage.product.stop();
});

const PLACE = { chain: 'ethereum', address: `0x${'1'.repeat(40)}`, number: '7' } as const;
const HOME = `0x${'b'.repeat(40)}`;
const HASH = `0x${'5'.repeat(64)}`;
const usdt = (units: bigint) => ({ asset: 'USDT', units }) as const;

/** A token on a chain at a fixed price, which one of two bought. */
async function boughtOnChain(): Promise<{ id: string; ann: Bidder }> {
  const id = await stage.offer({ place: PLACE, auction: null });
  const ann = await stage.bidder(100n * USDT);
  const addressId = await plantAddress(stage.product, ann.userId, {
    ...{ network: 'ethereum', address: HOME, usable: '1970-01-05' },
  });
  expect((await ann.buy(id, '100', { addressId })).code).toBe('200');
  return { id, ann };
}

const SAID = {
  actor: { id: 'a', roles: ['cashierMaker'] },
  note: 'Sent this morning',
  action: 'tokens.propose-delivery',
} as const;

/** A delivery as one member proposes it; the id of its case, or why it was refused. */
async function proposes(id: string, hash = HASH): Promise<string> {
  const came = await stage.product.app.nft.desk.proposeDelivery(id, hash, SAID);
  return came.ok ? came.value.id : came.failure.name;
}

describe('closing an account', () => {
  /** What it is refused with. */
  async function refused({ token }: Bidder): Promise<unknown> {
    const said = await stage.product.call('accounts.close-account', { token, body: {} });
    return said.code === '11035' ? said.refused.facts : said.refused.name;
  }

  test('is refused while its owner leads on a token, and while one is on its way', async () => {
    const id = await stage.offer();
    const ben = await stage.bidder(100n * USDT);
    await ben.bid(id, '100');
    expect(await refused(ben)).toEqual({ what: 'tokens', count: '1' });
    await (await stage.bidder()).bid(id, '110');
    expect(await refused(ben)).toEqual({ what: 'money', amount: '100 USDT' });

    const { id: onChain, ann } = await boughtOnChain();
    expect(await refused(ann)).toEqual({ what: 'tokens', count: '1' });
    await decideOpen(stage.product, await proposes(onChain));
    // Nothing stands against it any more but its confirmation.
    expect(await refused(ann)).toBe('second-factor-needed');
  });

  test('is not kept by a certificate: its token needs no delivery', async () => {
    const id = await stage.offer({ auction: null });
    const ann = await stage.bidder(100n * USDT);
    await ann.buy(id, '100');
    expect(await refused(ann)).toBe('second-factor-needed');
  });
});

describe('who is kept from new risk', () => {
  const until = (ms: number) => ({ until: plusMs(stage.product.clock.now(), ms) });

  test.each([
    ['takes a break', 'timeout'],
    ['is excluded', 'exclusion'],
    ['is frozen by staff', 'staff'],
  ])('and %s bids and buys nothing new, and wins what they lead on', async (_, why) => {
    const { product } = stage;
    const [id, other] = [await stage.offer(), await stage.offer()];
    const fixed = await stage.offer({ auction: null });
    const ann = await stage.bidder();
    await ann.bid(id, '100');
    const { token } = ann;
    if (why === 'timeout') await product.call('accounts.timeout', { token, odd: until(HOUR_MS) });
    else if (why === 'exclusion') {
      const odd = until(selfLimits.EXCLUSION_MIN_MS + HOUR_MS);
      await product.call('accounts.self-exclude', { token, odd });
    } else await commandAsStaff(product, { userId: ann.userId, act: 'freeze' });
    const before = await ann.holds();
    for (const said of [
      await ann.bid(other, '100'),
      await ann.bid(id, '150'),
      await ann.buy(fixed, '100'),
    ]) {
      expect([said.code, said.refused.facts?.['why']]).toEqual(['10008', why]);
    }
    expect(await ann.holds()).toEqual(before);
    await stage.later(DAY_MS);
    expect(await nftNews(product, id)).toEqual([
      [ann.userId, 'leading'],
      [ann.userId, 'won'],
    ]);
  });

  test('and is outbid gets everything back all the same', async () => {
    const id = await stage.offer();
    const ann = await stage.bidder(100n * USDT);
    await ann.bid(id, '100');
    await stage.product.call('accounts.freeze', { token: ann.token });
    await (await stage.bidder()).bid(id, '110');
    expect(await ann.holds()).toMatchObject({ 'user:cash': 100n * USDT, 'user:bid': 0n });
  });
});

test('a practice account is told to switch to a real one, before anything is looked up', async () => {
  const { token } = await stage.product.register();
  const odd = { id: randomUUID(), kind: 'bid', amount: '100', requestId: randomUUID() };
  const said = await stage.product.call('nft.buy', { token, mode: 'demo', odd });
  expect([said.code, said.refused.name]).toEqual(['11001', 'real-account-needed']);
});

describe('a delivery', () => {
  test('is marked once another member saw its transaction, and is told once', async () => {
    const { id, ann } = await boughtOnChain();
    const proposed = await proposes(id);
    await decideOpen(stage.product, proposed);
    const { result } = await stage.product.call('nft.get', { params: { id } });
    expect(result).toMatchObject({ state: 'delivered', delivery: { hash: HASH } });
    const mine = (await ann.mine()).result.records[0];
    expect(mine).toMatchObject({
      role: 'owned',
      delivery: { hash: HASH },
      mine: { address: HOME },
    });
    expect(await nftNews(stage.product, id)).toEqual([
      [ann.userId, 'bought'],
      [ann.userId, 'delivered'],
    ]);
    // Of a second one nothing comes, proposed or decided before.
    expect(await proposes(id)).toBe('case-impossible');
  });

  test('that another made first is overtaken', async () => {
    const { id } = await boughtOnChain();
    const both = [await proposes(id), await proposes(id, `0x${'6'.repeat(64)}`)];
    for (const one of both) await decideOpen(stage.product, one);
    expect((await stage.product.call('nft.get', { params: { id } })).result.delivery?.hash).toBe(
      HASH,
    );
    expect((await nftNews(stage.product, id)).map(([, what]) => what)).toEqual([
      'bought',
      'delivered',
    ]);
  });

  test('to where its buyer did not say is not marked', async () => {
    const { id } = await boughtOnChain();
    const facts = { id, hash: HASH, address: `0x${'c'.repeat(40)}`, title: 'Night boat' };
    const proposal = { userId: null, subject: 'a test', amount: null, asset: null, facts };
    await decideCase(stage.product, 'tokenDelivery', proposal);
    const { result } = await stage.product.call('nft.get', { params: { id } });
    expect(result).toMatchObject({ state: 'sold', delivery: null });
  });

  test('of a certificate, and of what was not sold, cannot be proposed', async () => {
    const certificate = await stage.offer({ auction: null });
    expect(await proposes(certificate)).toBe('case-impossible');
    await (await stage.bidder()).buy(certificate, '100');
    expect(await proposes(certificate)).toBe('case-impossible');
    expect(await proposes(await stage.offer({ place: PLACE }))).toBe('case-impossible');
    expect(await proposes(randomUUID())).toBe('not-found');
  });

  test('is written by no role without a case that was decided', async () => {
    const { id } = await boughtOnChain();
    const mark = `insert into nft.delivery (token_id, case_id, hash, at) values ($1, $2, $3, now())`;
    const marking = stage.product.db.query(mark, [id, randomUUID(), HASH]);
    await expect(marking).rejects.toThrow('a delivery is marked by a decided case');
  });
});

test('what was given back in a batch counts no more towards a limit of the same batch', async () => {
  const { product } = stage;
  const id = await stage.offer();
  const [ann, ben] = [await stage.bidder(), await stage.bidder()];
  const odd = { kind: 'loss', period: 'day', amount: '150' };
  await product.call('accounts.set-limit', { token: ann.token, odd });
  expect((await ann.bid(id, '100')).code).toBe('200');
  const commandOf = ({ userId }: Bidder, amount: string) => {
    const requestId = randomUUID() as RequestId;
    const body = { id, kind: 'bid' as const, amount, requestId };
    const request = { userId, requestId, call: 'nft.buy', bodyHash: hashOf(body) };
    return { userId, request, body, admitted: ok(null) };
  };
  const commands = [commandOf(ben, '110'), commandOf(ann, '120'), commandOf(ben, '130')];
  await product.db.transaction(async (tx) => {
    const batch = await loadBatch(tx, nftDepsOf(product), commands);
    const said = commands.map((command) => bid(batch, command));
    expect(said.map((one) => one.ok || one.failure.name)).toEqual([true, true, true]);
    expect(batch.parts.get(`${ann.userId}/${id}`)?.amount).toEqual(usdt(120n * USDT));
  });
});
