// Promise: a bid takes its owner's own money alone, is given back in the transaction of the bid above it, and wins
// once; each call answers what its contract says and refuses by name. (PRODUCT 8; LEDGER 2, 4; RELIABILITY N1–N7)
import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS, ensure, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryOf, pays } from '../../test/books.ts';
import { findFacts } from '../../test/facts.ts';
import { commitEntries } from '../ledger/index.ts';
import { CHARITY_PAID } from './index.ts';
import {
  type NftProduct,
  USDT,
  decideCase,
  expectNftAddsUp,
  nftNews,
  plantAddress,
  startNftProduct,
} from '../../test/nft.ts';

let stage: NftProduct;
beforeAll(async () => {
  stage = await startNftProduct();
});
afterAll(async () => {
  await expectNftAddsUp(stage.product);
  await stage.product.stop();
});

const NOBODY = '018cc251-f400-7000-8000-000000000000';
const usdt = (units: bigint) => ({ asset: 'USDT', units }) as const;

/** A token at a fixed price. */
const fixed = (units = 100n * USDT) => stage.offer({ auction: null, price: usdt(units) });

describe('index/listNft and index/getNft', () => {
  test('say the charity, the terms and what reaches it of the next bid, to the unit', async () => {
    const id = await stage.offer();
    const { result } = await stage.product.call('nft.list', { query: { page: 1, size: 100 } });
    const listed = result.records.find((one) => one.id === id);
    expect(listed).toMatchObject({
      title: 'Night boat',
      certificate: true,
      chain: null,
      kind: 'auction',
      state: 'open',
      price: '100',
      currentBid: null,
      minNextBid: '100',
      step: '10',
      bids: 0,
      remainingSeconds: DAY_MS / 1_000,
      extension: { minutes: 5, most: 3, used: 0 },
      charity: { name: 'Open Window school', registerNumber: '123456', isSample: false },
      charityAmount: '88',
      shares: { price: '100', charity: '88', creator: '7', house: '5' },
    });
    const detail = await stage.product.call('nft.get', { params: { id } });
    expect(detail.result).toMatchObject({
      history: [],
      sale: null,
      agreement: { reference: 'A-7' },
    });
    expect((await stage.product.call('nft.get', { params: { id: NOBODY } })).code).toBe('404');
  });

  test('serve a picture that never changes from our own origin', async () => {
    const at = `/swx/customer/index/nftPicture/${'0'.repeat(64)}.jpg`;
    const answer = await stage.product.app.http.inject({ method: 'GET', url: at });
    expect([answer.statusCode, answer.headers['cache-control'], answer.body]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'a picture',
    ]);
    const none = await stage.product.app.http.inject({ method: 'GET', url: at.replace('0', '1') });
    expect(none.statusCode).toBe(404);
  });
});

describe('a bid', () => {
  test('holds its amount until a higher one, which gives it back in the same transaction', async () => {
    const id = await stage.offer();
    const [ann, ben] = [await stage.bidder(), await stage.bidder()];
    const first = await ann.bid(id, '100');
    expect(first).toMatchObject({
      code: '200',
      message: '20004',
      result: { role: 'leading', currentBid: '100', minNextBid: '110', mine: { bidder: 1 } },
    });
    expect(await ann.holds()).toMatchObject({
      'user:cash': 9_900n * USDT,
      'user:bid': 100n * USDT,
    });
    expect((await ben.bid(id, '110')).code).toBe('200');
    expect(await ann.holds()).toMatchObject({ 'user:cash': 10_000n * USDT, 'user:bid': 0n });
    const mine = await ann.mine();
    expect(mine.result).toMatchObject({
      counts: { owned: 0, leading: 0, outbid: 1 },
      ownMoney: '10000',
      records: [{ id, role: 'outbid', leader: 2, mine: { state: 'outbid', amount: '100' } }],
    });
    // Their payments say which token they were for.
    const paid = await stage.product.call('portfolio.transactions', {
      ...{ token: ann.token, mode: 'real' },
      query: { page: 1, size: 20, kind: 'bid' },
    });
    expect(paid.result.records.map(({ amount, reference }) => [amount, reference])).toEqual([
      ['100', 'Night boat'],
      ['-100', 'Night boat'],
    ]);
    const entries = await stage.product.owner.query<{ kind: string; tx: string }>(
      `select e.kind::text, e.xmin::text as tx from ledger.entry e
       where e.user_id in ($1, $2) and e.kind::text like 'nft-%' order by e.at, e.kind`,
      [ann.userId, ben.userId],
    );
    expect(entries.map(({ kind }) => kind)).toEqual(['nft-bid', 'nft-bid', 'nft-outbid']);
    expect(new Set(entries.map(({ tx }) => tx)).size).toBe(2);
    const { history } = (await stage.product.call('nft.get', { params: { id } })).result;
    expect(history.map(({ bidder, amount }) => [bidder, amount])).toEqual([
      [2, '110'],
      [1, '100'],
    ]);
    expect(await nftNews(stage.product, id)).toEqual([
      [ann.userId, 'leading'],
      [ann.userId, 'outbid'],
      [ben.userId, 'leading'],
    ]);
  });

  test('of who leads already takes the difference alone', async () => {
    const id = await stage.offer();
    const ann = await stage.bidder(150n * USDT);
    await ann.bid(id, '100');
    const raised = await ann.bid(id, '150');
    expect(raised.result).toMatchObject({ currentBid: '150', bids: 2, mine: { bidder: 1 } });
    expect(await ann.holds()).toMatchObject({ 'user:cash': 0n, 'user:bid': 150n * USDT });
    const ben = await stage.bidder();
    await ben.bid(id, '160');
    expect(await ann.holds()).toMatchObject({ 'user:cash': 150n * USDT, 'user:bid': 0n });
  });

  test('is never judged before the bid it is above, though the clock was set back', async () => {
    const id = await stage.offer();
    const [ann, ben] = [await stage.bidder(), await stage.bidder()];
    stage.product.clock.advance(MINUTE_MS);
    await ann.bid(id, '100');
    stage.product.clock.advance(-MINUTE_MS);
    const said = await ben.bid(id, '110');
    stage.product.clock.advance(MINUTE_MS);
    expect(said.code).toBe('200');
    const { history } = (await stage.product.call('nft.get', { params: { id } })).result;
    const [above, below] = history.map(({ at }) => at);
    expect(above).toBe(below);
  });

  test('of an offer that is another by now is refused, and one of the same offer is not', async () => {
    const id = await stage.offer();
    const ann = await stage.bidder();
    const { version, bids } = (await stage.product.call('nft.get', { params: { id } })).result;
    const terms = version - bids;
    expect((await ann.bid(id, '100', { terms })).code).toBe('200');
    const ben = await stage.bidder();
    const other = await ben.bid(id, '110', { terms: terms + 1 });
    expect([other.code, other.refused.facts?.['why']]).toEqual(['10020', 'changed']);
    expect((await ben.bid(id, '110', { terms })).code).toBe('200');
  });

  test.each([
    ['109.999999', '10016', 'belowNext'],
    ['110.0000001', '10016', 'malformed'],
  ])('of %s where the next one is 110 is refused as %s', async (amount, code, why) => {
    const id = await stage.offer();
    await (await stage.bidder()).bid(id, '100');
    const answer = await (await stage.bidder()).bid(id, amount);
    expect([answer.code, answer.refused.field, answer.refused.facts?.['why']]).toEqual([
      code,
      'amount',
      why,
    ]);
  });

  /** Sums of an account as they may come to be, without the entries that brought them. */
  const stands = (userId: string, sums: Readonly<Record<string, bigint>>) =>
    stage.product.owner.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      for (const [name, sum] of Object.entries(sums)) {
        await tx.query(
          `insert into ledger.balance (user_id, mode, asset, class, amount)
           values ($1, 'real', 'USDT', $2, $3)`,
          [userId, name, sum.toString()],
        );
      }
      await tx.query(
        `update ledger.balance set version = version + 1
         where user_id = $1 and mode = 'real' and class = 'user:cash'`,
        [userId],
      );
    });

  test.each([
    ['what is owed', { 'user:debt': -900n * USDT }],
    // Each comes off: neither covers the other.
    [
      'what is owed and what was taken back',
      { 'user:debt': -500n * USDT, 'user:reversed': -400n * USDT },
    ],
  ])('takes no borrowed money: less %s', async (_, sums) => {
    const id = await stage.offer();
    const ann = await stage.bidder(1_000n * USDT);
    await stands(ann.userId, sums);
    const refused = await ann.bid(id, '100.000001');
    expect([refused.code, refused.refused.facts]).toEqual([
      '10011',
      { need: '100.000001', have: '100', asset: 'USDT' },
    ]);
    expect((await ann.bid(id, '100')).code).toBe('200');
    await stage.product.owner.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('delete from ledger.balance where user_id = $1 and class = any($2)', [
        ann.userId,
        Object.keys(sums),
      ]);
    });
  });

  test('is decided once: repeated it says the same, with other content it is refused', async () => {
    const id = await stage.offer();
    const ann = await stage.bidder();
    const requestId = randomUUID();
    const first = await ann.bid(id, '100', { requestId });
    expect(await ann.bid(id, '100', { requestId })).toMatchObject({ result: first.result });
    expect((await ann.bid(id, '120', { requestId })).code).toBe('422');
    expect(await ann.holds()).toMatchObject({ 'user:bid': 100n * USDT });
  });

  test('of practice money, of a paused account and while the switch is off is refused', async () => {
    const id = await stage.offer();
    const { product } = stage;
    const ann = await stage.bidder();
    const odd = { id, kind: 'bid', amount: '100', requestId: randomUUID() };
    const demo = await product.call('nft.buy', { token: ann.token, odd });
    expect(demo.code).toBe('11001');
    expect((await product.call('nft.mine', { token: ann.token })).code).toBe('11001');
    await product.call('accounts.freeze', { token: ann.token });
    expect((await ann.bid(id, '100')).code).toBe('10008');
    const ben = await stage.bidder();
    const turn = async (value: '0' | '1') => {
      product.clock.advance(1_000);
      const from = product.clock.now();
      await product.app.parameters.set({ key: 'nft.enabled', value, from, note: 'a test' });
    };
    await turn('0');
    expect((await ben.bid(id, '100')).code).toBe('11005');
    await turn('1');
    const unknown = await product.register();
    const early = await product.call('nft.buy', {
      ...{ token: unknown.token, mode: 'real' },
      odd: { ...odd, requestId: randomUUID() },
    });
    expect(early.code).toBe('11019');
  });

  test('counts as lost and as turnover of the limits its owner set', async () => {
    const id = await stage.offer();
    const ann = await stage.bidder();
    const odd = { kind: 'loss', period: 'day', amount: '105' };
    await stage.product.call('accounts.set-limit', { token: ann.token, odd });
    expect((await ann.bid(id, '105.000001')).code).toBe('11018');
    expect((await ann.bid(id, '100')).code).toBe('200');
    expect((await ann.bid(id, '110')).code).toBe('11018');
  });

  test('on a token that is on a chain names an address of it', async () => {
    const place = { chain: 'ethereum', address: `0x${'1'.repeat(40)}`, number: '7' } as const;
    const id = await stage.offer({ place });
    const ann = await stage.bidder();
    const none = await ann.bid(id, '100');
    expect([none.code, none.refused.field]).toEqual(['10021', 'addressId']);
    expect((await ann.bid(id, '100', { addressId: NOBODY })).code).toBe('10021');
    const add = (network: 'ethereum' | 'tron', usable: string, letter = 'a') =>
      plantAddress(stage.product, ann.userId, {
        ...{ network, usable },
        address: `0x${letter.repeat(40)}`,
      });
    const past = '1970-01-05';
    const tron = await add('tron', past);
    expect((await ann.bid(id, '100', { addressId: tron })).code).toBe('10021');
    const fresh = await add('ethereum', '2999-01-01');
    expect((await ann.bid(id, '100', { addressId: fresh })).code).toBe('11022');
    const usable = await add('ethereum', past, 'b');
    const bid = await ann.bid(id, '100', { addressId: usable });
    expect(bid.result.mine.address).toBe(`0x${'b'.repeat(40)}`);
    // A raise needs none: it goes where the bid did.
    expect((await ann.bid(id, '110')).result.mine.address).toBe(`0x${'b'.repeat(40)}`);
    // Who was outbid names an address again: the one before may have left the address book.
    const ben = await stage.bidder();
    const his = await plantAddress(stage.product, ben.userId, {
      network: 'ethereum',
      address: `0x${'c'.repeat(40)}`,
      usable: '2020-01-01',
    });
    expect((await ben.bid(id, '120', { addressId: his })).code).toBe('200');
    expect((await ann.bid(id, '130')).refused.field).toBe('addressId');
  });
});

describe('user/listNft', () => {
  test('says of one token what the caller has of it, whichever others they bid on', async () => {
    const [ann, ben] = [await stage.bidder(), await stage.bidder()];
    const ids = [await stage.offer(), await stage.offer(), await stage.offer()] as const;
    for (const id of ids) await ann.bid(id, '100');
    await ben.bid(ids[0], '110');
    const page = { page: 1, size: 1 };
    const one = (await ann.mine({ ...page, id: ids[0] })).result;
    expect(one).toMatchObject({
      total: 1,
      counts: { owned: 0, leading: 2, outbid: 1 },
      records: [{ id: ids[0], role: 'outbid', mine: { bidder: 1, amount: '100' } }],
      ownMoney: '9800',
    });
    expect((await ann.mine({ ...page, id: ids[0], role: 'leading' })).result.total).toBe(0);
    expect((await ben.mine({ ...page, id: ids[1] })).result).toMatchObject({
      records: [],
      total: 0,
    });
    expect((await ann.mine({ ...page, id: 'none' })).code).toBe('400');
  });
});

describe('the end of an auction', () => {
  test('is moved by a bid near it, at most as often as said, and a bid at it comes too late', async () => {
    const id = await stage.offer({
      auction: {
        step: usdt(10n * USDT),
        endsAt: plusMs(stage.product.clock.now(), 6 * MINUTE_MS),
        extension: { minutes: 4, most: 1 },
      },
    });
    const [ann, ben] = [await stage.bidder(), await stage.bidder()];
    await stage.later(3 * MINUTE_MS);
    const moved = (await ann.bid(id, '100')).result;
    expect(moved).toMatchObject({ remainingSeconds: 240, extension: { used: 1 } });
    await stage.later(3 * MINUTE_MS);
    const last = (await ben.bid(id, '110')).result;
    expect(last).toMatchObject({ remainingSeconds: 60, extension: { used: 1 } });
    stage.product.clock.advance(MINUTE_MS);
    await stage.product.price('BTC/USDT', '60000', '60010');
    const late = await ann.bid(id, '120');
    expect([late.code, late.refused.facts?.['why']]).toEqual(['10020', 'over']);
    await stage.later(0);
    expect((await ann.bid(id, '120')).refused.facts?.['why']).toBe('closed');
    const mine = (await ben.mine()).result.records[0];
    expect(mine).toMatchObject({ state: 'sold', role: 'owned', mine: { state: 'won' } });
    expect(mine?.bought).toMatchObject({
      shares: { price: '110', charity: '96.8', creator: '7.7', house: '5.5' },
    });
    expect(mine?.bought?.number).toMatch(/^\d{6}-[0-9A-Z]{8}$/);
    const [entry] = await stage.product.owner.query<{ kind: string; cause: string }>(
      'select kind::text, cause::text from ledger.entry where id = $1',
      [mine?.bought?.entryId],
    );
    expect(entry).toEqual({ kind: 'nft-sale', cause: 'timer' });
    expect((await nftNews(stage.product, id)).at(-1)).toEqual([ben.userId, 'won']);
    const sold = await stage.product.call('nft.list', {
      query: { page: 1, size: 10, status: 'sold' },
    });
    expect(sold.result.records[0]).toMatchObject({ id, currentBid: '110', minNextBid: null });
  });

  test('without a bid closes it', async () => {
    const id = await stage.offer();
    await stage.later(DAY_MS);
    const { result } = await stage.product.call('nft.get', { params: { id } });
    expect(result).toMatchObject({ state: 'closed', bids: 0, sale: null, minNextBid: null });
  });

  test('is won by who leads, though the account is frozen meanwhile', async () => {
    const id = await stage.offer();
    const ann = await stage.bidder();
    await ann.bid(id, '100');
    await stage.product.call('accounts.freeze', { token: ann.token });
    await stage.later(DAY_MS);
    expect(await nftNews(stage.product, id)).toContainEqual([ann.userId, 'won']);
  });
});

describe('a fixed price', () => {
  test('is paid once, to the unit, and divided at once', async () => {
    const id = await fixed(99_999_999n);
    const [ann, ben] = [await stage.bidder(), await stage.bidder()];
    expect((await ann.buy(id, '100')).refused.facts?.['why']).toBe('notThePrice');
    expect((await ann.bid(id, '99.999999')).refused.facts?.['why']).toBe('otherKind');
    const bought = await ann.buy(id, '99.999999');
    expect(bought.result).toMatchObject({
      role: 'owned',
      state: 'sold',
      bought: { shares: { charity: '88.000001', creator: '6.999999', house: '4.999999' } },
    });
    expect(await ann.holds()).toMatchObject({ 'user:bid': 0n });
    expect((await ben.buy(id, '99.999999')).code).toBe('10020');
  });
});

describe('cases', () => {
  const facts = (more: Record<string, string>) => ({
    ...{ userId: null, subject: 'a test', amount: null, asset: null },
    facts: more,
  });

  test('cancel a token and give who leads everything back', async () => {
    const id = await stage.offer();
    const ann = await stage.bidder();
    await ann.bid(id, '130');
    await decideCase(stage.product, 'tokenCancel', facts({ id, reason: 'The artist withdrew' }));
    expect(await ann.holds()).toMatchObject({ 'user:cash': 10_000n * USDT, 'user:bid': 0n });
    const { result } = await stage.product.call('nft.get', { params: { id } });
    expect(result).toMatchObject({ state: 'cancelled', cancelReason: 'The artist withdrew' });
    expect((await ann.mine()).result.records[0]?.mine.state).toBe('cancelled');
    expect((await nftNews(stage.product, id)).at(-1)).toEqual([ann.userId, 'cancelled']);
  });

  test('pay a charity what is held for it, once for a reference, and never more', async () => {
    const before = (await stage.product.call('nft.donations')).result;
    const id = await fixed();
    await (await stage.bidder()).buy(id, '100');
    const pay = (units: bigint, reference: string) =>
      decideCase(
        stage.product,
        'charityPayout',
        facts({
          id: stage.charityId,
          units: units.toString(),
          ...{ account: 'outside', reference, receipt: 'R-1', receiptSha256: '' },
        }),
        'Q',
      );
    await pay(60n * USDT, 'bank 1');
    expect(await findFacts(stage.product.owner, CHARITY_PAID)).toMatchObject([
      { charityId: stage.charityId, charity: 'Open Window school', amount: '60' },
    ]);
    // The same payment, typed otherwise.
    for (const again of ['bank 1', 'BANK 1', 'bank1', '0xBank-1']) await pay(1n * USDT, again);
    const { result } = await stage.product.call('nft.donations');
    const sums = (one: typeof result) =>
      [one.raised, one.paidOut, one.held].map((text) => Number.parseInt(text, 10));
    const [raised = 0, , held = 0] = sums(before);
    expect(sums(result)).toEqual([raised + 88, 60, held + 28]);
    expect(result).toMatchObject({
      totalPayouts: 1,
      payouts: [{ amount: '60', reference: 'bank 1', receipt: { number: 'R-1', sha256: null } }],
    });
    expect(result.sales[0]).toMatchObject({ tokenId: id, shares: { charity: '88' } });
    const { text } = await stage.product.call('nft.donations-file');
    const paid = text.split('\r\n').filter((line) => line.includes(',payout,'));
    expect(paid).toHaveLength(1);
    expect(paid[0]).toMatch(/,Open Window school,.*,,,,,,60,bank 1,R-1,,[0-9a-f-]{36}$/);
    await pay(1_000_000n * USDT, 'bank 2');
    expect((await stage.product.call('nft.donations')).result.paidOut).toBe('60');
  });
});

test('the database takes no entry that no bid, sale or pay-out says', async () => {
  const ann = await stage.bidder();
  const { db } = stage.product;
  const at = stage.product.clock.now();
  const postings = [pays('user:cash', 'user:bid', 1n)];
  const write = (kind: 'nft-bid') =>
    db.transaction((tx) => commitEntries(tx, [entryOf(kind, ann.userId, postings)], at));
  await expect(write('nft-bid')).rejects.toThrow('is not what its rows say');
  // Nor the same again as another part of the command that was booked.
  const token = await stage.offer({ auction: null });
  await ann.buy(token, '100');
  const [booked] = await stage.product.owner.query<{ request_id: string; subject: string }>(
    `select request_id, subject from ledger.entry where user_id = $1 and kind = 'nft-bid'`,
    [ann.userId],
  );
  const { request_id: requestId, subject } = ensure(booked, 'the purchase was booked');
  const said = { requestId, subject, part: 1 };
  const same = entryOf('nft-bid', ann.userId, [pays('user:cash', 'user:bid', 100n * USDT)], said);
  await expect(db.transaction((tx) => commitEntries(tx, [same], at))).rejects.toThrow(
    'entry_of_one_part',
  );
  const raise = `update nft.beneficiary set raised = raised + 1`;
  await expect(db.query(raise)).rejects.toThrow('permission denied');
});
