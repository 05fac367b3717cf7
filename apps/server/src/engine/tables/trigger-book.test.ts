import {
  type ContractId,
  type InstrumentCode,
  type Price,
  type TickId,
  price,
} from '@candor/kernel';
import { type Quote, type Trigger, reaches } from '@candor/pricing';
import { generateTape } from '@candor/testkit';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tickOrder } from './floats.ts';
import { type Waiting, createTriggerBook } from './trigger-book.ts';

const code = 'BTC/USDT' as InstrumentCode;
// Far below what a float can tell apart at this price, so that floats alone would answer wrongly.
const TICK = price('0.000000000000000001');

const anyTrigger: fc.Arbitrary<Trigger> = fc.record({
  act: fc.constant('stopLoss' as const),
  on: fc.constantFrom('bid' as const, 'ask' as const),
  when: fc.constantFrom('below' as const, 'above' as const),
  price: fc
    .integer({ min: -60, max: 60 })
    .map((ticks) => (price('1') + BigInt(ticks) * TICK) as Price),
});

type Planned = { readonly trigger: Trigger; readonly acceptedAt: number; readonly goneAt: number };

const anyPlan = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  triggers: fc.array(
    fc.record({
      trigger: anyTrigger,
      acceptedAt: fc.integer({ min: 0, max: 60 }),
      goneAt: fc.integer({ min: 1, max: 200 }),
    }),
    { minLength: 40, maxLength: 150 },
  ),
});

function play(tape: readonly Quote[], planned: readonly Planned[]) {
  const book = createTriggerBook();
  const waiting = planned.map(({ trigger, acceptedAt }, index): Waiting => {
    const since = tickOrder(tape[acceptedAt]?.tickId as TickId);
    return { id: String(index) as ContractId, trigger, since, isGone: false };
  });
  waiting.forEach((one) => book.add(code, one));
  return tape.map((quote, tick) => {
    planned.forEach(({ goneAt }, index) => {
      const one = waiting[index];
      if (goneAt === tick && one !== undefined) book.remove(code, one);
    });
    return book
      .takeReached(quote)
      .map(({ id }) => id)
      .sort();
  });
}

/** The same by looking at every trigger for every quote. */
function scan(tape: readonly Quote[], planned: readonly Planned[]) {
  const done = new Set<number>();
  return tape.map((quote, tick) => {
    const reached: string[] = [];
    planned.forEach(({ trigger, acceptedAt, goneAt }, index) => {
      if (done.has(index) || tick >= goneAt || tick <= acceptedAt) return;
      if (!reaches(trigger, quote)) return;
      done.add(index);
      reached.push(String(index));
    });
    return reached.sort();
  });
}

describe('triggers in order', () => {
  test('on any tape the due set is that of a look at every trigger, exact to the last place', () => {
    let hits = 0;
    fc.assert(
      fc.property(anyPlan, ({ seed, triggers }) => {
        const instrument = { code, tickSize: TICK };
        const tape = generateTape({
          instrument,
          seed,
          length: 120,
          startPrice: price('1'),
          stepTicks: 9,
        });
        const found = play(tape, triggers);
        hits += found.flat().length;
        expect(found).toEqual(scan(tape, triggers));
      }),
      { numRuns: 200 },
    );
    expect(hits).toBeGreaterThan(5_000);
  });

  test('what was taken back is forgotten, however much of it there is', () => {
    const book = createTriggerBook();
    const all = Array.from({ length: 1_000 }, (_, index): Waiting => {
      const trigger: Trigger = { act: 'fill', on: 'bid', when: 'below', price: price('1') };
      return { id: String(index) as ContractId, trigger, since: 0, isGone: false };
    });
    all.forEach((one) => book.add(code, one));
    all.slice(1).forEach((one) => book.remove(code, one));
    expect(book.size()).toBe(1);
    const [quote] = generateTape({ instrument: { code, tickSize: TICK }, length: 1 });
    expect(book.takeReached(quote as Quote).map(({ id }) => id)).toEqual(['0']);
    expect(book.size()).toBe(0);
  });

  test('places of ticks keep the order of the tape', () => {
    const ids = ['2025-12-31/999', '2026-01-01/1', '2026-01-31/9', '2026-02-01/10', '2026-02-01/9'];
    const orders = ids.map((id) => tickOrder(id as TickId));
    expect(orders.slice(0, 4)).toEqual(orders.slice(0, 4).toSorted((a, b) => a - b));
    expect(orders[4]).toBeLessThan(orders[3] as number);
  });
});
