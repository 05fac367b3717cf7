// Promise: through the worst hours of recorded markets every stop, target and trailing stop of a
// hundred accounts fills at the first tick of the recording that crosses it, at that tick's price.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  type Decimal,
  type Rounding,
  MINUTE_MS,
  decimal,
  div,
  formatDecimal,
  mul,
  roundToStep,
} from '@candor/kernel';
import type { OrderDetail } from '@candor/protocol';
import { type Random, createRandom } from '@candor/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/platform/process/log.ts';
import { chooseFeed } from '../../src/market/feeds/choose-feed.ts';
import { type TestApp, startTestApp } from '../start-app.ts';
import {
  type Played,
  type Published,
  type RawTick,
  type Stops,
  type TapeRow,
  beside,
  differenceOf,
  linesOf,
  ticksOf,
  units,
} from './raw.ts';

const RECORDINGS = process.env['CANDOR_RECORDINGS'] ?? '';
/** `npm run soak -- crash-days` plays every recording, and a whole day of each. */
const IS_SOAK = process.env['CRASH_DAYS'] === 'all';
const BARS = IS_SOAK ? 1_440 : 240;
const ACCOUNTS = 100;
const SEED = 20_180_116;
/** Market time per wall time: a bar of a minute takes a quarter of a second. */
const SPEED = 240;
const BAR_MS = MINUTE_MS / SPEED;
const PATIENCE_MS = IS_SOAK ? 1_200_000 : 240_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-crash-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The bars of a recording around its deepest fall, under its own header. */
function worstHours(lines: readonly string[], length: number): string[] {
  const [head = '', ...rows] = lines;
  const columns = head.split(',');
  const cell = (row: string, name: string): bigint =>
    units(row.split(',')[columns.indexOf(name)] ?? '');
  const lows = rows.map((row) => cell(row, 'low'));
  let worst = { from: 0, share: 10n ** 9n };
  for (let from = 0; from + length <= rows.length; from += 20) {
    const open = cell(rows[from] ?? '', 'open');
    let low = open;
    for (const one of lows.slice(from, from + length)) if (one < low) low = one;
    const share = (low * 10n ** 9n) / open;
    if (share < worst.share) worst = { from, share };
  }
  return [head, ...rows.slice(worst.from, worst.from + length)];
}

/** A market that falls by two fifths, with spikes both ways; the same seed gives the same bars. */
function generatedCrash(): string[] {
  const random = createRandom(SEED);
  const start = Date.parse('2024-03-04T09:00:00Z');
  let close = 60_000;
  const rows = Array.from({ length: BARS }, (_, index) => {
    const open = close;
    const isFalling = index > BARS / 4 && index < (3 * BARS) / 4;
    close = open + random.between(-120, 120) - (isFalling ? Math.floor((24_000 * 2) / BARS) : 0);
    const high = Math.max(open, close) + random.between(0, index % 17 === 0 ? 900 : 60);
    const low = Math.min(open, close) - random.between(0, index % 23 === 0 ? 900 : 60);
    return [start + index * MINUTE_MS, open, high, low, close, random.between(1, 9)].join(',');
  });
  return ['time,open,high,low,close,volume', ...rows];
}

/** A product that plays a file, and where its clock stands in the recording. */
type Day = {
  readonly product: TestApp;
  readonly code: string;
  readonly published: Published & { contractSize: string; lotStep: string; lotsMin: string };
  readonly raw: readonly RawTick[];
  readonly random: Random;
  /** Lets so many bars pass and waits until their ticks are on the tape; no pulse. */
  passes(bars: number): Promise<void>;
  /** Share of the recording's ticks that were played. */
  played(): number;
};

async function startDay(name: string, lines: readonly string[]): Promise<Day> {
  const path = join(folder, name);
  await writeFile(path, gzipSync(`${lines.join('\n')}\n`));
  const code = `${name.slice(0, 3)}/${name.slice(3, name.indexOf('_'))}`;
  const product = await startTestApp({
    feedOn: (clock) =>
      chooseFeed({
        feed: `replay:${path}@${SPEED}`,
        clock,
        log: createLog({ level: 'silent' }),
        venueUrls: {},
      }),
  });
  const began = product.clock.now();
  const { market } = product.app;
  const { result } = await product.call('market.info', { params: { id: code.replace('/', '') } });
  const raw = ticksOf(lines, result.specification);
  const first = raw[0]?.time ?? 0;
  const playedBy = (): number =>
    raw.findLastIndex(({ time }) => time <= first + (product.clock.now() - began) * SPEED);
  let played = -1;
  async function stored(): Promise<void> {
    const due = playedBy();
    if (due === played) return;
    played = due;
    const isThere = (): boolean =>
      market.sources().some(({ lastTickAt }) => lastTickAt === product.clock.now()) &&
      market.unstoredSince() === null;
    const until = performance.now() + 10_000;
    while (!isThere()) {
      if (performance.now() > until) throw new Error('what was played is not on the tape');
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  }
  return {
    product,
    code,
    published: result.specification,
    raw,
    random: createRandom(SEED),
    async passes(bars) {
      product.clock.advance(bars * BAR_MS);
      await stored();
    },
    played: () => (played + 1) / raw.length,
  };
}

const onStep = (price: Decimal, step: string, rounding: Rounding = 'down'): string =>
  formatDecimal(roundToStep(price, { step: decimal(step), rounding }));

/** A share of a price: so many tenths of a permille above it, or below. */
const away = (price: Decimal, tenths: number): Decimal =>
  mul(
    price,
    decimal(formatDecimal(div(decimal(String(10_000 + tenths)), decimal('10000'), 'down'))),
    'down',
  );

type Account = { readonly token: string; id: string };

/**
 * One account opens one contract: either side, with a stop, a target, a trailing stop, or some.
 * False in a gap of the recording, whose last price is too old to trade on.
 */
async function opens(day: Day, account: Account, number: number): Promise<boolean> {
  const { product, code, published, random } = day;
  const quote = product.app.market.latest(code as never);
  if (quote === null) throw new Error('the recording has a price');
  const isLong = number % 3 !== 0;
  const far = (from: number, to: number): number => random.between(from, to) * (isLong ? 1 : -1);
  const { tickSize, lotStep, contractSize, lotsMin } = published;
  const bid: Decimal = quote.bid;
  // Two thousand of notional: no fall closes the account out before its stop.
  const lots = onStep(
    div(div(decimal('2000'), bid, 'down'), decimal(contractSize), 'down'),
    lotStep,
  );
  const kind = number % 5;
  const stops = {
    ...(kind === 0 || kind === 1 || kind === 4
      ? { stopLoss: onStep(away(bid, -far(30, 2_500)), tickSize) }
      : {}),
    ...(kind === 1 || kind === 2
      ? { takeProfit: onStep(away(bid, far(60, 1_500)), tickSize) }
      : {}),
    ...(kind === 3 || kind === 4
      ? {
          trailingDistance: onStep(
            mul(bid, decimal(`0.0${random.between(10, 90)}`), 'down'),
            tickSize,
          ),
        }
      : {}),
  };
  const answer = await product.call('contracts.open', {
    token: account.token,
    body: {
      code,
      direction: isLong ? 'buy' : 'sell',
      orderType: 'market',
      lots: decimal(lots) < decimal(lotsMin) ? lotsMin : lots,
      leverage: 2,
      requestId: randomUUID(),
      ...stops,
    } as never,
  });
  if (answer.refused.facts?.['why'] === 'stale') return false;
  expect([answer.code, answer.refused.facts]).toEqual(['200', undefined]);
  account.id = answer.result.id;
  return true;
}

/** A user moves a stop right after prices came that no pulse has seen. */
async function amends(day: Day, { token, id }: Account): Promise<string> {
  const quote = day.product.app.market.latest(day.code as never);
  if (quote === null) throw new Error('the recording has a price');
  const { result } = await day.product.call('contracts.get', { token, params: { id } });
  const tenths = day.random.between(100, 3_000) * (result.direction === 'buy' ? -1 : 1);
  const stopLoss = onStep(away(quote.bid, tenths), day.published.tickSize);
  const odd = { stopLoss, requestId: randomUUID() };
  const answer = await day.product.call('contracts.amend', { token, params: { id }, odd });
  expect(['200', '11017', '11008']).toContain(answer.code);
  return answer.refused.facts === undefined ? answer.code : `${answer.code} reached`;
}

const priceOr = (text: string | null | undefined): bigint | null =>
  text === null || text === undefined ? null : units(text);

/** The order as its owner reads it, its amendments taken back one by one. */
function playedOf(order: OrderDetail): Played {
  let stops: Stops = {
    stopLoss: priceOr(order.stopLoss),
    takeProfit: priceOr(order.takeProfit),
    trailing: priceOr(order.trailingDistance),
  };
  const terms: { after: string; stops: Stops }[] = [];
  for (const { kind, tickId = '', changes = [] } of order.events.toReversed()) {
    if (kind !== 'amended') continue;
    terms.unshift({ after: tickId, stops });
    const before = { ...stops } as Record<string, bigint | null>;
    for (const { field, from } of changes) {
      before[field === 'trailingDistance' ? 'trailing' : field] = priceOr(from);
    }
    stops = before as Stops;
  }
  const openTick = order.openTickId ?? '';
  return {
    id: order.id,
    isLong: order.direction === 'buy',
    openTick,
    terms: [{ after: openTick, stops }, ...terms],
    status: order.status,
    reason: order.reason,
    closeTick: order.closeTickId ?? null,
    closePrice: order.closePrice ?? null,
  };
}

const TAPE = `select day || '/' || seq as id, round(extract(epoch from source_time) * 1000)::float8 as time,
    bid::text, ask::text, standing as "tickStatus"
  from market.tick where instrument = $1 order by day, seq`;

/** Plays the file to its end; answers what differs from it, and how often each end came. */
async function playDay(name: string, lines: readonly string[]) {
  const day = await startDay(name, lines);
  const { product, random } = day;
  const accounts: Account[] = [];
  for (let number = 0; number < ACCOUNTS; number += 1) {
    accounts.push({ token: (await product.register()).token, id: '' });
  }
  const amended = new Map<string, number>();
  let opened = 0;
  // The first tick of a source has nothing behind it; the second may be traded on.
  await day.passes(1);
  await product.settle();
  while (day.played() < 1) {
    // Half of the accounts begin at once, the others on the way down.
    const wanted = Math.min(ACCOUNTS, Math.floor(ACCOUNTS / 2 + ACCOUNTS * day.played()));
    while (opened < wanted && (await opens(day, accounts[opened] as Account, opened))) opened += 1;
    await day.passes(random.between(1, 4));
    const one = accounts[random.between(0, opened - 1)];
    if (one !== undefined && random.between(0, 2) === 0) {
      const code = await amends(day, one);
      amended.set(code, (amended.get(code) ?? 0) + 1);
    }
    await product.settle();
  }
  await product.settle();
  const tape = await product.db.query<TapeRow>(TAPE, [day.code]);
  const { placed, wrong } = beside(day.raw, tape, day.published);
  const ends = new Map<string, number>();
  const found: string[] = [...wrong];
  for (const { token, id } of accounts.slice(0, opened)) {
    const { result } = await product.call('contracts.get', { token, params: { id } });
    const played = playedOf(result);
    const difference = differenceOf(played, placed);
    if (difference !== null) found.push(difference);
    const end = played.reason ?? played.status;
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  await product.stop();
  return { found, ends, amended, ticks: placed.length, recorded: day.raw.length, opened };
}

function expectRight(outcome: Awaited<ReturnType<typeof playDay>>): void {
  expect(outcome.found).toEqual([]);
  expect(outcome.ticks).toBe(outcome.recorded);
  expect(outcome.opened).toBe(ACCOUNTS);
  expect(outcome.amended.get('200') ?? 0).toBeGreaterThan(0);
  // A day on which nothing was set off has shown nothing.
  for (const reason of ['stopLoss', 'takeProfit', 'trailing']) {
    expect(outcome.ends.get(reason) ?? 0, reason).toBeGreaterThan(0);
  }
}

test(
  'of a made-up crash every stop fills at the first crossing tick of the file',
  async () => {
    expectRight(await playDay('BTCUSDT_generated_1m.csv.gz', generatedCrash()));
  },
  PATIENCE_MS,
);

const CRASHES = [
  'BTCUSD_bitfinex_1m_20180101-20180131.csv.gz',
  'ETHUSD_coinbase_1m_20170903-20170904.csv.gz',
  'XRPUSD_bitfinex_1m_20180101-20180131.csv.gz',
  'LTCUSD_bitfinex_1m_20190601-20190630.csv.gz',
  'EOSUSD_bitfinex_1m_20190601-20190630.csv.gz',
].slice(0, IS_SOAK ? undefined : 1);

test.skipIf(RECORDINGS === '' || !existsSync(join(RECORDINGS, 'crypto'))).each(CRASHES)(
  'through %s every stop fills at the first crossing tick of the recording',
  async (name) => {
    const lines = linesOf(join(RECORDINGS, 'crypto', name));
    expectRight(await playDay(name, worstHours(lines, BARS)));
  },
  PATIENCE_MS,
);

test('who looks would see a stop that filled a tick too late, at its own price, or not at all', () => {
  const published = { tickSize: '0.01', spreadRate: '0.001', bandRate: '0.5' };
  const bars = ['100,101,99,100', '100,100,90,91', '91,92,80,81'].map(
    (bar, index) => `${index * MINUTE_MS},${bar}`,
  );
  const raw = ticksOf(['time,open,high,low,close', ...bars], published);
  const tape = raw.map(({ time, bid, ask }, index): TapeRow => {
    const text = (value: bigint): string => formatDecimal(value as Decimal);
    const tickStatus = index === 0 ? 'first' : 'acting';
    return { id: `d/${index + 1}`, time, bid: text(bid), ask: text(ask), tickStatus };
  });
  const { placed, wrong } = beside(raw, tape, published);
  expect(wrong).toEqual([]);
  const stops = { stopLoss: units('95'), takeProfit: null, trailing: null };
  const order = { id: 'one', isLong: true, openTick: 'd/2', terms: [{ after: 'd/2', stops }] };
  const end = { status: 'closed', reason: 'stopLoss', closeTick: 'd/7', closePrice: '89.95' };
  expect(differenceOf({ ...order, ...end }, placed)).toBeNull();
  for (const change of [
    { closeTick: 'd/8', closePrice: '90.95' },
    { closePrice: '95' },
    { status: 'running', reason: null, closeTick: null, closePrice: null },
    { reason: 'takeProfit' },
  ]) {
    expect(differenceOf({ ...order, ...end, ...change }, placed)).toContain('due stopLoss d/7');
  }
  expect(beside(raw, tape.slice(1), published).wrong.length).toBeGreaterThan(0);
});
