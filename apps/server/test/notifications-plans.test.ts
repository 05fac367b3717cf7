// Promise: every state of a plan order is told to its owner once, in the list and at once, and by mail where its
// money is real; what is heard again, also after a restart, tells nothing twice. (PRODUCT 6, 10)
import { randomUUID } from 'node:crypto';
import {
  DAY_MS,
  MINUTE_MS,
  ensure,
  money,
  newUuid,
  parseMoney,
  startOfDay,
  unixMs,
  utcDayOf,
} from '@candor/kernel';
import { type NotificationFacts, PLAN_NOTICES, type plans } from '@candor/protocol';
import { expect, test } from 'vitest';
import { insertVersion } from '../src/plans/plan/plan-store.ts';
import type { Chosen } from '../src/plans/plan/plan.ts';
import { FIRST_TERMS, versionOf } from '../src/plans/plan/versions.ts';
import { decidedCase, fundHouse } from './decided-case.ts';
import { HOLD, type Investor, stagePlans } from './plans.ts';

const stage = stagePlans();

type Kept = { kind: string; category: string; mode: string; facts: NotificationFacts };

async function keptOf({ userId }: Investor): Promise<Kept[]> {
  const { product } = stage;
  await product.app.relay.settled();
  await product.app.notifications.settled();
  return product.db.query<Kept>(
    `select kind, category, mode, facts from notifications.notification
     where user_id = $1 and kind like 'plan-%' order by at, id`,
    [userId],
  );
}

const mailOf = (who: Investor): string => `${who.userId}@candor.example`;

/** The investor of the test reads mails, and has real money where plans are open to it. */
async function investor(): Promise<Investor> {
  const { product, who } = stage;
  await product.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', $2, platform.from_ms($3))`,
    [who.userId, mailOf(who), product.clock.now()],
  );
  await product.admit(who.userId);
  await product.deposit(who.userId, 5_000_000_000n);
  await fundHouse(product, 1_000_000_000_000n, product.clock.now());
  const from = product.clock.now();
  const opened = { key: 'plan.enabled', value: '1', from, note: 'a test' } as const;
  expect((await product.app.parameters.set(opened)).ok).toBe(true);
  return who;
}

/** Of what was told, in units. */
const usdt = (text: string | null | undefined): bigint =>
  ensure(parseMoney(text ?? '', 'USDT'), 'it is money').units;

const told = new Set<string>();

/** What was told of plans, each by a mail of its own or by none. */
async function expectTold(
  who: Investor,
  kinds: readonly string[],
  hasMails = true,
): Promise<Kept[]> {
  const kept = await keptOf(who);
  // Two of one moment have no order.
  const wanted = kinds.map((kind) => `plan-${kind}`).toSorted();
  expect(kept.map(({ kind }) => kind).toSorted()).toEqual(wanted);
  for (const { kind, category, mode } of kept) {
    expect([category, mode]).toEqual(['plans', hasMails ? 'real' : 'demo']);
    if (hasMails) told.add(kind);
  }
  const mails = (await stage.product.messages()).filter(({ to }) => to === mailOf(who));
  const ofPlans = mails.filter(({ text }) => /\bplan\b/i.test(text));
  expect(ofPlans).toHaveLength(hasMails ? kinds.length : 0);
  for (const { subject, text } of ofPlans) {
    expect(subject).toMatch(/^(Notification|Benachrichtigung): ./);
    expect(text).not.toMatch(/[{}]|undefined|NaN|—$/m);
  }
  return kept;
}

const textsOf = async (who: Investor): Promise<string> =>
  (await stage.product.messages())
    .filter(({ to }) => to === mailOf(who))
    .map(({ subject, text }) => `${subject}\n${text}`)
    .join('\n');

/** A plan that is offered and holds all the time: what is in it moves with the price. */
async function offered(): Promise<string> {
  const { product } = stage;
  const at = product.clock.now();
  const planId = newUuid(at);
  const terms = { ...FIRST_TERMS, days: [2, 30], capacity: money('USDT', 1_000_000_000_000n) };
  const chosen = { ...HOLD, interval: '1h' } as unknown as Chosen;
  const plan = { planId, name: `hold-${planId.slice(-12)}`, owner: null, version: 1 };
  await product.owner.transaction((tx) => insertVersion(tx, versionOf(plan, chosen, terms), at));
  return planId;
}

/** Invests real money; the order. */
async function invests(who: Investor, change: object = {}): Promise<plans.PlanOrder> {
  const bought = await who.buy({ productId: await offered(), ...change });
  expect(bought.code).toBe('200');
  return bought.result;
}

/** A midnight passes, and its mails are sent: one that waited for days is not sent any more. */
async function midnight(price: number): Promise<void> {
  const { product } = stage;
  await product.app.notifications.settled();
  await product.messages();
  await stage.midnight(price);
  await product.app.notifications.settled();
  await product.messages();
}

test('on paper each is told in the list, in the owner’s mode, and by no mail', async () => {
  const who = await investor();
  const bought = await who.paper({ ...HOLD, maxLoss: '100' });
  expect(bought.code).toBe('200');
  await midnight(60_000);
  await stage.says(45_000, MINUTE_MS);
  await stage.turn();
  const [, joined, reached] = await expectTold(who, ['bought', 'joined', 'loss-reached'], false);
  const { orderNo: number } = bought.result;
  expect(joined?.facts).toMatchObject({ number, units: '1000', day: '2024-01-02', profit: '0' });
  // The gap went through the line: what was lost beyond it is said.
  expect(reached?.facts).toMatchObject({ number, agreed: '100' });
  const { profit = '', beyond = '' } = reached?.facts ?? {};
  const past = usdt(beyond);
  expect(past).toBeGreaterThan(140_000_000n);
  expect(usdt(profit)).toBe(-100_000_000n - past);
});

test('a plan that loses a week, and is left, in the owner’s language', async () => {
  const who = await investor();
  const body = { language: 'de', theme: null, upDown: null, asksBeforeClose: true } as const;
  await stage.product.call('accounts.set-preferences', { token: who.token, body });
  const { id, orderNo: number } = await invests(who);
  await midnight(60_000);
  for (const price of [60_000, 59_500, 59_000, 58_500, 58_000, 57_500, 57_000]) {
    await midnight(price);
  }
  // A second week that loses is the page’s to show.
  for (const price of [56_900, 56_800, 56_700, 56_600, 56_500, 56_400, 56_300]) {
    await midnight(price);
  }
  await stage.says(56_200);
  const { quoteId } = (await who.quote(id, 'real')).result;
  const left = await who.exit(id, quoteId, 'real');
  expect(left.code).toBe('200');
  const kept = await expectTold(who, ['bought', 'joined', 'losing-week', 'left']);
  const facts = Object.fromEntries(kept.map((one) => [one.kind, one.facts]));
  expect(facts['plan-bought']).toMatchObject({ number, amount: '1000' });
  expect(usdt(facts['plan-losing-week']?.profit)).toBeLessThan(-40_000_000n);
  const { received } = left.result;
  const { profit, ...rest } = facts['plan-left'] ?? {};
  const named = { strategy: 'hold', codes: ['BTC/USDT'] };
  expect(rest).toEqual({ number, orderId: id, ...named, amount: received });
  expect(usdt(profit)).toBe(usdt(received) - 1_000_000_000n);
  const text = await textsOf(who);
  expect(text).toContain(`Plan Buy-and-Hold · BTC/USDT (${number}): 1.000,00 USDT angelegt`);
  expect(text).toMatch(/erste Woche mit Verlust, \u2212\d\d,\d\d USDT/);
  expect(text).toContain('Sie können jederzeit aussteigen');
});

test('what the house pays into the fund by a case two people decided', async () => {
  const who = await investor();
  const { id, orderNo: number, productId } = await invests(who);
  await midnight(60_000);
  const { product } = stage;
  const [fund] = await product.db.query<{ id: string; day: string }>(
    `select f.id, f.day::text as day from plans.fund f
     join plans.plan_order o on o.fund_id = f.id where o.id = $1`,
    [id],
  );
  const { day = '' } = fund ?? {};
  const facts = {
    plan: productId,
    fund: fund?.id ?? '',
    asset: 'USDT',
    day,
    reason: 'A late feed.',
  };
  const caseId = await decidedCase(product.owner, {
    kind: 'planSubsidy',
    units: 12_500_000n,
    facts,
  });
  expect(await product.app.cases.carryOut(caseId)).toBe(true);
  await stage.turn();
  const kept = await expectTold(who, ['bought', 'joined', 'subsidy']);
  expect(kept.find(({ kind }) => kind === 'plan-subsidy')?.facts).toMatchObject({
    ...{ number, amount: '12.5', day },
  });
  expect(await textsOf(who)).toContain('It is not a result of the strategy');
});

test('plans whose loss is reached by a gap, and whose days are over', async () => {
  const who = await investor();
  const first = await invests(who, { maxLoss: '100' });
  await midnight(60_000);
  await stage.says(45_000, MINUTE_MS);
  await stage.turn();
  await expectTold(who, ['bought', 'joined', 'loss-reached']);
  const text = await textsOf(who);
  expect(text).toMatch(
    new RegExp(`Plan .*BTC/USDT \\(${first.orderNo}\\) reached the most you agreed to lose`),
  );
  expect(text).toMatch(
    /You had agreed to lose 100\.00 USDT at most\..* 1\d\d\.\d+ USDT more was lost/,
  );
  const second = await invests(who, { days: 2 });
  for (const price of [45_000, 46_000, 47_000]) await midnight(price);
  const kept = await expectTold(who, [
    ...['bought', 'joined', 'loss-reached'],
    ...['bought', 'joined', 'matured'],
  ]);
  const { received } = await who.order(second.id, 'real');
  expect(kept.at(-1)?.facts).toMatchObject({ number: second.orderNo, amount: received });
  expect(kept.at(-1)?.facts).not.toHaveProperty('beyond');
});

test('that it could not join at a midnight, each time once, and until when it can be taken back', async () => {
  const who = await investor();
  const productId = await offered();
  const first = await stage.investor();
  await stage.product.admit(first.userId);
  await stage.product.deposit(first.userId, 5_000_000_000n);
  expect((await first.buy({ productId })).code).toBe('200');
  await midnight(60_000);
  const bought = await who.buy({ productId });
  expect(bought.code).toBe('200');
  const { id, orderNo: number } = bought.result;
  const { clock } = stage.product;
  const [from, begin] = [clock.now(), startOfDay(utcDayOf(clock.now()))];
  // What the fund holds has no price for the last half hour of the day.
  await stage.says(60_000, begin + DAY_MS - from - 30 * MINUTE_MS);
  clock.advance(29 * MINUTE_MS);
  await stage.says(60_100, MINUTE_MS + 5_000);
  await stage.turn();
  const joinsAt = begin + 2 * DAY_MS;
  const kept = await expectTold(who, ['bought', 'postponed']);
  const { facts } = ensure(
    kept.find(({ kind }) => kind === 'plan-postponed'),
    'it was told',
  );
  expect(facts).toMatchObject({ number, orderId: id, day: utcDayOf(unixMs(begin + DAY_MS)) });
  expect(facts.until).toBe(joinsAt);
  expect(await textsOf(who)).toContain('Until it joins you can take it back.');
  // Another midnight without a fresh price is another one it waits for.
  await stage.says(60_100, joinsAt - clock.now() - 30 * MINUTE_MS);
  clock.advance(29 * MINUTE_MS);
  await stage.says(60_200, MINUTE_MS + 5_000);
  await stage.turn();
  const all = await expectTold(who, ['bought', 'postponed', 'postponed']);
  expect(all.map((one) => one.facts.until)).toContain(joinsAt + DAY_MS);
  await midnight(60_200);
  await expectTold(who, ['bought', 'postponed', 'postponed', 'joined']);
});

test('what its owner takes back, and what the operator ends, waiting or running', async () => {
  const who = await investor();
  const back = await invests(who);
  expect((await who.cancel(back.id, 'real')).code).toBe('200');
  await expectTold(who, ['bought', 'cancelled']);
  const running = await invests(who);
  await midnight(60_000);
  const waiting = await invests(who);
  for (const { productId } of [running, waiting]) {
    await stage.product.owner.query(`update plans.plan set status = 'ended' where id = $1`, [
      productId,
    ]);
  }
  await midnight(60_000);
  const kept = await expectTold(who, [
    ...['bought', 'cancelled', 'bought', 'joined', 'bought'],
    ...['ended', 'cancelled'],
  ]);
  const reasonOf = (order: plans.PlanOrder, kind: string) =>
    kept.find((one) => one.kind === kind && one.facts.number === order.orderNo)?.facts.reason;
  expect(reasonOf(back, 'plan-cancelled')).toBeUndefined();
  expect(reasonOf(waiting, 'plan-cancelled')).toBe('plan-ended');
  expect(reasonOf(running, 'plan-ended')).toBe('plan-ended');
  expect(await textsOf(who)).toContain('The operator ended the plan.');
});

test('what a practice account that begins anew ends is not told, as its orders are not', async () => {
  const who = await investor();
  expect((await who.paper(HOLD)).code).toBe('200');
  await midnight(60_000);
  expect((await who.paper(HOLD)).code).toBe('200');
  const { token } = who;
  const body = { requestId: randomUUID() };
  const reset = await stage.product.call('portfolio.demo-reset', { token, mode: 'demo', body });
  expect(reset.code).toBe('200');
  await expectTold(who, ['bought', 'joined', 'bought'], false);
});

test('who wants no mail of plans gets none, and reads it in the list', async () => {
  const who = await investor();
  const body = { category: 'plans', inApp: true, mail: false, push: true } as const;
  const said = await stage.product.call('notifications.set-preferences', {
    token: who.token,
    body,
  });
  expect(said.code).toBe('200');
  await invests(who);
  expect((await keptOf(who)).map(({ kind }) => kind)).toEqual(['plan-bought']);
  expect(await textsOf(who)).not.toMatch(/\bplan\b/i);
});

test('every kind was told above by mail, and nothing is told twice', async () => {
  expect(PLAN_NOTICES.filter((kind) => !told.has(kind))).toEqual([]);
  const { product } = stage;
  const counted = async () =>
    product.db.query(`select (select count(*) from notifications.notification) as told,
      (select count(*) from platform.letter) as mails`);
  await product.app.notifications.settled();
  const before = await counted();
  await product.app.notifications.stop();
  await product.owner.query(
    `update platform.reader set tx = '0', seq = 0 where name = 'notifications'`,
  );
  await product.restart();
  await product.app.notifications.settled();
  expect(await counted()).toEqual(before);
});
