import type { Price, UnixMs } from '@candor/kernel';
import { isAgreed, isCredible, mid, saidSinceStart, withinBand } from '@candor/pricing';
import type { SoundTick } from './guards.ts';
import type { SourceState } from './source-state.ts';

/**
 * What the tape thinks of a tick. `acting`: in force, and stops may act on it. `first`: in force,
 * but its source's prices have not lasted yet. `backup`: credible, while a leading source is in
 * force. `outside`: beyond the band, contradicted, or of an unhealthy source: in quarantine.
 * `late`: older than one its source had already sent.
 */
export type TickStatus = 'acting' | 'first' | 'backup' | 'outside' | 'late';

/** What is decided of one tick, from what was known when it came. */
export type Judgement = {
  readonly tickStatus: TickStatus;
  /** Sources whose last price is within the band of it, its own among them. */
  readonly sourceCount: number;
  /** The one other source that counts says something else: nothing acts on either. */
  readonly isDisputed: boolean;
  /** Whether its source's next ticks are to be measured against it. */
  readonly isRemembered: boolean;
  /** Whether its source's prices have lasted since the start, this tick included. */
  readonly isConfirmed: boolean;
};

const QUARANTINE = {
  tickStatus: 'outside',
  sourceCount: 1,
  isDisputed: false,
  isRemembered: false,
} as const;

/**
 * Decides what a tick that came in order may do. Pure: nothing is read and nothing is changed.
 *
 * @source PRODUCT 3 "Sources behind a trigger"
 */
export function judgeTick(facts: {
  readonly tick: Pick<SoundTick, 'bid' | 'ask' | 'instrument'>;
  /** When it was said, by the clock agreement is counted with. */
  readonly at: UnixMs;
  readonly own: Pick<SourceState, 'recent' | 'sinceStart' | 'isConfirmed'>;
  /** Its source sends garbage: it neither acts nor speaks for anything. */
  readonly isUnhealthy: boolean;
  /** Last mids of the other sources that count. */
  readonly others: readonly Price[];
  /** Whether it would be in force: no source before it is, or none whose prices have lasted. */
  readonly leads: (isConfirmed: boolean) => boolean;
}): Judgement {
  const { tick, at, own, others } = facts;
  const { bandRate } = tick.instrument;
  if (facts.isUnhealthy) return { ...QUARANTINE, isConfirmed: own.isConfirmed };
  const middle = mid(tick);
  const isFirst = others.length === 0 && own.recent.length === 0;
  const { recent, sinceStart } = own;
  const sides = [tick.bid, tick.ask];
  const passes = isCredible({ sides, at, middle, others, recent, sinceStart, bandRate });
  if (!passes && !isFirst) {
    const isAlone = others.length === 0;
    // A quote that is merely wide contradicts nobody.
    const isDisputed =
      others.length === 1 && !others.every((one) => withinBand(middle, one, bandRate));
    // Alone, it may be the new price; contradicted, it must not count once the other is gone.
    return { ...QUARANTINE, isDisputed, isRemembered: isAlone, isConfirmed: own.isConfirmed };
  }
  const isConfirmed =
    own.isConfirmed ||
    sides.every((price) => isAgreed({ price, at }, saidSinceStart(recent, sinceStart), bandRate));
  const sourceCount = 1 + others.filter((other) => withinBand(middle, other, bandRate)).length;
  const inForce = isConfirmed && passes ? 'acting' : 'first';
  const tickStatus = facts.leads(isConfirmed) ? inForce : 'backup';
  return { tickStatus, sourceCount, isDisputed: false, isRemembered: true, isConfirmed };
}
