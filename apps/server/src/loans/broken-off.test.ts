// Promise: a draw, a repayment, a sale and a write-off happen once or not at all, wherever in them the process is
// killed: before any of their writes, before a commit, or after one that nobody was told of. (RELIABILITY L3, L5, P8)
import { randomUUID } from 'node:crypto';
import { DAY_MS, type RequestId, ensure } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBreaking, killedEverywhere, throughRestart } from '../../test/breaking.ts';
import {
  type Borrower,
  type LoanProduct,
  confirmDraw,
  decideLoan,
  newBorrower,
  startLoanProduct,
  toldOf,
} from '../../test/loans.ts';
import { digestOf } from '../../test/simulation/loans/snapshot.ts';
import { hashOf } from '../platform/commit/idempotency.ts';

let lending: LoanProduct;
const breaking = createBreaking(['loans', 'ledger', 'cases', 'files', 'accounts']);

beforeAll(async () => {
  lending = await startLoanProduct({ between: breaking.between });
});
afterAll(() => lending.product.stop());

const BTC = 10n ** 8n;
const USDT = 1_000_000n;
/** Each break is a start of its own, on a machine that does other things as well. */
const PATIENCE_MS = 240_000;

/** A borrower who has 1 BTC and 1,000 USDT. */
async function borrower(): Promise<Borrower> {
  await lending.ticks(60_000);
  return newBorrower(lending.product, [
    { asset: 'BTC', units: BTC },
    { asset: 'USDT', units: 1_000n * USDT },
  ]);
}

/**
 * Does something until it is done, killed before the nth write of it. A process that is started next finds all of it
 * or nothing, and does not do it again.
 */
async function once<Value>(
  nth: number,
  act: () => Promise<Value>,
  priced: (() => Promise<void>) | null = null,
): Promise<Value> {
  const { product } = lending;
  const before = await digestOf(product.owner);
  const found: string[] = [];
  const restart = async (): Promise<void> => {
    await product.restart();
    found.push(await digestOf(product.owner));
    await priced?.();
  };
  breaking.breakAt(nth);
  const value = await throughRestart({ breaking, restart }, act);
  breaking.mend();
  const after = await digestOf(product.owner);
  for (const one of found) expect([before, after]).toContain(one);
  return value;
}

/** What the books and the steps say of a user's only loan. */
async function left(who: Borrower, id: string) {
  const { product } = lending;
  const entries = await product.owner.query<{ kind: string }>(
    `select kind from ledger.entry where user_id = $1 and mode = 'real' and kind <> 'deposit'
     order by seq`,
    [who.userId],
  );
  const loan = ensure(await product.app.loans.get({ userId: who.userId, id }), 'it is there');
  return {
    state: loan.state,
    owed: loan.owed,
    steps: loan.timeline.map(({ state }) => state).slice(2),
    entries: entries.map(({ kind }) => kind),
    debt: (await who.holds())['user:debt'] ?? 0n,
    pledged: (await who.holds('BTC'))['user:collateral'] ?? 0n,
    told: await toldOf(product, id),
  };
}

const commandOf = (who: Borrower, call: string, body: object) => {
  const { userId } = who;
  const requestId = randomUUID() as RequestId;
  return { userId, request: { userId, requestId, call, bodyHash: hashOf(body) } };
};

test(
  'a loan is drawn once, wherever the process is killed',
  async () => {
    const { product } = lending;
    const places = await killedEverywhere(breaking, async (nth) => {
      const who = await borrower();
      const { id } = (await who.apply({ amount: '3900' })).result;
      await decideLoan(product, id);
      await lending.ticks(60_000);
      const asked = { id, stepUp: await confirmDraw(product, who.userId, id) };
      const command = commandOf(who, 'loans.draw', asked);
      const draw = () => product.app.loans.commands.draw(command, asked);
      const { kept } = await once(nth, draw, () => lending.ticks(60_000));
      expect(kept).toContain('"code":"200"');
      expect(await left(who, id)).toEqual({
        state: 'repaymentInProgress',
        owed: '3900',
        steps: ['repaymentInProgress'],
        entries: ['pledge', 'loan-grant'],
        debt: -3_900n * USDT,
        pledged: BTC / 10n,
        told: [],
      });
    });
    expect([...places]).toEqual(
      expect.arrayContaining([
        'before a commit',
        'after a commit',
        expect.stringContaining('update loans.loan set'),
        expect.stringContaining('insert into loans.collateral'),
        expect.stringContaining('insert into loans.step'),
        expect.stringContaining('accounts.step_up'),
        expect.stringContaining('insert into ledger.entry'),
      ]),
    );
  },
  PATIENCE_MS,
);

test(
  'a loan is repaid once and its pledge released once, wherever the process is killed',
  async () => {
    const { product } = lending;
    const places = await killedEverywhere(breaking, async (nth) => {
      const who = await borrower();
      const { id } = await who.draws({ amount: '500' });
      product.clock.advance(5 * DAY_MS);
      const body = { all: true, source: 'cash' } as const;
      const command = commandOf(who, 'loans.repay', { id, ...body });
      const repay = () => product.app.loans.commands.repay(command, { id, body });
      const { kept } = await once(nth, repay);
      expect(kept).toContain('"code":"200"');
      expect(await left(who, id)).toEqual({
        state: 'repaid',
        owed: '0',
        steps: ['repaymentInProgress', 'repaid'],
        entries: [
          ...['pledge', 'loan-grant'],
          ...['loan-interest', 'loan-interest', 'loan-repay', 'pledge-release'],
        ],
        debt: 0n,
        pledged: 0n,
        told: ['repaid'],
      });
      // Two nights of 0.1 behind three free ones.
      expect((await who.holds())['user:cash']).toBe(1_000n * USDT - 200_000n);
    });
    expect([...places]).toEqual(
      expect.arrayContaining([
        'before a commit',
        'after a commit',
        expect.stringContaining('insert into loans.charge'),
        expect.stringContaining('insert into loans.payment'),
        expect.stringContaining('update loans.collateral'),
        expect.stringContaining('insert into ledger.entry'),
      ]),
    );
  },
  PATIENCE_MS,
);

test(
  'collateral is sold once, and what it lacks is lost once, wherever the process is killed',
  async () => {
    const { product } = lending;
    const places = await killedEverywhere(breaking, async (nth) => {
      const who = await borrower();
      const { id } = await who.draws({ amount: '3900' });
      await lending.looked();
      await lending.ticks(20_000);
      const named = { userId: who.userId, id };
      const see = () => product.app.loans.watching.see(named);
      await once(nth, see, async () => {
        // The process that is started next looks by itself.
        await lending.ticks(20_000);
        await lending.looked();
      });
      expect(await left(who, id)).toEqual({
        state: 'sold',
        owed: '0',
        steps: ['repaymentInProgress', 'sold'],
        entries: ['pledge', 'loan-grant', 'collateral-sale', 'loan-shortfall'],
        debt: 0n,
        pledged: 0n,
        told: ['sale', 'closed'],
      });
      const { sales } = await who.get(id);
      // 0.1 × 20,000 × 0.998 = 1,996.
      expect(sales).toMatchObject([{ paid: '1996', shortfall: '1904' }]);
      await lending.ticks(60_000);
    });
    expect([...places]).toEqual(
      expect.arrayContaining([
        'before a commit',
        'after a commit',
        expect.stringContaining('insert into loans.sale'),
        expect.stringContaining('insert into loans.payment'),
        expect.stringContaining('update loans.loan set'),
        expect.stringContaining('update loans.collateral'),
        expect.stringContaining('insert into ledger.entry'),
      ]),
    );
  },
  PATIENCE_MS,
);

test(
  'a loan is written off once, wherever the process is killed',
  async () => {
    const { product } = lending;
    const places = await killedEverywhere(breaking, async (nth) => {
      const who = await borrower();
      const { id } = await who.draws({ amount: '500', days: 7 });
      product.clock.advance(15 * DAY_MS);
      await product.app.loans.tend();
      const named = { userId: who.userId, id };
      const proposed = await product.app.loans.desk.proposeWriteOff(named, {
        actor: { id: randomUUID(), roles: ['risk'] },
        note: 'Nothing is left to collect.',
        action: 'loans.write-off',
      });
      expect(proposed.ok).toBe(true);
      const said = { kind: 'loanWriteOff', reason: 'uncollectable' } as const;
      await once(nth, () => decideLoan(product, id, said));
      const { told, entries, ...rest } = await left(who, id);
      expect(rest).toEqual({
        state: 'writtenOff',
        owed: '0',
        steps: ['repaymentInProgress', 'overdue', 'writtenOff'],
        debt: 0n,
        pledged: 0n,
      });
      expect(entries.slice(-2)).toEqual(['loan-shortfall', 'pledge-release']);
      // Twelve nights behind three free ones.
      expect(entries.filter((kind) => kind === 'loan-interest')).toHaveLength(12);
      expect(told.filter((kind) => kind === 'written-off')).toHaveLength(1);
    });
    expect([...places]).toEqual(
      expect.arrayContaining([
        'before a commit',
        'after a commit',
        expect.stringContaining('update loans.loan set'),
        expect.stringContaining('update loans.collateral'),
        expect.stringContaining('insert into ledger.entry'),
        expect.stringContaining('update cases.case'),
      ]),
    );
  },
  PATIENCE_MS,
);
