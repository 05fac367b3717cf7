import {
  type Price,
  type Quantity,
  type UnixMs,
  add,
  divideInteger,
  formatDecimal,
  mul,
  parseDecimal,
  roundToStep,
  unixMs,
} from '@candor/kernel';
import { type Instrument, NO_VOLUME, barTicks } from '@candor/pricing';
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

/** A distance on the instrument's steps, so that no price falls between two of them. */
function onSteps(instrument: Instrument, distance: Price): Price {
  return roundToStep(distance, { step: instrument.tickSize, rounding: 'up' });
}

/** Half of the distance the specification puts around a price. */
function halfSpread(instrument: Instrument, price: Price): Price {
  const spread = mul(price, instrument.spreadRate, 'up');
  return onSteps(instrument, divideInteger(spread, 2n, 'up') as Price);
}

function around(price: Price, half: Price): Pick<RawTick, 'bid' | 'ask'> {
  return {
    bid: formatDecimal((price - half) as Price),
    ask: formatDecimal((price + half) as Price),
  };
}

function* ticksOfBar(recording: Recording, row: Row, time: UnixMs): Generator<TimedTick> {
  const { instrument, source } = recording;
  const open = priceOf(row['open']);
  const high = priceOf(row['high']);
  const low = priceOf(row['low']);
  const close = priceOf(row['close']);
  const step = (recording.barMs ?? 0) / 4;
  if (open === null || high === null || low === null || close === null) return;
  if (low > open || low > close || high < open || high < close) return;
  const bid = priceOf(row['bid']);
  const ask = priceOf(row['ask']);
  const recorded = bid !== null && ask !== null && ask > bid;
  const volume = volumeOf(row['volume']);
  const ticks = barTicks({ time, open, high, low, close, volume }, '1m');
  for (const [index, tick] of ticks.entries()) {
    const half = recorded
      ? onSteps(instrument, divideInteger(ask - bid, 2n, 'up') as Price)
      : halfSpread(instrument, tick.price);
    yield {
      code: instrument.code,
      ...around(tick.price, half),
      source,
      sourceTime: unixMs(time + Math.floor(index * step)),
      volume: formatDecimal(tick.volume),
    };
  }
}

function* ticksOfRow(recording: Recording, row: Row): Generator<TimedTick> {
  const { instrument, source } = recording;
  const sourceTime = timeOf(row, recording.path);
  if (recording.kind === 'bars') {
    yield* ticksOfBar(recording, row, sourceTime);
    return;
  }
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
