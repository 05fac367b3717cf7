import { type TickId, isLaterTick } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import type { Market, TapeSpan } from '../../market/index.ts';

/** The earlier of two places on the tape; null is none. */
export function earlierPlace(one: TickId | null, other: TickId | null): TickId | null {
  if (one === null || other === null) return one ?? other;
  return isLaterTick(one, other) ? other : one;
}

/** The place behind a tick. */
export function placeAfter(tick: TickId): TickId {
  const [day = '', number = ''] = tick.split('/');
  return `${day}/${BigInt(number) + 1n}` as TickId;
}

/** The place before a tick, of the same day; null before the first. */
export function placeBefore(tick: TickId): TickId | null {
  const [day = '', number = ''] = tick.split('/');
  const place = BigInt(number) - 1n;
  return place < 1n ? null : (`${day}/${place}` as TickId);
}

/** Reads ticks that may act back from the tape. */
export type TapeReader = Pick<Market, 'actingBetween'>;

/** Some ticks that may act, as they stand on the tape, and where the next begin; null behind the last. */
export type TapePage = { readonly ticks: readonly Quote[]; readonly next: TickId | null };

/** Reads a span of the tape, so many ticks at once; a page is read when it is asked for. */
export async function* pagesOf(
  market: TapeReader,
  span: TapeSpan,
  most: number,
): AsyncGenerator<TapePage> {
  const { to } = span;
  let from: TickId | null = span.from;
  while (from !== null) {
    const ticks: readonly Quote[] = await market.actingBetween({ from, to, most });
    const last = ticks.at(-1);
    from = last === undefined || ticks.length < most ? null : placeAfter(last.tickId);
    yield { ticks, next: from };
  }
}
