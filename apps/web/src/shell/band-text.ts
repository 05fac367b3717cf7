import type { Mode } from '@candor/kernel';
import type { MessageKey, TextValues } from '@candor/locales';
import type { FeedsResult } from '@candor/protocol/light';
import { fillsReal } from '../lib/fills-real.ts';

/** A key and what fills it. */
export type BandText = { readonly key: MessageKey; readonly values: TextValues };

const plain = (key: MessageKey): BandText => ({ key, values: {} });

/**
 * What the band says: whose money, and where the prices come from. Simulated and replayed prices
 * are named wherever they are shown.
 *
 * @source DESIGN 11, PRODUCT H3
 */
export function bandText(facts: {
  readonly mode: Mode;
  readonly feeds: Pick<
    FeedsResult,
    'mode' | 'notice' | 'recordedDay' | 'recordedSource' | 'rehearsal'
  > | null;
  readonly isShort: boolean;
  /** Nobody answers: whatever stands below is what was read before. */
  readonly isOffline: boolean;
  readonly dayText: (day: string) => string;
}): BandText {
  const { mode, feeds, isShort, isOffline, dayText } = facts;
  if (isOffline) return plain('band.offline');
  if (mode === 'real') {
    const isPriced = feeds === null || fillsReal(feeds);
    return plain(isPriced ? 'band.real-note' : 'band.real-paused');
  }
  if (feeds === null) return plain('band.no-feed');
  if (feeds.mode === 'live') return plain(isShort ? 'band.live-short' : 'band.live');
  if (feeds.mode === 'replay') {
    const values = {
      day: feeds.recordedDay === null ? '—' : dayText(feeds.recordedDay),
      source: feeds.recordedSource ?? '—',
    };
    return {
      key: feeds.notice === 'recordingEnded' ? 'band.recording-ended' : 'band.replay',
      values,
    };
  }
  if (feeds.notice === 'noVenueAnswered') return plain('band.no-venue');
  return plain(isShort ? 'band.simulated-short' : 'band.simulated');
}
