import type { UtcDay } from '@candor/kernel';
import { GENESIS, frameHashOf, chainHash } from './chain.ts';
import type { Frame, Head, HashedTick } from './store.ts';
import type { JudgedTick } from '../tape/tape.ts';

/** Ticks of one day with their links and frames, ready for one transaction. */
export type Batch = {
  readonly day: UtcDay;
  readonly linked: readonly HashedTick[];
  readonly frames: readonly Frame[];
};

/** Chains ticks of one day to the head of the tape. */
export function chainBatch(
  judged: readonly JudgedTick[],
  facts: { day: UtcDay; head: Head | null; feedKey: string },
): Batch {
  const { day, head, feedKey } = facts;
  let previous = head?.hash ?? GENESIS;
  let seq = head?.day === day ? head.seq : 0;
  const frames = new Map<string, Frame>();
  const linked = judged.map((tick): HashedTick => {
    seq += 1;
    const { code, bid, ask, volume, source, sourceTime, receivedAt, frame } = tick;
    const { sourceCount, tickStatus } = tick;
    const frameHash = frame === null ? null : frameHashOf(frame);
    if (frame !== null && frameHash !== null) {
      frames.set(frameHash.toString('hex'), { hash: frameHash, source, receivedAt, body: frame });
    }
    const said = { code, bid, ask, volume, source, sourceTime, receivedAt };
    const chained = { ...said, sourceCount, tickStatus, day, seq, feedKey, frameHash };
    previous = chainHash(previous, chained);
    return { ...chained, hash: previous };
  });
  return { day, linked, frames: [...frames.values()] };
}
