// Promise: a loan is lent on what its owner signed and two people granted, never on borrowed money, and what
// is owed, pledged and paid stands in the books to the unit. (PRODUCT 7; LEDGER 2, 4; RELIABILITY L1–L6)
import { hash, randomUUID } from 'node:crypto';
import { DAY_MS, type RequestId, formatMoney } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import {
  type Borrower,
  decideLoan,
  identify,
  newBorrower,
  pledge,
  stageLoans,
} from '../../test/loans.ts';
import { findHouseWorth, lockAccounts, sumHouse } from '../ledger/index.ts';
import { fundHouse } from '../../test/decided-case.ts';
import { commandAsStaff } from '../../test/staff-commands.ts';
import { EDGES } from './loan/rules.ts';

const BTC = 10n ** 8n;
const USDT = 1_000_000n;

const stage = stageLoans([
  { asset: 'BTC', units: BTC },
  { asset: 'USDT', units: 1_000n * USDT },
]);

const refusedOf = ({ code, refused }: { code: string; refused: { name?: unknown } }) => [
  code,
  refused.name,
];

describe('user/loanTerms', () => {
  test('says what is offered, the limits and what the caller may pledge and borrow', async () => {
    const { product } = stage.lending;
    const answer = await product.call('loans.terms', { token: stage.who.token, mode: 'real' });
    expect(answer.result).toMatchObject({
      days: [7, 14, 30, 60, 90],
      freeDays: 3,
      rateDaily: '0.0002',
      ltvMax: '0.65',
      notices: ['0.7', '0.75', '0.8'],
      saleLine: '0.83',
      offerDays: 7,
      reviewHours: 48,
      amountMin: '100',
      limits: [
        { level: 1, amount: '10000' },
        { level: 2, amount: '50000' },
      ],
      level: 1,
      identity: 'verified',
      owed: '0',
      // 0.65 × (1,000 + 60,000)
      ownMax: '39650',
      collateral: [
        { asset: 'USDT', available: '1000', bid: null },
        { asset: 'BTC', available: '1', bid: '60000' },
        { asset: 'ETH', available: '0', bid: '3000' },
      ],
    });
  });

  test('practice money is not lent', async () => {
    const answer = await stage.lending.product.call('loans.terms', { token: stage.who.token });
    expect(answer.code).toBe('11001');
  });
});

describe('user/loanOffer', () => {
  test('says the cost to the unit, and the prices at which collateral is sold', async () => {
    const { result } = await stage.who.offer();
    // 2,000 × 0.0002 × 27 nights; APR = 10.8 ÷ 2,000 × 365 ÷ 30
    expect(result).toMatchObject({
      amount: '2000',
      interest: '10.8',
      total: '2010.8',
      apr: '0.0657',
      value: '6000',
      ltv: '0.333333333333333334',
    });
    expect(result.schedule).toHaveLength(30);
    expect(result.schedule[2]).toMatchObject({ interest: '0', owed: '2000' });
    expect(result.schedule[3]).toMatchObject({ interest: '0.4', owed: '2000.4' });
    expect(result.steps.at(-1)).toMatchObject({ ltv: '0.83', kind: 'sale' });
    // 2,000 ÷ 0.83 ÷ 0.1, up at each step
    expect(result.steps.at(-1)?.prices).toEqual([{ asset: 'BTC', price: '24096.3855421686747' }]);
  });

  test.each([
    [{ days: 8 }, '10023', 'days'],
    [{ amount: '99.99' }, '10013', 'amount'],
    [{ amount: '10000.01' }, '10013', 'amount'],
    [{ amount: '3900.01' }, '10013', 'collateral'],
    [{ amount: '1.0000001' }, '10013', 'amount'],
    [{ collateral: pledge('BTC:2') }, '10011', 'collateral'],
    [{ amount: '600', collateral: pledge('USDT:1000.01') }, '10011', 'collateral'],
    [{ collateral: pledge('BTC:0.1', 'BTC:0.1') }, '10025', 'collateral'],
    [{ collateral: pledge('BTC:0.000000001') }, '10016', 'collateral'],
  ] as const)('%o is refused: %s at %s', async (change, code, field) => {
    const answer = await stage.who.offer(change);
    expect([answer.code, answer.refused['field']]).toEqual([code, field]);
  });

  test('is not made on a price that is old', async () => {
    stage.lending.product.clock.advance(60_000);
    expect(refusedOf(await stage.who.offer())).toEqual(['10015', 'not-tradable-now']);
  });
});

describe('user/loan', () => {
  test('is asked for once and waits for two people; what was signed stays', async () => {
    const { product } = stage.lending;
    const requestId = randomUUID();
    const applied = await stage.who.apply({}, { requestId });
    expect(applied).toMatchObject({ code: '200', message: '20001' });
    expect(applied.result).toMatchObject({
      state: 'pendingReview',
      amount: '2000',
      canCancel: true,
      canDraw: false,
      deadline: applied.result.createdTime + 2 * DAY_MS,
    });
    const { id, agreementHash } = applied.result;
    const [kept] = await product.owner.query<{ agreement: string; signature: string }>(
      `select agreement, encode(signature_hash, 'hex') as signature from loans.loan where id = $1`,
      [id],
    );
    expect(hash('sha256', kept?.agreement ?? '')).toBe(agreementHash);
    expect(kept?.signature).toMatch(/^[0-9a-f]{64}$/);
    // Nothing is pledged and nothing is owed before it is drawn.
    expect(await stage.who.holds('BTC')).toEqual({ 'user:cash': BTC });
    const early = await stage.who.draw(id);
    expect(early.code).toBe('11017');
  });

  test.each([
    [{ state: 'none', level: 0 }, '10022'],
    [{ state: 'failed', level: 0 }, '10022'],
    [{ state: 'pending', level: 0 }, '10019'],
  ] as const)('whose identity is %o may not borrow: %s', async (said, code) => {
    await identify(stage.lending.product, stage.who.userId, said);
    expect((await stage.who.apply()).code).toBe(code);
  });

  test('needs the agreement that was read and a signature of its own', async () => {
    const other = await stage.who.apply({}, { agreementId: randomUUID() });
    expect([other.code, other.refused['field']]).toEqual(['11015', 'agreementId']);
    const unsigned = await stage.who.apply({}, { signatureId: randomUUID() });
    expect([unsigned.code, unsigned.refused['field']]).toEqual(['11015', 'signatureId']);
    const missing = await stage.who.apply({}, { signatureId: undefined });
    expect([missing.code, missing.refused['field']]).toEqual(['11015', 'signatureId']);
  });

  test('is for exactly what its offer said, while that is held', async () => {
    const other = await stage.who.apply({}, { amount: '2001' });
    expect([other.code, other.refused['field']]).toEqual(['10023', 'offerId']);
    const { result } = await stage.who.offer();
    stage.lending.product.clock.advance(16 * 60_000);
    await stage.lending.ticks(60_000);
    const late = await stage.lending.product.app.loans.commands.apply(commandOf(stage.who), {
      amount: '2000',
      days: 30,
      collateral: pledge('BTC:0.1'),
      offerId: result.offerId,
      agreementId: result.agreementId,
      signatureId: randomUUID(),
      requestId: randomUUID(),
    });
    expect(late.kept).toContain('"10023"');
  });

  test('waits at most three times at once, and is refused while its owner pauses', async () => {
    for (let times = 0; times < 3; times += 1) {
      expect((await stage.who.apply({ amount: '100' })).code).toBe('200');
    }
    expect((await stage.who.apply({ amount: '100' })).code).toBe('11018');
    const { product } = stage.lending;
    const paused = await newBorrower(product, [{ asset: 'BTC', units: BTC }]);
    await commandAsStaff(product, { userId: paused.userId, act: 'freeze' });
    expect((await paused.apply()).code).toBe('10008');
  });

  test('that is rejected says why, and one that is taken back never runs', async () => {
    const { product } = stage.lending;
    const { result: first } = await stage.who.apply();
    const rejected = { verdict: 'rejected', reason: 'cannot-afford' } as const;
    await decideLoan(product, first.id, rejected);
    expect(await stage.who.get(first.id)).toMatchObject({
      state: 'rejected',
      reason: 'cannot-afford',
    });
    const { result: second } = await stage.who.apply();
    const named = { token: stage.who.token, mode: 'real', params: { id: second.id } } as const;
    const taken = await product.call('loans.cancel', named);
    expect(taken.result).toMatchObject({ state: 'expired', reason: 'withdrawn' });
    // It is nobody's decision any more: its case ended with it, and cannot be decided.
    const caseOf = () =>
      product.owner.query<{ verdict: string | null; by: string; waits: boolean }>(
        `select c.verdict, c.decided_by as by, c.state <> 'decided' as waits
         from cases.case c join loans.loan l on l.case_id = c.id where l.id = $1`,
        [second.id],
      );
    const ended = [{ verdict: 'withdrawn', by: `user:${stage.who.userId}`, waits: false }];
    expect(await caseOf()).toEqual(ended);
    await decideLoan(product, second.id);
    expect(await caseOf()).toEqual(ended);
    expect(await stage.who.get(second.id)).toMatchObject({ state: 'expired' });
    expect((await product.call('loans.cancel', named)).code).toBe('11017');
  });
});

describe('user/drawLoan', () => {
  test('pledges the collateral and pays the principal out, once', async () => {
    const { product } = stage.lending;
    const { result } = await stage.who.apply();
    await decideLoan(product, result.id);
    const requestId = randomUUID();
    const drawn = await stage.who.draw(result.id, { requestId });
    expect(drawn.result).toMatchObject({
      state: 'repaymentInProgress',
      owed: '2000',
      collateral: [{ asset: 'BTC', amount: '0.1' }],
      canRepay: true,
    });
    expect(await stage.who.holds('BTC')).toEqual({
      'user:cash': (BTC * 9n) / 10n,
      'user:collateral': BTC / 10n,
    });
    expect(await stage.who.holds()).toMatchObject({
      'user:cash': 3_000n * USDT,
      'user:debt': -2_000n * USDT,
    });
    const again = await stage.who.draw(result.id);
    expect(again.code).toBe('11017');
    const info = await product.call('portfolio.info', { token: stage.who.token, mode: 'real' });
    // Borrowed money adds to what is owned, not to what is owned less what is owed.
    expect(info.result).toMatchObject({
      loanAmount: '2000',
      totalAssets: '63000',
      netAssets: '61000',
    });
  });

  test('is confirmed by its owner, and stands seven days', async () => {
    const { product } = stage.lending;
    const { result } = await stage.who.apply();
    await decideLoan(product, result.id);
    const unconfirmed = await stage.who.draw(result.id, { stepUp: undefined });
    expect(unconfirmed.code).toBe('11020');
    product.clock.advance(7 * DAY_MS + 1_000);
    await stage.lending.ticks(60_000);
    expect(
      (await product.app.loans.get({ userId: stage.who.userId, id: result.id }))?.canDraw,
    ).toBe(false);
  });

  test('never takes the house below the floor under which it takes no new business', async () => {
    const { product } = stage.lending;
    const { result } = await stage.who.apply({ amount: '2000' });
    await decideLoan(product, result.id);
    const set = async (value: string) => {
      const said = { key: 'house.floorNewBusiness', value, note: 'a test' } as const;
      const set = await product.app.parameters.set({ ...said, from: product.clock.now() });
      expect(set.ok).toBe(true);
    };
    await product.app.house.refresh();
    const worth = (await findHouseWorth(product.db)) / USDT;
    await set(String(worth - 1_999n));
    const refused = await stage.who.draw(result.id);
    expect(refusedOf(refused)).toEqual(['10015', 'not-tradable-now']);
    expect(refused.refused).toMatchObject({ facts: { why: 'houseFloor' } });
    await set(String(worth - 2_000n));
    expect((await stage.who.draw(result.id)).code).toBe('200');
    await set('1');
  });

  test('pays out no USDT that the house gave for coins', async () => {
    const { product } = stage.lending;
    const { result } = await stage.who.apply({ amount: '2000' });
    await decideLoan(product, result.id);
    // A seller of coins leaves the house with them, and with 1,999 USDT to pay with.
    const seller = await newBorrower(product, [{ asset: 'BTC', units: 1_000n * BTC }]);
    const of = { mode: 'real', asset: 'USDT' } as const;
    const has = async () =>
      (await sumHouse(product.db, { ...of, accountClass: 'house:capital' })) +
      (await sumHouse(product.db, { ...of, accountClass: 'house:exchange' }));
    const before = await has();
    await stage.lending.ticks(60_000);
    // Whole satoshi at 60,000 are 0.0006 USDT each.
    const units = ((before - 1_999n * USDT) * 10n) / 6_000n;
    const amount = formatMoney({ asset: 'BTC', units });
    const body = { from: 'BTC', to: 'USDT', amount } as const;
    const mode = 'real' as const;
    const { token } = seller;
    const { quoteId } = (await product.call('exchange.quote', { token, mode, body })).result;
    const converted = await product.call('exchange.convert', {
      token,
      mode,
      body: { quoteId, requestId: randomUUID() },
    });
    expect(converted.code).toBe('200');
    expect((await has()) < 2_000n * USDT).toBe(true);
    const refused = await stage.who.draw(result.id);
    expect(refused.refused).toMatchObject({ facts: { why: 'houseFloor', asset: 'USDT' } });
    await fundHouse(product, before, product.clock.now());
    expect((await stage.who.draw(result.id)).code).toBe('200');
  });

  test('on borrowed money is refused: debts stay below their share of what is owned without them', async () => {
    const { product } = stage.lending;
    const loop = await newBorrower(product, [{ asset: 'USDT', units: 10_000n * USDT }]);
    await identify(product, loop.userId, { state: 'verified', level: 2 });
    await loop.draws({ amount: '6500', collateral: pledge('USDT:10000') });
    // What was borrowed could secure more by itself; what is owned without it cannot.
    const more = await loop.offer({ amount: '3500', collateral: pledge('USDT:6500') });
    expect([more.code, more.refused['facts']]).toEqual([
      '10013',
      expect.objectContaining({ why: 'own', max: '6500' }),
    ]);
  });

  test('is refused at the draw when what is owned has fallen since, and stands again with it', async () => {
    const { product, ticks } = stage.lending;
    const fallen = await newBorrower(product, [
      { asset: 'BTC', units: BTC / 10n },
      { asset: 'USDT', units: 1_000n * USDT },
    ]);
    await fallen.draws({ amount: '3900' });
    // 4,500 of 0.65 × (6,000 + 1,000) while it is asked for; 0.65 × (4,900 + 1,000) at the draw.
    const { id } = (await fallen.apply({ amount: '600', collateral: pledge('USDT:1000') })).result;
    await decideLoan(product, id);
    await ticks(49_000);
    const refused = await fallen.draw(id);
    expect(refusedOf(refused)).toEqual(['10013', 'amount-out-of-range']);
    expect(refused.refused).toMatchObject({ facts: { why: 'own', max: '3835' } });
    expect(await fallen.get(id)).toMatchObject({ state: 'approved', owed: '0' });
    expect(await fallen.holds()).toMatchObject({ 'user:debt': -3_900n * USDT });
    await ticks(60_000);
    expect((await fallen.draw(id)).code).toBe('200');
  });

  test('two applications are drawn one after another, and the second sees the first', async () => {
    const { product } = stage.lending;
    const both = await newBorrower(product, [{ asset: 'USDT', units: 10_000n * USDT }]);
    const terms = { amount: '3200', collateral: pledge('USDT:5000') };
    const loans = [await both.apply(terms), await both.apply(terms)].map(({ result }) => result.id);
    for (const id of loans) await decideLoan(product, id);
    const answers = await Promise.all(loans.map((id) => both.draw(id)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['200', '200']);
    expect(await both.holds()).toMatchObject({
      'user:collateral': 10_000n * USDT,
      'user:debt': -6_400n * USDT,
    });
  });
});

describe('user/repayLoan', () => {
  test('pays interest first, in part, early, and gives everything back with the last unit', async () => {
    const { product } = stage.lending;
    const { id } = await stage.who.draws();
    product.clock.advance(5 * DAY_MS);
    await stage.lending.ticks(60_000);
    // Two nights of 0.4 behind three free ones.
    const part = await product.app.loans.commands.repay(commandOf(stage.who), {
      id,
      body: { amount: '100', source: 'cash' },
    });
    expect(part.kept).toContain('"owed":"1900.8"');
    expect(await stage.who.get(id)).toMatchObject({
      principalOwed: '1900.8',
      interestOwed: '0',
      interestPaid: '0.8',
      principalPaid: '99.2',
    });
    const all = { id, body: { all: true, source: 'cash' } } as const;
    await product.app.loans.commands.repay(commandOf(stage.who), all);
    expect(await stage.who.get(id)).toMatchObject({ state: 'repaid', owed: '0', collateral: [] });
    expect(await stage.who.holds('BTC')).toMatchObject({ 'user:cash': BTC, 'user:collateral': 0n });
    expect(await stage.who.holds()).toMatchObject({
      'user:cash': 1_000n * USDT - 800_000n,
      'user:debt': 0n,
    });
  });

  test('a day is charged once, and a day after the due one costs the same', async () => {
    const { product } = stage.lending;
    const { id } = await stage.who.draws({ days: 7 });
    product.clock.advance(4 * DAY_MS);
    await stage.lending.ticks(60_000);
    const tiny = { id, body: { amount: '0.1', source: 'cash' } } as const;
    await product.app.loans.commands.repay(commandOf(stage.who), tiny);
    await product.app.loans.commands.repay(commandOf(stage.who), tiny);
    expect((await stage.who.get(id)).charges).toHaveLength(1);
    await expect(
      product.owner.query(
        `insert into loans.charge select user_id, loan_id, day, principal, interest, at
         from loans.charge where loan_id = $1`,
        [id],
      ),
    ).rejects.toThrow('duplicate key');
  });

  test.each([
    [{ amount: '2000.000001' }, '10013'],
    [{ amount: '0.0000001' }, '10013'],
  ] as const)('%o is refused: %s', async (body, code) => {
    const { id } = await stage.who.draws();
    expect((await stage.who.repay(id, body)).code).toBe(code);
  });

  test('many at once hold one connection, and the others wait for their turn', async () => {
    const { product } = stage.lending;
    const { id } = await stage.who.draws();
    const waiting = async (): Promise<number> => {
      const [row] = await product.owner.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row?.count ?? 0;
    };
    const sent: ReturnType<Borrower['repay']>[] = [];
    await product.owner.transaction(async (tx) => {
      await lockAccounts(tx, [{ userId: stage.who.userId, mode: 'real' }]);
      for (let count = 0; count < 6; count += 1) sent.push(stage.who.repay(id, { amount: '1' }));
      await expect.poll(waiting).toBe(1);
      // Each of them was read and waits: another call is answered meanwhile.
      for (let count = 0; count < 3; count += 1) await stage.who.offer();
      expect(await waiting()).toBe(1);
    });
    expect((await Promise.all(sent)).map(({ code }) => code)).toEqual(sent.map(() => '200'));
    expect(await stage.who.get(id)).toMatchObject({ principalPaid: '6' });
  });

  test('needs free margin', async () => {
    const { id } = await stage.who.draws();
    await stage.who.add(id, { asset: 'USDT', amount: '2500' });
    const short = await stage.who.repay(id, { amount: '2000' });
    expect([short.code, short.refused['field']]).toEqual(['10011', 'amount']);
  });

  test('twice at once pays once each, and the same request pays once', async () => {
    const { id } = await stage.who.draws();
    const requestId = randomUUID();
    const asked = { amount: '500', requestId };
    const [one, other] = await Promise.all([
      stage.who.repay(id, asked),
      stage.who.repay(id, asked),
    ]);
    const codes = [one.code, other.code].toSorted();
    expect([
      ['200', '200'],
      ['200', '409'],
    ]).toContainEqual(codes);
    expect((await stage.who.get(id)).owed).toBe('1500');
    expect((await stage.who.repay(id, asked)).result.owed).toBe('1500');
    expect((await stage.who.get(id)).payments).toHaveLength(1);
  });

  test('from USDT that are pledged needs no price of the coin beside them', async () => {
    const { product } = stage.lending;
    const { id } = await stage.who.draws({
      amount: '600',
      collateral: pledge('BTC:0.02', 'USDT:500'),
    });
    product.clock.advance(60_000);
    const short = await stage.who.repay(id, { amount: '501', source: 'collateral' });
    expect(refusedOf(short)).toEqual(['10015', 'not-tradable-now']);
    const paid = await stage.who.repay(id, { amount: '450', source: 'collateral' });
    expect([paid.code, paid.result.principalOwed]).toEqual(['200', '150']);
    const collateral = [
      { asset: 'USDT', amount: '50' },
      { asset: 'BTC', amount: '0.02' },
    ];
    const loan = await stage.who.get(id);
    expect(loan.collateral.toSorted((a, b) => (a.asset < b.asset ? 1 : -1))).toEqual(collateral);
    expect(loan.sales).toMatchObject([{ sold: [{ asset: 'USDT', price: null }], ltvAfter: null }]);
  });

  const quotes = (id: string, odd: object, token = stage.who.token) =>
    stage.lending.product.call('loans.quote-repayment', {
      token,
      mode: 'real',
      params: { id },
      odd,
    });

  test('from collateral is quoted to the unit before, and sells no more than was shown', async () => {
    const { id } = await stage.who.draws();
    const quote = await quotes(id, { amount: '600' });
    // 600 ÷ 0.998 ÷ 60,000, up to the unit; 1,399.999406 of 0.08997995 BTC are left.
    expect(quote.result).toEqual({
      sold: [{ asset: 'BTC', amount: '0.01002005', price: '60000', received: '600.000594' }],
      spread: '1.202406',
      paid: '600.000594',
      over: '0',
      debtBefore: '2000',
      debtAfter: '1399.999406',
      ltvBefore: expect.stringMatching(/^0\.3333/),
      ltvAfter: expect.stringMatching(/^0\.2593/),
      left: [{ asset: 'BTC', amount: '0.08997995' }],
    });
    // Nothing was done, and nobody else's loan is quoted.
    expect(await stage.who.get(id)).toMatchObject({ owed: '2000', sales: [] });
    const other = await newBorrower(stage.lending.product, [{ asset: 'BTC', units: BTC }]);
    expect(refusedOf(await quotes(id, { all: true }, other.token))).toEqual(['404', 'not-found']);
    const beyond = await quotes(id, { amount: '2000.01' });
    expect(refusedOf(beyond)).toEqual(['10013', 'amount-out-of-range']);
    const sellsMost = quote.result.sold.map(({ asset, amount }) => ({ asset, amount }));
    const asked = { amount: '600', source: 'collateral', sellsMost };
    await stage.lending.ticks(59_999);
    const moved = await stage.who.repay(id, asked);
    expect(moved.refused.name).toBe('quote-expired');
    expect(await stage.who.get(id)).toMatchObject({ owed: '2000', sales: [] });
    // At a better price less is sold.
    await stage.lending.ticks(60_100);
    const done = await stage.who.repay(id, asked);
    expect(done.code).toBe('200');
    const [sale] = (await stage.who.get(id)).sales;
    expect(sale?.sold).toMatchObject([{ asset: 'BTC', amount: '0.01000337', price: '60100' }]);
    const all = await quotes(id, { all: true });
    expect(all.result).toMatchObject({ debtAfter: '0', ltvAfter: '0' });
    stage.lending.product.clock.advance(60_000);
    expect(refusedOf(await quotes(id, { all: true }))).toEqual(['10015', 'not-tradable-now']);
  });

  test('from collateral sells the least that pays it, with a receipt', async () => {
    const { id } = await stage.who.draws();
    const answer = await stage.who.repay(id, { amount: '600', source: 'collateral' });
    expect(answer.result).toMatchObject({ owed: '1399.999406', state: 'repaymentInProgress' });
    const { sales } = await stage.who.get(id);
    // 600 ÷ 0.998 ÷ 60,000, up to the unit
    expect(sales).toMatchObject([
      {
        cause: 'owner',
        sold: [{ asset: 'BTC', amount: '0.01002005', price: '60000' }],
        paid: '600.000594',
        debtBefore: '2000',
        debtAfter: '1399.999406',
        shortfall: '0',
      },
    ]);
    expect(await stage.who.holds('BTC')).toMatchObject({
      'user:collateral': 10_000_000n - 1_002_005n,
    });
  });
});

describe('user/addCollateral', () => {
  test('pledges more, of any asset, and needs what it names', async () => {
    const { id } = await stage.who.draws();
    const more = await stage.who.add(id, { asset: 'USDT', amount: '500' });
    expect(more.result.collateral).toEqual([
      { asset: 'USDT', amount: '500' },
      { asset: 'BTC', amount: '0.1' },
    ]);
    expect((await stage.who.add(id, { asset: 'BTC', amount: '5' })).code).toBe('10011');
    expect((await stage.who.add(id, { asset: 'BTC', amount: '0.000000001' })).code).toBe('10016');
    expect((await stage.who.add(randomUUID(), { asset: 'BTC', amount: '0.1' })).code).toBe('404');
  });
});

test('a grain of a second coin, by which its owner could wait out a fall, is not pledged', async () => {
  const { product } = stage.lending;
  await product.deposit(stage.who.userId, 10n ** 18n, 'ETH');
  const minimum = { facts: { why: 'pledge', min: '10', asset: 'ETH' } };
  const grain = await stage.who.offer({ collateral: pledge('BTC:0.1', 'ETH:0.00000001') });
  expect(grain.refused).toMatchObject({
    name: 'amount-out-of-range',
    field: 'collateral',
    ...minimum,
  });
  const { id } = await stage.who.draws();
  const added = await stage.who.add(id, { asset: 'ETH', amount: '0.003' });
  expect(added.refused).toMatchObject({ name: 'quantity-refused', field: 'amount', ...minimum });
  expect((await stage.who.add(id, { asset: 'BTC', amount: '0.00000001' })).code).toBe('200');
  product.clock.advance(60_000);
  // Without a price nobody can say what a new coin is worth; more of one that is there does no harm.
  const unpriced = await stage.who.add(id, { asset: 'ETH', amount: '0.5' });
  expect(refusedOf(unpriced)).toEqual(['10015', 'not-tradable-now']);
  expect((await stage.who.add(id, { asset: 'BTC', amount: '0.01' })).code).toBe('200');
  await stage.lending.ticks(60_000);
  expect((await stage.who.add(id, { asset: 'ETH', amount: '0.004' })).code).toBe('200');
});

describe('user/listLoanRecord', () => {
  test('lists one’s own loans, newest first, and nobody else’s', async () => {
    const { product } = stage.lending;
    const { id } = await stage.who.draws();
    const { result: newer } = await stage.who.apply({ amount: '100' });
    const mine = await product.call('loans.list', { token: stage.who.token, mode: 'real' });
    expect(mine.result).toMatchObject({ total: 2, records: [{ id: newer.id }, { id }] });
    const other = await product.register();
    const theirs = { token: other.token, mode: 'real', params: { id } } as const;
    expect((await product.call('loans.get', theirs)).code).toBe('404');
    expect((await product.call('loans.agreement', theirs)).code).toBe('404');
  });
});

test('the copy of one’s data has every loan, with what was signed and what happened to it', async () => {
  const { product } = stage.lending;
  const { id } = await stage.who.draws();
  await stage.who.repay(id, { amount: '500' });
  const taken = await stage.who.apply({ amount: '100' });
  const { name, content } = await product.app.loans.wholeFile(stage.who.userId);
  expect(name).toBe('loans.json');
  const [newer, older] = JSON.parse(content) as Record<string, unknown>[];
  expect(newer).toMatchObject({ id: taken.result.id, state: 'pendingReview' });
  expect(older).toMatchObject({ id, principalOwed: '1500', payments: [{ principal: '500' }] });
  const hashed = hash('sha256', String(older?.['agreement']), 'hex');
  expect(older?.['agreementHash']).toBe(hashed);
  const other = await product.register();
  expect(await product.app.loans.wholeFile(other.userId)).toMatchObject({ content: '[]' });
});

test('the database knows the same ways a loan goes, and no other', async () => {
  const rows = await stage.lending.product.db.query<{ from_state: string; to_state: string }>(
    'select from_state, to_state from loans.edge',
  );
  const ways = new Set(EDGES.flatMap(({ from, to }) => (from === null ? [] : [`${from} ${to}`])));
  expect(new Set(rows.map((row) => `${row.from_state} ${row.to_state}`))).toEqual(ways);
});

test('the database grants nothing without two people, and keeps what was signed', async () => {
  const { product } = stage.lending;
  const { result } = await stage.who.apply();
  const set = (text: string) =>
    product.db.query(`update loans.loan set ${text} where id = $1`, [result.id]);
  await expect(set(`state = 'approved', approved_case = gen_random_uuid()`)).rejects.toThrow(
    'two people',
  );
  await expect(set(`state = 'repaid'`)).rejects.toThrow();
  await expect(
    product.owner.query(`update loans.loan set principal = 1 where id = $1`, [result.id]),
  ).rejects.toThrow('terms of a loan stay');
});

const commandOf = ({ userId }: Borrower) => ({
  userId,
  request: {
    userId,
    requestId: randomUUID() as RequestId,
    call: 'loans.repay',
    bodyHash: Buffer.alloc(32).toString('base64url'),
  },
});
