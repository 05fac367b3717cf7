import { BASE_PATH, CALLS } from '@candor/protocol/light';
import { DAY_MS, HOUR_MS } from '@candor/kernel';
import { expect } from 'vitest';
import type { CoinMarket } from '../support/coin-market.ts';
import { expectSoon } from '../support/eventually.ts';
import { accountSums, moneyFrom, written } from '../support/ledger.ts';
import { figuresIn, pressHeld, rowsOf, textOf } from '../support/pages.ts';
import type { Member } from '../support/desk.ts';
import { patternOf } from '../support/words.ts';
import { type Customer, type Sight, button, looksWhole, onBoth, reads } from './cashier-sights.ts';
import type { CodeApp } from './code-app.ts';
import { sumsSay } from './loan-books.ts';
import {
  type StoredPlanOrder,
  addsUp,
  planDaysOf,
  planOrderOf,
  planState,
  shownSum,
  shownTerms,
} from './plan-books.ts';
import { openGrid, unitsFrom } from './plan-offers.ts';
import { type Staff, approveByTwo } from './staff.ts';

/** What is invested, and the part of it one is ready to lose. @units USDT units */
const INVESTED = 400_000_000n;
const MAX_LOSS = 100_000_000n;

/** Two members turn plans of real money on, which is announced a day before it counts. */
export async function isTurnedOn(
  told: { readonly opener: Member; readonly staff: Staff },
  now: number,
): Promise<void> {
  const { opener, staff } = told;
  const change = { key: 'plan.enabled', value: '1', from: now + DAY_MS + HOUR_MS / 4 };
  await opener.ask('cases.open-parameter-change', { body: { ...change, note: 'A rehearsal' } });
  await approveByTwo(staff, ['plan.enabled']);
}

/** Invested with a greatest loss, everything it costs read before; it waits for the midnight. */
export async function invests(customer: Customer): Promise<void> {
  const { english, arabic, database, username } = customer;
  const { page, say } = english;
  const before = await accountSums(database, username);
  await openGrid(customer);
  await button(page.getByRole('main'), say('plans.set-amount')).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: say('plans.amount'), exact: true });
  await amount.fill('400');
  // Without a greatest loss nothing goes on, and the field says what it may be.
  await button(dialog, say('plans.review')).click();
  await reads(dialog, [patternOf(say, 'plans.amount-between', { min: '.+', max: '400.00.USDT' })]);
  await button(dialog, say('plans.max-loss-part', { percent: '25%' })).click();
  await looksWhole(english);
  await button(dialog, say('plans.review')).click();
  await expectSoon(() => figuresIn(dialog)).toMatchObject({
    [say('plans.amount')]: `${written(INVESTED)} USDT`,
    [say('plans.max-loss')]: `${written(MAX_LOSS)} USDT`,
  });
  await looksWhole(english);
  const confirm = patternOf(say, 'plans.confirm', { amount: '400.00.USDT' });
  await dialog.getByRole('button', { name: confirm }).click();
  await reads(dialog, [patternOf(say, 'plans.done', { amount: '400.00.USDT', when: '.+' })]);
  await looksWhole(english);
  expect(await planOrderOf(customer)).toMatchObject({
    ...{ state: 'pending', amount: INVESTED, maxLoss: MAX_LOSS, settledDays: 0 },
  });
  await sumsSay(customer, {
    'USDT user:cash': (before['USDT user:cash'] ?? 0n) - INVESTED,
    'USDT user:plan': INVESTED,
  });
  await dialog.getByRole('link', { name: say('plans.mine'), exact: true }).click();
  await arabic.open('/trading/plans');
  const { number } = await planOrderOf(customer);
  await onBoth(customer, async (sight) => {
    const main = sight.page.getByRole('main');
    await reads(main, [number, planState(sight, 'pending')]);
    await looksWhole(sight);
    await main.getByRole('link', { name: /BTC\/USDT/ }).click();
    await reads(main, [number, sight.say('plans.joins-text')]);
    await looksWhole(sight);
  });
}

/** A midnight passes, and no other; answers the order once it is as far as is waited for. */
async function midnightPasses(
  customer: Customer,
  app: CodeApp,
  until: Partial<StoredPlanOrder>,
): Promise<StoredPlanOrder> {
  await app.forwardToMorning(12);
  await customer.product.untilOpen('BTC/USDT');
  await expectSoon(() => planOrderOf(customer)).toMatchObject({ state: 'running', ...until });
  return planOrderOf(customer);
}

/** The midnight a screen in English names for the next settlement. */
function midnightAfter(day: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
  const words = next.toLocaleString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return `${words}, 00:00 UTC`;
}

/** The order joined: both screens count to the next settlement, and its fund trades by its rules. */
export async function joins(customer: Customer, app: CodeApp): Promise<void> {
  const { value } = await midnightPasses(customer, app, { settledDays: 0, value: INVESTED });
  expect(value).toBe(INVESTED);
  // Half of it is held in the coin from the first price on.
  await expectSoon(async () => (await planOrderOf(customer)).fills).toBe(1);
  await onBoth(customer, async (sight) => {
    await reads(sight.page.getByRole('main'), [planState(sight, 'running')]);
  });
  await addsUp(customer);
  await onBoth(customer, looksWhole);
}

/** Figures of frames a page heard of its plans, in order. */
type PlanFrames = readonly { readonly value: string | null }[];

/** Listens to what the line tells a page of its plans, from its next connection on. */
export function hearPlans({ page }: Sight): PlanFrames {
  const heard: { value: string | null }[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload);
      if (!text.includes('"PLAN_UPDATE"')) return;
      const { data } = JSON.parse(text) as { data: { value: string | null } };
      heard.push({ value: data.value });
    });
  });
  return heard;
}

/**
 * The price moves: without a reload the value of the day, and what leaving now brings, move on both screens, by
 * frames of at most one a second.
 */
async function priceMoves(
  customer: Customer,
  by: { readonly market: CoinMarket; readonly bid: number; readonly frames: PlanFrames },
): Promise<void> {
  const { english } = customer;
  const { market, bid, frames } = by;
  const before = await shownSum(english);
  const leaving = (await shownTerms(english))[english.say('plans.leave-now')];
  const heardBefore = frames.length;
  const begun = performance.now();
  market.setBid(bid);
  const isMoved = (value: bigint): boolean =>
    value - before.value > 2_000_000n || before.value - value > 2_000_000n;
  await onBoth(customer, async (sight) => {
    await expectSoon(async () => isMoved((await shownSum(sight)).value)).toBe(true);
  });
  const leavingNow = async () => (await shownTerms(english))[english.say('plans.leave-now')];
  await expectSoon(async () => (await leavingNow()) !== leaving).toBe(true);
  // What stands there is what a frame said. A page that connects anew reads its plans itself, so the price goes on
  // moving a little until a frame was heard.
  const since = () => frames.slice(heardBefore);
  let steps = 0;
  const isTold = async (): Promise<boolean> => {
    steps += 1;
    market.setBid(bid + (steps % 2));
    const { value } = await shownSum(english);
    return since().some((frame) => unitsFrom(frame.value ?? '', 6) === value);
  };
  await expectSoon(isTold).toBe(true);
  market.setBid(bid);
  expect(since().length).toBeLessThanOrEqual((performance.now() - begun) / 1_000 + 2);
}

/** A day with a price that moved is settled: what it brought, on both screens and in the books. */
export async function dayIsSettled(
  customer: Customer,
  app: CodeApp,
  told: {
    readonly market: CoinMarket;
    readonly bid: number;
    readonly frames: PlanFrames;
    readonly brings: 'gain' | 'loss';
  },
): Promise<void> {
  const { english } = customer;
  await priceMoves(customer, told);
  const before = await addsUp(customer);
  const expected = { settledDays: before.settledDays + 1 };
  const { result, fundDay } = await midnightPasses(customer, app, expected);
  expect(result - before.result > 0n).toBe(told.brings === 'gain');
  const days = (await planDaysOf(customer)).filter(({ day }) => day < fundDay);
  expect(days).toHaveLength(before.settledDays + 1);
  // The next midnight is said, and each settled day stands there, newest first.
  const next = async () => (await shownTerms(english))[english.say('plans.next')] ?? '';
  await expectSoon(next).toContain(midnightAfter(fundDay));
  await onBoth(customer, async (sight) => {
    await expectSoon(() => resultsShown(sight)).toEqual(days.toReversed().map((day) => day.result));
  });
  await addsUp(customer);
  await onBoth(customer, looksWhole);
}

/** Results of the days of one's own plan, in the order a screen has them. */
async function resultsShown({ page, say, device }: Sight): Promise<bigint[]> {
  const list = page.getByRole('region', { name: say('plans.days'), exact: true });
  const cards = device === 'desktop' ? [] : await list.getByRole('listitem').all();
  const rows =
    device === 'desktop'
      ? await rowsOf(list.getByRole('table'))
      : await Promise.all(cards.map((card) => figuresIn(card)));
  return rows.map((row) => moneyFrom(row[say('plans.result')] ?? ''));
}

/** What quotes the page was given would have paid. @units USDT units */
function hearQuotes({ page }: Sight, id: string): bigint[] {
  const path = `${BASE_PATH}${CALLS['plans.quoteExit'].path}`.replace(':id', id);
  const heard: bigint[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname !== path) return;
    const read = async (): Promise<void> => {
      const { result } = (await response.json()) as { result: { receive: string } };
      heard.push(unitsFrom(result.receive, 6));
    };
    read().catch(() => undefined);
  });
  return heard;
}

/** Left early on the phone, at figures that are held: what was quoted is back in cash, to the unit. */
export async function leaves(customer: Customer): Promise<void> {
  const { arabic, database, username } = customer;
  const { page, say } = arabic;
  const before = await accountSums(database, username);
  const running = await addsUp(customer);
  const quoted = hearQuotes(arabic, running.id);
  await button(page.getByRole('main'), say('plans.leave')).click();
  const dialog = page.getByRole('dialog', { name: say('plans.leave') });
  await expectSoon(() => figuresIn(dialog)).toHaveProperty([say('plans.exit-receive')]);
  await looksWhole(arabic);
  const act = dialog
    .getByRole('button')
    .filter({ hasText: new RegExp(`^(?:${say('plans.leave')}|${say('plans.exit-renew')})`, 'u') });
  // Figures that ran out meanwhile are asked for again.
  await expectSoon(async () => {
    await pressHeld(() => Promise.resolve(), act);
    return (await planOrderOf(customer)).state;
  }).toBe('left');
  await onBoth(customer, async (sight) => {
    await reads(sight.page.getByRole('main'), [planState(sight, 'left')]);
  });
  const left = await addsUp(customer);
  const received = left.received ?? 0n;
  expect(quoted).toContain(received);
  // Half a percent of what was invested, and a fifth of what was won.
  expect(left.early).toBe(INVESTED / 200n);
  expect(left.share).toBe(left.result / 5n);
  await sumsSay(customer, {
    'USDT user:cash': (before['USDT user:cash'] ?? 0n) + received,
    'USDT user:plan': 0n,
  });
  await onBoth(customer, async (sight) => {
    await looksWhole(sight);
    await sight.open('/trading/plans');
    await reads(sight.page.getByRole('main'), [planState(sight, 'left')]);
    await looksWhole(sight);
  });
}

/** What happened to the plan was told, each once, in the words of each screen. */
export async function wasTold(customer: Customer): Promise<void> {
  const TOLD = ['plan-bought', 'plan-joined', 'plan-left'];
  const { number } = await planOrderOf(customer);
  const holes = { plan: `.+BTC/USDT \\(${number}\\)`, amount: '.+', day: '.+', units: '.+' };
  await onBoth(customer, async (sight) => {
    const { page, say, open } = sight;
    await open('/profile/notification');
    const lines = page.getByRole('main').getByRole('link');
    for (const kind of TOLD) {
      const told = patternOf(say, `notifications.${kind}`, holes);
      const count = async () => {
        const texts = await Promise.all((await lines.all()).map(textOf));
        return texts.filter((text) => told.test(text)).length;
      };
      await expectSoon(count).toBe(1);
    }
    await looksWhole(sight);
  });
}
