// Promise: who leads on a token, or waits for one, does not close the account before; and the copy of one's data has
// every token, bid and donation of its owner, and nothing of others.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bidder, type NftProduct, USDT, decideCase, startNftProduct } from '../../test/nft.ts';

let stage: NftProduct;
beforeAll(async () => {
  stage = await startNftProduct();
});
afterAll(() => stage.product.stop());

const held = ({ userId }: Bidder): Promise<number> =>
  stage.product.app.nft.countHeld(stage.product.db, userId);

/** What refuses to close an account. */
async function openIn({ token }: Bidder): Promise<unknown> {
  const { product } = stage;
  const closing = await product.call('accounts.close-account', {
    token,
    odd: { stepUp: randomUUID() },
  });
  expect(closing.code).toBe('11035');
  return closing.refused.facts;
}

test('an account is not closed while it leads, or waits for a token to be sent', async () => {
  const { product } = stage;
  const place = { chain: 'ethereum', address: `0x${'1'.repeat(40)}`, number: '7' } as const;
  const price = { asset: 'USDT', units: 200n * USDT } as const;
  const [led, sent] = [await stage.offer(), await stage.offer({ place, auction: null, price })];
  const ann = await stage.bidder();
  const [addressId, address] = [randomUUID(), `0x${'b'.repeat(40)}`];
  await product.owner.query(
    `insert into cashier.book_address (user_id, id, asset, network, address, label, holder, created_at, usable_at)
     values ($1, $2, 'USDT', 'ethereum', $3, '', 'me', timestamptz 'epoch', timestamptz '1970-01-05')`,
    [ann.userId, addressId, address],
  );
  await ann.bid(led, '100');
  await ann.buy(sent, '200', { addressId });
  expect(await openIn(ann)).toEqual({ what: 'tokens', count: '2' });
  await (await stage.bidder()).bid(led, '110');
  expect(await openIn(ann)).toEqual({ what: 'tokens', count: '1' });
  await decideCase(product, 'tokenDelivery', {
    ...{ userId: null, subject: 'a test', amount: null, asset: null },
    facts: { id: sent, hash: `0x${'c'.repeat(64)}`, address },
  });
  expect(await held(ann)).toBe(0);
  expect(await openIn(ann)).toMatchObject({ what: 'money' });
});

test('a certificate alone waits for nothing', async () => {
  const ann = await stage.bidder();
  const id = await stage.offer({ auction: null });
  expect((await ann.buy(id, '100')).code).toBe('200');
  expect(await held(ann)).toBe(0);
});

test('the copy of one’s data has their tokens, bids and donations, and nobody else’s', async () => {
  const { app } = stage.product;
  const [ann, ben] = [await stage.bidder(), await stage.bidder()];
  const id = await stage.offer();
  await ann.bid(id, '100');
  await ann.bid(id, '120');
  await ben.bid(id, '130');
  await stage.later(DAY_MS);
  const read = async ({ userId }: Bidder) => {
    const { name, content } = await app.nft.wholeFile(userId);
    expect(name).toBe('tokens.json');
    return JSON.parse(content) as { tokens: Record<string, unknown>[]; bids: object[] };
  };
  const lost = await read(ann);
  expect(lost.tokens).toMatchObject([
    { id, title: 'Night boat', role: 'outbid', mine: { amount: '120', bidder: 1 }, bought: null },
  ]);
  expect(lost.bids).toMatchObject([
    { tokenId: id, kind: 'bid', amount: '100', taken: '100' },
    { tokenId: id, kind: 'bid', amount: '120', taken: '20' },
  ]);
  const won = await read(ben);
  expect(won.bids).toHaveLength(1);
  expect(won.tokens).toMatchObject([
    {
      ...{ id, role: 'owned', charity: { name: 'Open Window school' } },
      bought: { shares: { price: '130', charity: '114.4', creator: '9.1', house: '6.5' } },
      receiptNo: expect.stringMatching(/^[0-9A-F]{32}$/),
    },
  ]);
  const { userId } = await stage.product.register();
  expect(JSON.parse((await app.nft.wholeFile(userId)).content)).toEqual({ tokens: [], bids: [] });
});
