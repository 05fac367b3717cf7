import {
  type Price,
  type Quantity,
  type UnixMs,
  add,
  divideInteger,
  formatDecimal,
  parseDecimal,
  roundToStep,
  unixMs,
} from '@candor/kernel';
import { type Bar, NO_VOLUME, barTicks, halfSpread, quoteAround } from '@candor/pricing';
import type { RawTick } from './feed.ts';
import { type Recording, type Row, rowsOf, timeOf } from './replay-file.ts';

/** A tick with the moment of market time at which it is due. */
export type TimedTick = RawTick & { readonly sourceTime: UnixMs; readonly volume?: string };

function priceOf(text: string | undefined): Price | null {
  const parsed = parseDecimal(text ?? '');
  return parsed !== null && parsed > 0n ? (parsed as Price) : null;
}

function volumeOf(text: string | undefined): Quantity {
  const parsed = parseDecimal(text ?? '');
  return parsed !== null && parsed > 0n ? (parsed as Quantity) : NO_VOLUME;
}

function around(price: Price, half: Price): Pick<RawTick, 'bid' | 'ask'> {
  const { bid, ask } = quoteAround(price, half);
  return { bid: formatDecimal(bid), ask: formatDecimal(ask) };
}

/**
 * The bar a row records, with half the spread it was recorded with where it says one.
 *
 * @shape  null for a row that holds no bar: an end is missing, or high and low do not enclose the ends
 */
export function barOfRow(recording: Recording, row: Row): (Bar & { readonly half?: Price }) | null {
  const open = priceOf(row['open']);
  const high = priceOf(row['high']);
  const low = priceOf(row['low']);
  const close = priceOf(row['close']);
  if (open === null || high === null || low === null || close === null) return null;
  if (low > open || low > close || high < open || high < close) return null;
  const bid = priceOf(row['bid']);
  const ask = priceOf(row['ask']);
  const time = timeOf(row, recording.path);
  const bar = { time, open, high, low, close, volume: volumeOf(row['volume']) };
  if (bid === null || ask === null || ask <= bid) return bar;
  const half = divideInteger(ask - bid, 2n, 'up') as Price;
  const { tickSize } = recording.instrument;
  return { ...bar, half: roundToStep(half, { step: tickSize, rounding: 'up' }) };
}

function* ticksOfBar(recording: Recording, row: Row): Generator<TimedTick> {
  const { instrument, source } = recording;
  const bar = barOfRow(recording, row);
  if (bar === null) return;
  const step = (recording.barMs ?? 0) / 4;
  for (const [index, tick] of barTicks(bar, '1m').entries()) {
    yield {
      code: instrument.code,
      ...around(tick.price, bar.half ?? halfSpread(instrument, tick.price)),
      source,
      sourceTime: unixMs(bar.time + Math.floor(index * step)),
      volume: formatDecimal(tick.volume),
    };
  }
}

function* ticksOfRow(recording: Recording, row: Row): Generator<TimedTick> {
  const { instrument, source } = recording;
  if (recording.kind === 'bars') {
    yield* ticksOfBar(recording, row);
    return;
  }
  const sourceTime = timeOf(row, recording.path);
  if (recording.kind === 'quotes') {
    yield { code: instrument.code, bid: row['bid'], ask: row['ask'], source, sourceTime };
    return;
  }
  const price = priceOf(row['price']);
  if (price === null) return;
  const half = halfSpread(instrument, price);
  const volume = formatDecimal(volumeOf(row['size']));
  yield { code: instrument.code, ...around(price, half), source, sourceTime, volume };
}

function isOneTrade(held: TimedTick, tick: TimedTick): boolean {
  return held.sourceTime === tick.sourceTime && held.bid === tick.bid;
}

function together(held: TimedTick, tick: TimedTick): TimedTick {
  return { ...held, volume: formatDecimal(add(volumeOf(held.volume), volumeOf(tick.volume))) };
}

/** Trades of one moment at one price as one: they are told apart by nothing but their number. */
async function* joined(ticks: AsyncIterable<TimedTick>): AsyncGenerator<TimedTick> {
  let held: TimedTick | null = null;
  for await (const tick of ticks) {
    if (held === null) held = tick;
    else if (isOneTrade(held, tick)) held = together(held, tick);
    else {
      yield held;
      held = tick;
    }
  }
  if (held !== null) yield held;
}

async function* ticksOfRows(recording: Recording): AsyncGenerator<TimedTick> {
  for await (const row of rowsOf(recording.path)) yield* ticksOfRow(recording, row);
}

/** The ticks of a recording in its order; rows that hold no price are left out. */
export function ticksOf(recording: Recording): AsyncGenerator<TimedTick> {
  const ticks = ticksOfRows(recording);
  return recording.kind === 'trades' ? joined(ticks) : ticks;
}
