import {
  type Decimal,
  type InstrumentCode,
  type Price,
  type Quantity,
  type Result,
  type UnixMs,
  fail,
  fitsStorage,
  ok,
  parseDecimal,
} from '@candor/kernel';
import type { Instrument } from '@candor/pricing';
import type { RawTick } from '../feeds/feed.ts';

/** A tick that is well formed; whether it is believed is decided by the tape. */
export type SoundTick = {
  readonly code: InstrumentCode;
  readonly instrument: Instrument;
  readonly bid: Price;
  readonly ask: Price;
  readonly source: string;
  readonly sourceTime: UnixMs;
  readonly receivedAt: UnixMs;
  readonly volume: Quantity | null;
  readonly frame: string | null;
};

/** Why a message of a source cannot be a price. */
export const GARBAGE_KINDS = [
  'unknownInstrument',
  'unknownSource',
  'notANumber',
  'notPositive',
  'crossed',
  'absurdSpread',
  'badVolume',
  'badTime',
  'absurdJump',
] as const;
export type Garbage = (typeof GARBAGE_KINDS)[number];

/** A price that is more than so many times, or less than that part of, the last one is absurd. */
const JUMP_FACTOR = 4n;

function positivePrice(value: unknown): Result<Price, Garbage> {
  // Only text: a number has already lost digits, and NaN, Infinity and 1e309 are numbers.
  const parsed = typeof value === 'string' ? parseDecimal(value) : null;
  if (parsed === null || !fitsStorage(parsed)) return fail('notANumber');
  return parsed > 0n ? ok(parsed as Price) : fail('notPositive');
}

function volumeOf(value: unknown): Result<Quantity | null, Garbage> {
  if (value === undefined || value === null) return ok(null);
  const parsed: Decimal | null = typeof value === 'string' ? parseDecimal(value) : null;
  return parsed !== null && parsed >= 0n ? ok(parsed as Quantity) : fail('badVolume');
}

function timeOf(
  value: unknown,
  facts: { readonly marketTime: UnixMs; readonly timeToleranceMs: number },
): Result<UnixMs, Garbage | 'outdated'> {
  const { marketTime, timeToleranceMs } = facts;
  if (value === null || value === undefined) return ok(marketTime);
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return fail('badTime');
  if (value > marketTime + timeToleranceMs) return fail('badTime');
  return value < marketTime - timeToleranceMs ? fail('outdated') : ok(value as UnixMs);
}

/** Whether a bid is so far from the last mid that only a mistake explains it. */
export function isAbsurd(bid: Price, lastMid: Price): boolean {
  return bid > lastMid * JUMP_FACTOR || bid * JUMP_FACTOR < lastMid;
}

/**
 * Reads what a source said, refusing everything that cannot be a price.
 *
 * @failure unknownInstrument, unknownSource — the catalogue or the feed does not know the name
 * @failure notANumber — anything but plain decimal text of at most 20 and 18 digits
 * @failure notPositive — zero or below · crossed — the ask is below the bid
 * @failure absurdSpread — the ask is more than four times the bid
 * @failure badVolume, badTime — not a size, or not a time, or one ahead of market time
 * @failure outdated — a time so long ago that the price may be another by now; no garbage
 * @source  PRODUCT 3 "Tape" · RELIABILITY P12
 */
export function readTick(
  raw: RawTick,
  facts: {
    readonly instrument: Instrument | undefined;
    readonly knowsSource: boolean;
    readonly receivedAt: UnixMs;
    readonly marketTime: UnixMs;
    /** How far a source's time may be from market time. */
    readonly timeToleranceMs: number;
  },
): Result<SoundTick, Garbage | 'outdated'> {
  const { instrument, receivedAt } = facts;
  if (instrument === undefined) return fail('unknownInstrument');
  if (!facts.knowsSource) return fail('unknownSource');
  const bid = positivePrice(raw.bid);
  if (!bid.ok) return bid;
  const ask = positivePrice(raw.ask);
  if (!ask.ok) return ask;
  if (ask.value < bid.value) return fail('crossed');
  if (ask.value > bid.value * JUMP_FACTOR) return fail('absurdSpread');
  const volume = volumeOf(raw.volume);
  if (!volume.ok) return volume;
  const sourceTime = timeOf(raw.sourceTime, facts);
  if (!sourceTime.ok) return sourceTime;
  return ok({
    code: instrument.code,
    instrument,
    bid: bid.value,
    ask: ask.value,
    source: raw.source,
    sourceTime: sourceTime.value,
    receivedAt,
    volume: volume.value,
    frame: typeof raw.frame === 'string' ? raw.frame : null,
  });
}
