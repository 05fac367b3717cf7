import {
  type ContractId,
  type InstrumentCode,
  type Price,
  type TickId,
  type UserId,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import {
  type Quote,
  type Side,
  crossed,
  reachesTrailing,
  touched,
  trailingLevel,
} from '@candor/pricing';
import { generateTape } from '@candor/testkit';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnyOrder,
  type Contract,
  type PendingOrder,
  isContract,
  newContract,
} from '../src/contracts/index.ts';
import { createRecentTicks } from '../src/market/tape/recent-ticks.ts';
import { createPriceExtremes, extremesOf } from '../src/market/tape/price-extremes.ts';
import { createOrderTable } from '../src/engine/tables/order-table.ts';
import { type Triggers, createTriggers, sinceOf } from '../src/engine/triggers/triggers.ts';
import { type OrderRecord, dueOf } from '../src/engine/tables/records.ts';

const code = 'BTC/USDT' as InstrumentCode;
const TICK = price('0.1');
const START = price('100');
const LENGTH = 150;

const at = (ticks: number): Price => (START + BigInt(ticks) * TICK) as Price;

type Planned = {
  readonly kind: 'stops' | 'trailing' | 'limit' | 'stop' | 'stopLimit';
  readonly side: Side;
  readonly near: number;
  readonly far: number;
  /** Tick at which its terms are accepted, and how many later the engine hears of it. */
  readonly acceptedAt: number;
  readonly heardAfter: number;
};

const anyPlanned: fc.Arbitrary<Planned> = fc.record({
  kind: fc.constantFrom('stops', 'trailing', 'limit', 'stop', 'stopLimit'),
  side: fc.constantFrom('long', 'short'),
  near: fc.integer({ min: 1, max: 40 }),
  far: fc.integer({ min: 1, max: 40 }),
  acceptedAt: fc.integer({ min: 0, max: LENGTH - 60 }),
  heardAfter: fc.integer({ min: 0, max: 6 }),
});

const anyRun = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  planned: fc.array(anyPlanned, { minLength: 5, maxLength: 40 }),
  pulses: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 8, maxLength: 30 }),
});

function orderOf(plan: Planned, index: number, accepted: Quote): AnyOrder {
  const { kind, side, near, far } = plan;
  const sign = side === 'long' ? 1 : -1;
  const id = `order-${String(index).padStart(3, '0')}` as ContractId;
  const waits = kind === 'limit' || kind === 'stop' || kind === 'stopLimit';
  const terms = {
    id,
    userId: 'user' as UserId,
    mode: 'demo' as const,
    orderNo: id,
    code,
    feed: 'test',
    side,
    orderType: waits ? kind : ('market' as const),
    lots: quantity('1'),
    contractSize: quantity('1'),
    leverage: 2,
    feeRate: rate('0.001'),
    stopLoss: kind === 'stops' || (kind === 'trailing' && far % 2 === 0) ? at(-sign * near) : null,
    takeProfit: kind === 'stops' ? at(sign * far) : null,
    trailingDistance: kind === 'trailing' ? ((BigInt(far) * TICK) as Price) : null,
    askedPrice: kind === 'limit' ? at(-sign * near) : kind === 'stopLimit' ? at(sign * far) : null,
    stopPrice: kind === 'stop' || kind === 'stopLimit' ? at(sign * near) : null,
    since: accepted.tickId,
    createdAt: accepted.receivedAt,
    changes: 0,
  };
  if (waits) return { ...terms, status: 'pending', open: null, armedBy: null, ended: null };
  const nothing = money('USDT', 1n);
  const fill = { price: START, tickId: accepted.tickId, link: price('1'), linkTickId: null };
  const open = { ...fill, at: accepted.receivedAt };
  return newContract({ ...terms, open, margin: nothing, openFee: nothing });
}

type Outcome = { readonly tickId: TickId; readonly what: string };

/** The first thing that happens to a contract, by looking at every tick after its acceptance. */
function scanContract(order: Contract, tape: readonly Quote[], from: number): Outcome | null {
  const { side, trailingDistance: distance } = order;
  let level: Price | null = null;
  for (const [index, quote] of tape.slice(from).entries()) {
    if (index > 0) {
      const stop = crossed(order, quote);
      const isTrailed = level !== null && reachesTrailing({ side, level }, quote);
      if (isTrailed && level !== null) {
        const nearer =
          order.stopLoss === null ||
          (side === 'long' ? level > order.stopLoss : level < order.stopLoss);
        if (stop === null || nearer) return { tickId: quote.tickId, what: `trailing ${level}` };
      }
      if (stop !== null) return { tickId: quote.tickId, what: stop };
    }
    if (distance !== null) level = trailingLevel({ side, distance, level }, quote);
  }
  return null;
}

/** The tick that fills an order that waits. */
function scanPending(order: PendingOrder, tape: readonly Quote[], from: number): Outcome | null {
  let isArmed = false;
  for (const quote of tape.slice(from + 1)) {
    const act = touched({ ...order, isArmed }, quote);
    if (act === 'fill') return { tickId: quote.tickId, what: 'fill' };
    isArmed ||= act === 'arm';
  }
  return null;
}

const scan = (order: AnyOrder, tape: readonly Quote[], from: number): Outcome | null =>
  isContract(order) ? scanContract(order, tape, from) : scanPending(order, tape, from);

/** Lets ticks act; with `readsLeft`, first so that they break off after as many looks at the last. */
function actOn(
  list: Triggers,
  options: { ticks: readonly Quote[]; extremes: readonly Quote[]; readsLeft: number | null },
): OrderRecord[] {
  const { ticks, extremes } = options;
  const last = ticks.at(-1);
  if (options.readsLeft === null || last === undefined) return list.act(ticks, extremes);
  let readsLeft = options.readsLeft;
  const look = (side: 'bid' | 'ask'): Price => {
    readsLeft -= 1;
    if (readsLeft < 0) throw new Error('no more looks');
    return last[side];
  };
  const broken: Quote = {
    ...last,
    get bid() {
      return look('bid');
    },
    get ask() {
      return look('ask');
    },
  };
  const withBroken = (quotes: readonly Quote[]): Quote[] =>
    quotes.map((quote) => (quote === last ? broken : quote));
  try {
    const found = list.act(withBroken(ticks), withBroken(extremes));
    readsLeft = Number.POSITIVE_INFINITY;
    return found;
  } catch {
    return list.act(ticks, extremes);
  }
}

/** The same through records, memory and triggers, with pulses wherever they fall. */
function play(
  run: { planned: readonly Planned[]; pulses: readonly number[]; readsLeft: number | null },
  tape: Quote[],
) {
  const records = createPriceExtremes();
  const memory = createRecentTicks();
  const latest = new Map<InstrumentCode, Quote>();
  const list = createTriggers(createOrderTable(), () => 'test');
  const outcomes = new Map<string, Outcome>();
  const waiting = run.planned.map((plan, index) => ({
    order: orderOf(plan, index, tape[plan.acceptedAt] as Quote),
    hearAt: plan.acceptedAt + plan.heardAfter,
  }));
  let heard: AnyOrder[] = [];

  function happen(record: OrderRecord): void {
    const { order } = record;
    const due = dueOf(record);
    if (due === null) throw new Error('what ticks set off is due');
    const { what, quote, trailed } = due;
    if (!isContract(order)) {
      const act = touched({ ...order, isArmed: order.armedBy !== null }, quote);
      expect(act).not.toBeNull();
      if (act === 'arm') {
        // As the command does; the engine hears of it at its next pulse.
        heard.push({ ...order, armedBy: quote.tickId, since: quote.tickId });
        return;
      }
    }
    const said = trailed === null ? what : `trailing ${trailed.level}`;
    outcomes.set(order.id, { tickId: quote.tickId, what: said });
    list.drop(order.id);
  }

  /** Orders are told at their commit, between two pulses as well. */
  function hear(now: number): void {
    const news = [...heard];
    heard = [];
    for (const one of waiting) if (one.hearAt <= now) news.push(one.order);
    for (const one of waiting) if (one.hearAt <= now) one.hearAt = Number.POSITIVE_INFINITY;
    for (const order of news) {
      const due = list.put(order, memory.actingFrom(code, sinceOf(order)));
      if (due !== null) happen(due);
    }
  }

  function pulse(now: number): void {
    hear(now);
    const { ticks } = records.drain(latest);
    const extremes = extremesOf(ticks, list.begins());
    for (const one of actOn(list, { ticks, extremes, readsLeft: run.readsLeft })) happen(one);
    const last = ticks.at(-1);
    if (last !== undefined) list.actedUpTo(last.tickId);
    list.takeMoved();
  }

  let next = 0;
  let pulseAt = run.pulses[0] as number;
  tape.forEach((quote, index) => {
    latest.set(code, quote);
    memory.note(quote);
    records.note(quote);
    hear(index);
    if (index < pulseAt) return;
    pulse(index);
    next += 1;
    pulseAt = index + (run.pulses[next % run.pulses.length] as number);
  });
  // A stop-limit may be armed and filled by ticks of one pulse: heard of in the next.
  for (let more = 0; more < 3; more += 1) pulse(LENGTH + more);
  return { waiting, outcomes };
}

function tapeOf(seed: number): Quote[] {
  return generateTape({
    instrument: { code, tickSize: TICK },
    seed,
    length: LENGTH,
    startPrice: START,
    stepTicks: 6,
    spikeOneIn: 9,
    gapOneIn: 25,
    // Inside the ten seconds that are remembered.
    everyMs: 200,
  });
}

describe('triggers', () => {
  test('on any tape does what a look at every tick says, wherever the pulses fall', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(anyRun, (run) => {
        const tape = tapeOf(run.seed);
        const { waiting, outcomes } = play({ ...run, readsLeft: null }, tape);
        for (const [index, { order }] of waiting.entries()) {
          const plan = run.planned[index] as Planned;
          const expected = scan(order, tape, plan.acceptedAt);
          expect(outcomes.get(order.id) ?? null).toEqual(expected);
          if (expected === null) continue;
          const what = `${plan.kind} ${expected.what.split(' ')[0]}`;
          seen.set(what, (seen.get(what) ?? 0) + 1);
        }
      }),
      { numRuns: 250 },
    );
    // Nothing of it was left out.
    const all = ['stops stopLoss', 'stops takeProfit', 'trailing trailing', 'trailing stopLoss'];
    for (const what of [...all, 'limit fill', 'stop fill', 'stopLimit fill']) {
      expect(seen.get(what), what).toBeGreaterThan(50);
    }
  });

  // A stop loss is reached, its trailing stop follows later ticks of the same pulse, and then they break off.
  const plain: Planned = {
    kind: 'stops',
    side: 'long',
    near: 1,
    far: 1,
    acceptedAt: 0,
    heardAfter: 0,
  };
  const trails: Planned = { ...plain, kind: 'trailing', near: 14, far: 22, acceptedAt: 13 };
  const BROKEN_OFF = {
    seed: 18,
    planned: [plain, plain, trails, plain, plain],
    pulses: [2, 6, 7, 9, 1, 1, 1, 1, 1, 1],
  };

  test('does the same where ticks break off amid their acting and act once more', () => {
    const anyBreak = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(anyRun, anyBreak, (run, readsLeft) => {
        const tape = tapeOf(run.seed);
        const { waiting, outcomes } = play({ ...run, readsLeft }, tape);
        for (const [index, { order }] of waiting.entries()) {
          const plan = run.planned[index] as Planned;
          expect(outcomes.get(order.id) ?? null).toEqual(scan(order, tape, plan.acceptedAt));
        }
      }),
      { numRuns: 250, examples: [[BROKEN_OFF, 4]] },
    );
  });
});
