import { createHash } from 'node:crypto';
import {
  type InstrumentCode,
  type Price,
  type Quantity,
  type UnixMs,
  type UtcDay,
  formatDecimal,
} from '@candor/kernel';
import type { TickStatus } from '../tape/tick-status.ts';

/** A tick as it stands in the chain: everything a link covers. */
export type ChainedTick = {
  readonly day: UtcDay;
  readonly seq: number;
  /** The run of prices it belongs to. */
  readonly feedKey: string;
  readonly code: InstrumentCode;
  readonly bid: Price;
  readonly ask: Price;
  readonly volume: Quantity | null;
  readonly source: string;
  readonly sourceTime: UnixMs;
  readonly receivedAt: UnixMs;
  readonly sourceCount: number;
  readonly tickStatus: TickStatus;
  readonly frameHash: Buffer | null;
};

/** What the first tick ever is chained to. */
export const GENESIS: Buffer = Buffer.alloc(32);

/** Sets the tape's links apart from any other SHA-256 of the product. */
const TICK_PREFIX = Buffer.from([0x02]);

/**
 * The text of a tick that its link covers: thirteen fields joined by "|", decimals without
 * trailing zeros, times in Unix ms, the frame's hash in hex, what is absent left empty.
 *
 * @source RELIABILITY 3.1
 */
export function canonicalText(tick: ChainedTick): string {
  return [
    tick.day,
    tick.seq,
    tick.feedKey,
    tick.code,
    formatDecimal(tick.bid),
    formatDecimal(tick.ask),
    tick.volume === null ? '' : formatDecimal(tick.volume),
    tick.source,
    tick.sourceTime,
    tick.receivedAt,
    tick.sourceCount,
    tick.tickStatus,
    tick.frameHash?.toString('hex') ?? '',
  ].join('|');
}

/** The link of a tick: SHA-256(0x02 ‖ link before ‖ text). */
export function chainHash(previous: Buffer, tick: ChainedTick): Buffer {
  return createHash('sha256')
    .update(TICK_PREFIX)
    .update(previous)
    .update(canonicalText(tick))
    .digest();
}

/** SHA-256 of a frame as it came off the wire. */
export function frameHashOf(frame: string): Buffer {
  return createHash('sha256').update(frame).digest();
}

/** Where a chain stops holding. */
export type Break = {
  readonly tickId: string;
  /** `changed`: the tick is not what its link covers · `missing`: it is not there any more. */
  readonly reason: 'changed' | 'missing';
};

/** Walks the ticks of one day link by link. */
export function createChainCheck(day: UtcDay, previousRoot: Buffer) {
  let previous = previousRoot;
  let count = 0;
  let found: Break | null = null;
  return {
    /** Takes the next stored tick, in order of seq; nothing counts after the first break. */
    add(tick: ChainedTick, stored: Buffer): void {
      if (found !== null) return;
      const expectedSeq = count + 1;
      if (tick.seq !== expectedSeq) {
        found = { tickId: `${day}/${expectedSeq}`, reason: 'missing' };
        return;
      }
      if (!chainHash(previous, tick).equals(stored)) {
        found = { tickId: `${day}/${tick.seq}`, reason: 'changed' };
        return;
      }
      previous = stored;
      count = expectedSeq;
    },
    result: () => ({ day, count, root: previous.toString('hex'), broken: found }),
  };
}
