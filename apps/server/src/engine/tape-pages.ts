import type { TickId } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import type { TapeSpan } from '../market/index.ts';
import { placeAfter } from './place.ts';

/** Some ticks that may act, as they stand on the tape, and where the next begin; null behind the last. */
export type TapePage = { readonly ticks: readonly Quote[]; readonly next: TickId | null };

/** Reads a span of the tape, so many ticks at once; a page is read when it is asked for. */
export async function* pagesOf(
  market: {
    actingBetween(asked: TapeSpan & { readonly most: number }): Promise<readonly Quote[]>;
  },
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
