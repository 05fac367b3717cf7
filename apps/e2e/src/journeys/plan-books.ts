import { expect } from 'vitest';
import { expectSoon } from '../support/eventually.ts';
import { accountSums, moneyFrom } from '../support/ledger.ts';
import { figuresIn } from '../support/pages.ts';
import { branchOf } from '../support/words.ts';
import { type Customer, type Sight, onBoth } from './cashier-sights.ts';

/** A day of a plan order, joining and leaving among it. @units USDT units */
type StoredDay = { readonly day: string; readonly result: bigint; readonly share: bigint };

/** A plan order as the database has it. @units USDT units */
export type StoredPlanOrder = {
  readonly id: string;
  readonly number: string;
  readonly state: string;
  readonly amount: bigint;
  readonly value: bigint;
  readonly result: bigint;
  readonly share: bigint;
  readonly early: bigint;
  readonly maxLoss: bigint;
  readonly received: bigint | null;
  readonly settledDays: number;
  /** The day its fund is in. */
  readonly fundDay: string;
  /** Trades of its fund. */
  readonly fills: number;
};

const ORDER = `
  select o.id, o.order_no as number, o.state, o.amount::text, o.value::text, o.result::text,
    o.share_taken::text as share, o.exit_share::text as early, o.max_loss::text as "maxLoss",
    o.received::text, o.settled_days as "settledDays", to_char(f.day, 'YYYY-MM-DD') as "fundDay",
    (select count(*)::int from plans.fill where fund_id = f.id) as fills
  from plans.plan_order o join plans.fund f on f.id = o.fund_id
    join accounts.account using (user_id) where username = $1 and o.mode = 'real'`;

type OrderRow = Readonly<
  Record<'id' | 'number' | 'state' | 'amount' | 'value' | 'result' | 'share' | 'early', string>
> & {
  readonly maxLoss: string;
  readonly received: string | null;
  readonly settledDays: number;
  readonly fundDay: string;
  readonly fills: number;
};

/** The user's only plan order of real money. */
export async function planOrderOf({ database, username }: Customer): Promise<StoredPlanOrder> {
  const [row, ...others] = await database.rows<OrderRow>(ORDER, [username]);
  if (row === undefined || others.length > 0) throw new Error('it is not one plan order');
  const { amount, value, result, share, early, maxLoss, received } = row;
  return {
    ...row,
    amount: BigInt(amount),
    value: BigInt(value),
    result: BigInt(result),
    share: BigInt(share),
    early: BigInt(early),
    maxLoss: BigInt(maxLoss),
    received: received === null ? null : BigInt(received),
  };
}

const DAYS = `
  select to_char(d.day, 'YYYY-MM-DD') as day, sum(d.result)::text as result,
    sum(d.share)::text as share
  from plans.order_day d join plans.plan_order o on o.id = d.order_id
    join accounts.account on account.user_id = d.user_id
  where username = $1 and o.mode = 'real' and d.at is not null group by d.day order by d.day`;

/** The days of the user's only plan order, oldest first. */
export async function planDaysOf({ database, username }: Customer): Promise<StoredDay[]> {
  const rows = await database.rows<Record<'day' | 'result' | 'share', string>>(DAYS, [username]);
  return rows.map(({ day, result, share }) => ({
    day,
    result: BigInt(result),
    share: BigInt(share),
  }));
}

/** The state of a plan order, as its chip says it. */
export function planState({ say }: Pick<Sight, 'say'>, state: string): string {
  const known = ['pending', 'running', 'cancelled'].includes(state) ? state : 'other';
  return branchOf(say, 'plans.state', known);
}

/** The sum of one's own plan, as a screen shows it at one moment. @units USDT units */
export type ShownSum = {
  readonly invested: bigint;
  readonly result: bigint;
  readonly today: bigint;
  readonly share: bigint;
  readonly early: bigint;
  readonly value: bigint;
};

/** Invested, results, what was taken and what it comes to, off the open page of one's own plan. */
export async function shownSum({ page, say }: Sight): Promise<ShownSum> {
  const told = page.getByText(say('plans.identity'), { exact: true });
  const figures = await figuresIn(told.locator('xpath=..'));
  const at = (key: string): bigint => moneyFrom(figures[say(key)] ?? '');
  const closed = figures[say('plans.exit-receive')];
  return {
    invested: at('plans.invested'),
    result: at('plans.result-days'),
    today: say('plans.today') in figures ? at('plans.today') : 0n,
    share: at('plans.share-taken'),
    early: at('plans.exit-early'),
    value: moneyFrom(closed ?? figures[say('plans.value')] ?? ''),
  };
}

/** The labelled terms of one's own plan: when it is settled next, what leaving now brings. */
export async function shownTerms({ page, say }: Sight): Promise<Readonly<Record<string, string>>> {
  const card = page
    .locator('dl')
    .filter({ hasText: say('plans.settled-days') })
    .locator('xpath=..');
  return figuresIn(card);
}

/**
 * Invested, results, shares and costs come to what there is: in the order's row, in the books, and on both
 * screens, to the last unit.
 */
export async function addsUp(customer: Customer): Promise<StoredPlanOrder> {
  const order = await planOrderOf(customer);
  const { amount, result, share, early, value, received, state } = order;
  const isRunning = state === 'running';
  expect(amount + result - share - early).toBe(received ?? value);
  const days = await planDaysOf(customer);
  const sumOf = (part: (day: StoredDay) => bigint): bigint =>
    days.reduce((sum, day) => sum + part(day), 0n);
  expect(sumOf((day) => day.result)).toBe(result);
  expect(sumOf((day) => day.share)).toBe(share);
  const sums = await accountSums(customer.database, customer.username);
  expect(sums['USDT user:plan']).toBe(isRunning ? value : 0n);
  await onBoth(customer, async (sight) => {
    const known = { invested: amount, result, share: -share, early: -early };
    await expectSoon(() => shownSum(sight)).toMatchObject(known);
    const shown = await shownSum(sight);
    const sum = shown.invested + shown.result + shown.today + shown.share + shown.early;
    expect(shown.value).toBe(sum);
    if (!isRunning) expect(shown.value).toBe(received);
  });
  return order;
}
