import type { ReactElement } from 'react';

/** Keeps the dot of a fill outside its range on the drawing. @units shares of the axis */
const OUTSIDE = 0.04;

/**
 * Low and high of a source around a fill, one mark for each of its prices, and the fill in a ring.
 * Time and price run from left to right in every language. @source DESIGN 8 "Receipt range"
 */
export function FillRange(props: {
  /** Where the source's prices lie, 0 at its low and 1 at its high. For pixels only. */
  readonly marks: readonly number[];
  /** The fill on the same axis; beyond 0 or 1 it was outside. */
  readonly at: number;
  readonly low: string;
  readonly high: string;
  /** All of it in one sentence. */
  readonly label: string;
}): ReactElement {
  const { marks, at, low, high, label } = props;
  const isOutside = at < 0 || at > 1;
  const shown = at < 0 ? -OUTSIDE : at > 1 ? 1 + OUTSIDE : at;
  const percent = (share: number): string => `${share * 100}%`;
  return (
    <div role="img" aria-label={label} dir="ltr">
      <div aria-hidden="true" className="relative mx-3 h-8">
        <span className="absolute inset-x-0 top-1/2 h-px bg-control" />
        {[0, 1].map((end) => (
          <span
            key={end}
            className="absolute top-1/2 h-3 w-px -translate-y-1/2 bg-ink-2"
            style={{ left: percent(end) }}
          />
        ))}
        {marks.map((mark, index) => (
          <span
            key={index}
            className="absolute top-1/2 h-1.5 w-px -translate-y-1/2 bg-control"
            style={{ left: percent(mark) }}
          />
        ))}
        <span
          className={`absolute top-1/2 grid size-6 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border-2 ${isOutside ? 'border-[var(--color-danger)]' : 'border-accent'}`}
          style={{ left: percent(shown) }}
        >
          <span className="size-2.5 rounded-full bg-ink" />
        </span>
      </div>
      <div
        aria-hidden="true"
        className="flex justify-between gap-3 text-xs text-ink-2 tabular-nums"
      >
        <span>{low}</span>
        <span>{high}</span>
      </div>
    </div>
  );
}
