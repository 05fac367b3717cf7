// Promise: what the house pays into a fund is what two people decided, once, and is never a result: the database
// refuses anything else from every writer. (PRODUCT 6, 11; LEDGER 2 "plan subsidy"; decision 0112)
import { randomUUID } from 'node:crypto';
import {
  DAY_MS,
  type EntryId,
  SECOND_MS,
  ensure,
  money,
  newUuid,
  parseMoney,
  plusMs,
  utcDayOf,
} from '@candor/kernel';
import { expect, test } from 'vitest';
import { decidedCase, fundHouse } from '../../test/decided-case.ts';
import { HOLD, type Investor, expectAddsUp, rowsOf, stagePlans } from '../../test/plans.ts';
import { type Entry, HOUSE, commitEntries } from '../ledger/index.ts';
import { insertVersion } from './plan/plan-store.ts';
import type { Chosen } from './plan/plan.ts';
import { FIRST_TERMS, versionOf } from './plan/versions.ts';

const stage = stagePlans();
const usdt = (text: string | null | undefined): bigint =>
  ensure(parseMoney(text ?? '', 'USDT'), 'it is money').units;

/** A plan that holds all the time, offered on real money. */
async function offered(): Promise<string> {
  const { product } = stage;
  const at = product.clock.now();
  const planId = newUuid(at);
  const terms = { ...FIRST_TERMS, capacity: money('USDT', 1_000_000_000_000n) };
  const chosen = { ...HOLD, interval: '1h' } as unknown as Chosen;
  const plan = { planId, name: `hold-${planId.slice(-12)}`, owner: null, version: 1 };
  await product.owner.transaction((tx) => insertVersion(tx, versionOf(plan, chosen, terms), at));
  return planId;
}

async function rich(): Promise<Investor> {
  const { product } = stage;
  const who = await stage.investor();
  await product.admit(who.userId);
  await product.deposit(who.userId, 20_000_000_000n);
  return who;
}

/** Two owners in the real fund of a plan: one with three times as much as the other. */
async function running() {
  const { product } = stage;
  await fundHouse(product, 1_000_000_000_000n, product.clock.now());
  const from = product.clock.now();
  const opened = { key: 'plan.enabled', value: '1', from, note: 'a test' } as const;
  expect((await product.app.parameters.set(opened)).ok).toBe(true);
  const planId = await offered();
  const owners = [await rich(), await rich()] as const;
  const amounts = ['1000', '3000'];
  const ids: string[] = [];
  for (const [index, who] of owners.entries()) {
    const amount = amounts[index] ?? '';
    const bought = await who.buy({ productId: planId, amount, maxLoss: '900' });
    expect(bought.code).toBe('200');
    ids.push(bought.result.id);
  }
  await stage.midnight(60_000);
  for (const who of owners) await signIn(who);
  const [row] = await rowsOf(
    product,
    `select id from plans.fund where plan_id = $1 and mode = 'real'`,
    planId,
  );
  const [first = '', second = ''] = ids;
  return { planId, owners, first, second, fundId: String(row?.['id']) };
}

/** A session is over after the days a test waits. */
async function signIn(who: Investor): Promise<void> {
  const { username } = who;
  const body = { username, password: 'correct horse battery', client: 'api' as const };
  const answer = await stage.product.call('accounts.login', { body });
  who.token = (answer.result as { token: string }).token;
}

const today = (): string => utcDayOf(stage.product.clock.now());
const REASON = 'The feed stood still for an hour.';

/** What two people decided, carried out by nobody yet. */
function subsidyCase(
  fundId: string,
  planId: string,
  change: { units?: bigint; day?: string } = {},
) {
  const { units = 100_000_001n, day = today() } = change;
  const facts = { plan: planId, fund: fundId, asset: 'USDT', day, reason: REASON, amount: '' };
  return decidedCase(stage.product.owner, { kind: 'planSubsidy', units, facts });
}

/** What the database says of a write: the constraint it breaks. */
async function refused(text: string, values: readonly unknown[]): Promise<string> {
  try {
    await stage.product.db.transaction((tx) => tx.query(text, values));
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error);
  }
  return 'nothing';
}

test('it is shared by units, once, told once, shown to anyone and in no result', async () => {
  const { planId, owners, first, second, fundId } = await running();
  const [one, other] = owners;
  const before = (await stage.product.call('plans.get', { params: { id: planId } })).result;
  const start = [await one.order(first, 'real'), await other.order(second, 'real')] as const;
  const caseId = await subsidyCase(fundId, planId);
  expect(await stage.product.app.cases.carryOut(caseId)).toBe(true);
  // Carried out again nothing more is paid.
  await stage.product.app.cases.carryOutAll();
  await stage.turn();
  const after = [await one.order(first, 'real'), await other.order(second, 'real')] as const;
  expect(after.map(({ subsidy }) => subsidy)).toEqual(['25', '75.000001']);
  for (const [index, order] of after.entries()) {
    const was = ensure(start[index], 'it was read');
    expect(usdt(order.value) - usdt(was.value)).toBe(usdt(order.subsidy));
    expect([order.result, order.totalRevenue, order.todayEarnings]).toEqual([
      ...[was.result, was.totalRevenue, was.todayEarnings],
    ]);
  }
  const shown = (await stage.product.call('plans.get', { params: { id: planId } })).result;
  expect(shown.subsidies).toMatchObject([{ day: today(), amount: '100.000001', reason: REASON }]);
  const { subsidies: _paid, ...rest } = shown;
  expect(rest).toEqual(before);
  await stage.product.app.relay.settled();
  await stage.product.app.notifications.settled();
  const told = await rowsOf(
    stage.product,
    `select facts ->> 'amount' as amount from notifications.notification
     where user_id = $1 and kind = 'plan-subsidy'`,
    one.userId,
  );
  expect(told).toEqual([{ amount: '25' }]);
  const entries = await rowsOf(
    stage.product,
    `select request_id from ledger.entry where kind = 'plan-subsidy' and user_id = $1`,
    HOUSE,
  );
  expect(entries.map((row) => row['request_id'])).toEqual([`plan-subsidy:${caseId}`]);
  await expectAddsUp(stage.product);
  // The day that follows counts none of it, and the house takes no share of it.
  await stage.midnight(60_000);
  const settled = (await stage.product.call('plans.get', { params: { id: planId } })).result;
  expect(+(settled.daily.at(-1)?.result ?? NaN)).toBeLessThanOrEqual(0);
  await signIn(one);
  await stage.says(60_000);
  const { quoteId } = (await one.quote(first, 'real')).result;
  const left = (await one.exit(first, quoteId, 'real')).result;
  expect([left.shareTaken, left.subsidy]).toEqual(['0', '25']);
  await expectAddsUp(stage.product);
});

test('nothing else of the fund happens before all are paid', async () => {
  const { planId, owners, first, fundId } = await running();
  const [one] = owners;
  const caseId = await subsidyCase(fundId, planId);
  expect(await stage.product.app.cases.carryOut(caseId)).toBe(true);
  // Decided and not paid out yet: who wants to leave waits.
  const waits = await one.quote(first, 'real');
  expect([waits.code, waits.refused.facts]).toMatchObject(['10015', { why: 'settling' }]);
  const open = `update plans.fund set phase = 'open' where id = $1`;
  expect(await refused(open, [fundId])).toBe('fund_granted');
  await stage.turn();
  expect((await one.quote(first, 'real')).code).toBe('200');
});

test('one is paid also where the clock was set back since another', async () => {
  const { planId, owners, first, fundId } = await running();
  const [one] = owners;
  const { product } = stage;
  expect(await product.app.cases.carryOut(await subsidyCase(fundId, planId))).toBe(true);
  await stage.turn();
  const now = product.clock.now();
  // Earlier than the one before.
  product.clock.set(plusMs(now, -2 * SECOND_MS));
  expect(await product.app.cases.carryOut(await subsidyCase(fundId, planId))).toBe(true);
  await stage.turn();
  expect((await one.order(first, 'real')).subsidy).toBe('50');
  const [fund] = await rowsOf(product, 'select phase from plans.fund where id = $1', fundId);
  expect(fund).toEqual({ phase: 'open' });
  product.clock.set(now);
});

test('it is theirs who were in the fund on its day, and of nobody where they left', async () => {
  const { planId, owners, first, second, fundId } = await running();
  const [one, other] = owners;
  const { product } = stage;
  const day = today();
  const before = utcDayOf(plusMs(product.clock.now(), -DAY_MS));
  const late = await rich();
  const bought = await late.buy({ productId: planId, amount: '5000', maxLoss: '4000' });
  expect(bought.code).toBe('200');
  await stage.midnight(60_000);
  for (const who of [...owners, late]) await signIn(who);
  expect(await product.app.cases.carryOut(await subsidyCase(fundId, planId, { day }))).toBe(true);
  await stage.turn();
  const got = [
    await one.order(first, 'real'),
    await other.order(second, 'real'),
    await late.order(bought.result.id, 'real'),
  ];
  expect(got.slice(0, 2).map(({ subsidy }) => subsidy)).toEqual(['25', '75.000001']);
  expect(got[2]?.subsidy).toBeUndefined();
  // Of a day before anyone came there is nobody.
  const caseId = await subsidyCase(fundId, planId, { day: before });
  expect(await product.app.cases.carryOut(caseId)).toBe(true);
  const notes = await rowsOf(
    product,
    `select text from cases.step where case_id = $1 and kind = 'noted'`,
    caseId,
  );
  expect(notes).toEqual([{ text: 'Not carried out: nobody it is for is there any more.' }]);
  expect(await rowsOf(product, 'select id from plans.subsidy where id = $1', caseId)).toEqual([]);
  await expectAddsUp(product);
});

test('it waits for money, for those it is for, and for the midnight', async () => {
  const { planId, fundId } = await running();
  const units = 5_000_000_000_000_000n;
  const much = await subsidyCase(fundId, planId, { units });
  expect(await stage.product.app.cases.carryOut(much)).toBe(false);
  const rows = await rowsOf(stage.product, 'select id from plans.subsidy where id = $1', much);
  expect(rows).toEqual([]);
});

test('the database refuses one that nobody decided, another one than was decided, and a second one', async () => {
  const { planId, owners, first, fundId } = await running();
  const [one] = owners;
  const insert = `insert into plans.subsidy (id, number, fund_id, day, amount, reason, at)
    values ($1, 'Y-000001', $2, $3, $4, $5, now())`;
  const day = today();
  expect(await refused(insert, [randomUUID(), fundId, day, '5', REASON])).toBe('subsidy_decided');
  const caseId = await subsidyCase(fundId, planId);
  const of = (change: { amount?: string; day?: string; reason?: string }) =>
    refused(insert, [
      ...[caseId, fundId, change.day ?? day, change.amount ?? '100000001', change.reason ?? REASON],
    ]);
  expect(await of({ amount: '100000002' })).toBe('subsidy_decided');
  expect(await of({ day: '2020-01-01' })).toBe('subsidy_decided');
  expect(await of({ reason: 'Another one.' })).toBe('subsidy_decided');
  // As decided, but shared among nobody, or without its entry.
  expect(await of({})).toBe('subsidy_shared');
  const { clock, db } = stage.product;
  const entry = (change: Partial<Entry>): Entry => ({
    id: newUuid(clock.now()) as EntryId,
    ...{ userId: HOUSE, mode: 'real', kind: 'plan-subsidy', requestId: `plan-subsidy:${caseId}` },
    ...{ part: 0, cause: 'case', subject: fundId, reverses: null, at: clock.now(), postings: [] },
    ...change,
  });
  const books = async (change: Partial<Entry>): Promise<string | undefined> => {
    try {
      await db.transaction((tx) => commitEntries(tx, [entry(change)], clock.now()));
    } catch (error) {
      return (error as { constraint?: string }).constraint;
    }
    return 'nothing';
  };
  const asset = 'USDT' as const;
  const to = { to: 'house:strategy', toSub: fundId } as const;
  const capital = { from: 'house:capital', ...to, asset, units: 100_000_001n } as const;
  expect(await books({ postings: [capital] })).toBe('entry_of_plan');
  const { userId } = one;
  const part = {
    from: 'house:strategy',
    fromSub: fundId,
    to: 'user:plan',
    asset,
    units: 5n,
  } as const;
  const requestId = `plan-subsidy:${caseId}:${first}`;
  expect(await books({ userId, requestId, subject: first, postings: [part] })).toBe(
    'entry_of_plan',
  );
  expect(await stage.product.app.cases.carryOut(caseId)).toBe(true);
  await stage.turn();
  // Once it was carried out neither the case nor a part of it pays again.
  expect(await of({})).toMatch(/subsidy_decided|subsidy_pkey/);
  expect(await books({ postings: [capital] })).toBe('entry_once');
  const again = 'update plans.order_subsidy set at = now() where subsidy_id = $1';
  expect(await refused(again, [caseId])).toBe('order_subsidy_once');
  const more = 'update plans.plan_order set subsidy = subsidy + 1, value = value + 1 where id = $1';
  expect(await refused(more, [first])).toBe('order_subsidised');
});
