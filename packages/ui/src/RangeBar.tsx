import type { ReactElement } from 'react';

/** Two numbers on one axis, the lower first. For pixels only. */
export type Span = { readonly low: number; readonly high: number };

/** Nearer to zero than this, the word at zero would touch another. @units shares of the axis */
const ROOM = 0.09;
/** The same where a range lies on one side of zero: the word of its inner end reaches towards zero. */
const ROOM_ASIDE = 0.35;

/**
 * From where to where outcomes went: below zero solid, above hollow, zero marked. The axis is the
 * caller's, so that several of them share one. @source DESIGN 8 "Range bar"
 */
export function RangeBar(props: {
  readonly range: Span;
  /** The axis; it reaches from below zero to above. */
  readonly axis: Span;
  /** Words at the ends and at zero. */
  readonly texts: { readonly low: string; readonly high: string; readonly zero: string };
  /** The range in one sentence. */
  readonly label: string;
}): ReactElement {
  const { range, axis, texts, label } = props;
  const width = axis.high - axis.low || 1;
  const placeOf = (value: number): number => Math.min(1, Math.max(0, (value - axis.low) / width));
  const [low, zero, high] = [placeOf(range.low), placeOf(0), placeOf(range.high)];
  const percent = (share: number): string => `${share * 100}%`;
  // Words of a wide range stand under its ends, those of a narrow one beside them.
  const overhang = high - low > 2 * ROOM ? '8px' : '-3px';
  const isAround = low < zero && high > zero;
  const nearest = Math.min(Math.abs(low - zero), Math.abs(high - zero));
  const hasZero = nearest > (isAround ? ROOM : ROOM_ASIDE);
  return (
    <div role="img" aria-label={label} dir="ltr" className="px-13">
      <div aria-hidden="true" className="relative h-6">
        <span className="absolute -inset-x-13 top-1/2 h-px bg-line-strong" />
        {low < zero && (
          <span
            className="absolute inset-y-1 bg-down-fill"
            style={{ left: percent(low), width: percent(Math.min(high, zero) - low) }}
          />
        )}
        {high > zero && (
          <span
            className="absolute inset-y-1 border border-up-fill bg-up-tint"
            style={{
              left: percent(Math.max(low, zero)),
              width: percent(high - Math.max(low, zero)),
            }}
          />
        )}
        <span className="absolute inset-y-0 w-px bg-ink" style={{ left: percent(zero) }} />
      </div>
      <div
        aria-hidden="true"
        className="relative h-4 text-xs font-medium whitespace-nowrap tabular-nums"
      >
        <span className="absolute" style={{ right: `calc(${percent(1 - low)} - ${overhang})` }}>
          {texts.low}
        </span>
        {hasZero && (
          <span className="absolute -translate-x-1/2 text-ink-3" style={{ left: percent(zero) }}>
            {texts.zero}
          </span>
        )}
        <span className="absolute" style={{ left: `calc(${percent(high)} - ${overhang})` }}>
          {texts.high}
        </span>
      </div>
    </div>
  );
}
