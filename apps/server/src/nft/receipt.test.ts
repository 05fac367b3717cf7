// Promise: the receipt of a donation says everything its sale came from, a verifier that shares no code with the product
// recomputes who won, until when was bid and what each got, and a false one is found by the rule it breaks.
import { hash, randomUUID } from 'node:crypto';
import { LOCALES } from '@candor/locales';
import { BASE_PATH, type DonationReceipt, RECEIPT_BIDS_MAX } from '@candor/protocol';
import { MINUTE_MS, ensure, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkReceipt, hashOf } from '../../../../scripts/verify/check.mjs';
import { collect, readJson } from '../../../../scripts/verify/files.mjs';
import { type NftProduct, USDT, decideCase, startNftProduct } from '../../test/nft.ts';
import { verifyReceipts } from '../../test/verify-receipts.ts';

let stage: NftProduct;
beforeAll(async () => {
  stage = await startNftProduct();
});
afterAll(() => stage.product.stop());

const usdt = (units: bigint) => ({ asset: 'USDT', units: units * USDT }) as const;

/** An auction of some minutes. */
function offered(minutes: number, change = {}) {
  const endsAt = plusMs(stage.product.clock.now(), minutes * MINUTE_MS);
  const extension = { minutes: 5, most: 2 };
  return stage.offer({ auction: { step: usdt(10n), endsAt, extension }, ...change });
}

async function passes(ms: number): Promise<void> {
  stage.product.clock.advance(ms);
  await stage.product.price('BTC/USDT', '60000', '60010');
}

/** The receipt of a sale as any caller reads it. */
async function receiptOf(tokenId: string): Promise<DonationReceipt> {
  const { product } = stage;
  await product.app.relay.settled();
  const [row] = await product.owner.query<{ number: string }>(
    'select receipt_no as number from nft.sale where token_id = $1',
    [tokenId],
  );
  const { number = '' } = row ?? {};
  const { body } = await product.app.http.inject(`${BASE_PATH}/order/receipt/${number}`);
  return readJson(body) as DonationReceipt;
}

const NO_FILES = collect([]);
const rulesOf = (receipt: object, files: object = NO_FILES): string[] =>
  checkReceipt(receipt, files)
    .lines.filter(({ ok }) => !ok)
    .map(({ rule }) => rule);

/** An auction with three bidders, two of whose bids moved its end. */
async function auctioned(): Promise<{ id: string; receipt: DonationReceipt }> {
  const id = await offered(9);
  const [ann, ben, cleo] = [await stage.bidder(), await stage.bidder(), await stage.bidder()];
  await ann.bid(id, '100');
  await ben.bid(id, '115.000001');
  await passes(6 * MINUTE_MS);
  await ann.bid(id, '130');
  await passes(MINUTE_MS);
  await cleo.bid(id, '140');
  await cleo.bid(id, '151.000003');
  await stage.later(20 * MINUTE_MS);
  return { id, receipt: await receiptOf(id) };
}

describe('the receipt of a donation', () => {
  test('of an auction has its bids, its end and what each got, and is recomputed', async () => {
    const { id, receipt } = await auctioned();
    expect(receipt).toMatchObject({
      kind: 'donation',
      mode: 'real',
      token: { id, title: 'Night boat', place: null, version: 1 },
      charity: { id: stage.charityId, registerNumber: '123456', agreement: 'A-7' },
      price: '100',
      split: { charity: 8_800, creator: 700, house: 500 },
      auction: { step: '10', minutes: 5, most: 2 },
      earlier: null,
      winner: 3,
      shares: {
        ...{ price: '151.000003', charity: '132.880003', creator: '10.57', house: '7.55' },
      },
    });
    expect(receipt.bids.map(({ bidder, amount, extended }) => [bidder, amount, extended])).toEqual([
      [1, '100', false],
      [2, '115.000001', false],
      [1, '130', true],
      [3, '140', true],
      [3, '151.000003', false],
    ]);
    expect(receipt.entries.map(({ kind }) => kind)).toEqual(['nft-sale']);
    expect(rulesOf(receipt)).toEqual([]);
    const whole = await verifyReceipts(stage.product.app, stage.product.owner);
    expect(whole.differences).toEqual([]);
  });

  test('is a document in every language', async () => {
    const { number } = (await auctioned()).receipt;
    for (const { value } of LOCALES) {
      const url = `${BASE_PATH}/order/receipt/${number}/pdf?language=${value}`;
      const { statusCode, headers } = await stage.product.app.http.inject(url);
      expect([value, statusCode, headers['content-type']]).toEqual([value, 200, 'application/pdf']);
    }
  });

  test('of a fixed price has one purchase, and its owner finds it by the certificate', async () => {
    const id = await stage.offer({ auction: null, price: { asset: 'USDT', units: 99_999_999n } });
    const ann = await stage.bidder();
    expect((await ann.buy(id, '99.999999')).code).toBe('200');
    const receipt = await receiptOf(id);
    expect(receipt).toMatchObject({
      ...{ auction: null, endsAt: null, winner: 1 },
      shares: { charity: '88.000001', creator: '6.999999', house: '4.999999' },
    });
    expect(rulesOf(receipt)).toEqual([]);
    const mine = (await ann.mine()).result.records[0];
    expect(mine?.bought?.number).toBe(receipt.orderNo);
    expect(mine?.receiptNo).toBe(receipt.number);
    // Nothing that others know leads to it.
    const known = `candor.receipt|donation|${ann.userId}|${id}`;
    expect(receipt.number).toMatch(/^[0-9A-F]{32}$/);
    expect(receipt.number).not.toBe(hash('sha256', known).slice(0, 32).toUpperCase());
    const asked = { params: { orderNo: receipt.orderNo } };
    const numbers = await stage.product.call('receipts.of-order', {
      ...{ token: ann.token, mode: 'real' },
      ...asked,
    });
    expect(numbers.result.numbers).toEqual([receipt.number]);
    const ben = await stage.bidder();
    const other = await stage.product.call('receipts.of-order', {
      ...{ token: ben.token, mode: 'real' },
      ...asked,
    });
    expect(other.code).toBe('404');
  });

  test('stays what it was once the token is delivered', async () => {
    const place = { chain: 'ethereum', address: `0x${'1'.repeat(40)}`, number: '7' } as const;
    const id = await stage.offer({ place, auction: null, price: usdt(200n) });
    const ann = await stage.bidder();
    const [addressId, address] = [randomUUID(), `0x${'b'.repeat(40)}`];
    await stage.product.owner.query(
      `insert into cashier.book_address (user_id, id, asset, network, address, label, holder, created_at, usable_at)
       values ($1, $2, 'USDT', 'ethereum', $3, '', 'me', timestamptz 'epoch', timestamptz '1970-01-05')`,
      [ann.userId, addressId, address],
    );
    await ann.buy(id, '200', { addressId });
    const before = await receiptOf(id);
    await decideCase(stage.product, 'tokenDelivery', {
      ...{ userId: null, subject: 'a test', amount: null, asset: null },
      facts: { id, hash: `0x${'c'.repeat(64)}`, address },
    });
    expect(await receiptOf(id)).toEqual(before);
    expect(rulesOf(before)).toEqual([]);
  });

  test('of more bids than it lists says what those before came to', async () => {
    const id = await offered(30, { price: usdt(1n) });
    const [ann, ben] = [await stage.bidder(100_000n * USDT), await stage.bidder(100_000n * USDT)];
    for (let place = 0; place < RECEIPT_BIDS_MAX + 3; place += 1) {
      const who = place % 2 === 0 ? ann : ben;
      expect((await who.bid(id, String(1 + 10 * place))).code).toBe('200');
    }
    await stage.later(31 * MINUTE_MS);
    const receipt = await receiptOf(id);
    expect(receipt.earlier).toMatchObject({ bids: 3, bidder: 1, amount: '21', extended: 0 });
    expect(receipt.bids).toHaveLength(RECEIPT_BIDS_MAX);
    expect(rulesOf(receipt)).toEqual([]);
    // What came before cannot be made up: each of these is impossible by the rule of the auction.
    const earlier = ensure(receipt.earlier, 'three are not listed');
    const impossible: readonly (readonly [string, Partial<typeof earlier>])[] = [
      ['donation.bids', { bids: 0 }],
      ['donation.bids', { bidder: 4 }],
      ['donation.bids', { amount: '20' }],
      ['donation.bids', { at: receipt.startsAt - 1 }],
      ['donation.bids', { at: earlier.endsAt }],
      ['donation.end', { endsAt: earlier.endsAt + MINUTE_MS }],
      ['donation.end', { extended: 1 }],
      ['donation.end', { extended: 1, endsAt: earlier.at + 999 * MINUTE_MS }],
    ];
    for (const [rule, change] of impossible) {
      const { signed: _, ...copy } = { ...receipt, earlier: { ...earlier, ...change } };
      expect([
        change,
        rulesOf({ ...copy, hash: hashOf({ ...copy, signed: null } as never) }),
      ]).toEqual([change, expect.arrayContaining([rule])]);
    }
  }, 120_000);
});

describe('a false receipt', () => {
  type Loose<Value> = Value extends readonly (infer Item)[]
    ? Loose<Item>[]
    : Value extends object
      ? { -readonly [Key in keyof Value]: Loose<Value[Key]> }
      : Value;
  type Copy = Loose<DonationReceipt>;
  const at = <Item>(items: readonly Item[], place: number): Item => items.at(place) as Item;
  const lies: readonly (readonly [string, string, (copy: Copy) => unknown])[] = [
    ['a higher price paid', 'donation.winner', (copy) => (copy.shares.price = '160')],
    ['less for the charity', 'donation.shares', (copy) => (copy.shares.charity = '132.880002')],
    ['more for the house', 'donation.shares', (copy) => (copy.shares.house = '7.550001')],
    ['more for the artist', 'donation.shares', (copy) => (copy.shares.creator = '10.570001')],
    ['parts that are not the whole', 'donation.terms', (copy) => (copy.split.house = 501)],
    [
      'other parts',
      'donation.shares',
      (copy) => (copy.split = { charity: 8_700, creator: 700, house: 600 }),
    ],
    ['another winner', 'donation.winner', (copy) => (copy.winner = 1)],
    ['the last bid given to another', 'donation.winner', (copy) => (at(copy.bids, -1).bidder = 2)],
    ['bids in another order', 'donation.bids', (copy) => copy.bids.reverse()],
    [
      'two bids that changed places',
      'donation.bids',
      (copy) => copy.bids.splice(1, 2, at(copy.bids, 2), at(copy.bids, 1)),
    ],
    ['a bid left out', 'donation.bids', (copy) => copy.bids.splice(1, 1)],
    ['no bids', 'donation.winner', (copy) => copy.bids.splice(0)],
    ['a bid below the step', 'donation.bids', (copy) => (at(copy.bids, 1).amount = '109')],
    ['a first bid below the start', 'donation.bids', (copy) => (at(copy.bids, 0).amount = '99')],
    ['a bid behind the end', 'donation.bids', (copy) => (at(copy.bids, -1).at = copy.at)],
    ['a bidder nobody counted', 'donation.bids', (copy) => (at(copy.bids, 1).bidder = 7)],
    [
      'a late bid that did not move the end',
      'donation.end',
      (copy) => (at(copy.bids, 2).extended = false),
    ],
    ['an early bid that did', 'donation.end', (copy) => (at(copy.bids, 0).extended = true)],
    ['another end', 'donation.end', (copy) => (copy.endsAt = (copy.endsAt ?? 0) + 1)],
    [
      'another end as offered',
      'donation.end',
      (copy) => copy.auction !== null && (copy.auction.endsAt += 20 * MINUTE_MS),
    ],
    ['another rule', 'donation.end', (copy) => copy.auction !== null && (copy.auction.minutes = 1)],
    ['a sale before the end', 'donation.end', (copy) => (copy.at = (copy.endsAt ?? 0) - 1)],
    ['no auction', 'donation.bids', (copy) => (copy.auction = null)],
    ['practice money', 'feed.mode', (copy) => (copy.mode = 'demo')],
    ['an entry more', 'journal.entries', (copy) => copy.entries.push(...copy.entries)],
    [
      'another payment',
      'journal.payments',
      (copy) => (at(at(copy.entries, 0).postings, 0).amount = '1'),
    ],
    [
      'money for another charity',
      'journal.payments',
      (copy) => (copy.charity.id = '018cc251-f400-7000-8000-000000000000'),
    ],
    ['a field more', 'receipt.fields', (copy) => Object.assign(copy, { gift: '1' })],
  ];
  let truth: DonationReceipt;
  beforeAll(async () => {
    truth = (await auctioned()).receipt;
  });

  test.each(lies)('with %s breaks %s', (_name, rule, change) => {
    const copy = structuredClone(truth) as Copy;
    change(copy);
    const { signed: _, ...unsigned } = copy;
    expect(rulesOf({ ...unsigned, hash: hashOf(copy) })).toContain(rule);
  });

  test('with a changed figure and its old hash is found by the hash', () => {
    expect(rulesOf({ ...truth, winner: 1 })).toContain('receipt.hash');
  });
});
