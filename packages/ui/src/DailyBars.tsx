import { type ReactElement, memo } from 'react';

/** One day: its result, and what is said of it on hover. */
export type DayBar = {
  readonly key: string;
  /** For pixels only. */
  readonly value: number;
  readonly title?: string;
};

const HEIGHT = 120;
/** Room of one day, of which the bar takes two thirds. @units units of the drawing */
const STEP = 6;
const BAR = 4;
/** A day that moved nothing is still seen. */
const BAR_MIN = 0.75;

/** Lines of the scale: its top, nothing, its bottom. */
const LINES = [1, 0, -1] as const;

/** A day's bar: hollow up, solid down, as candles are. */
function Bar(props: { readonly at: number; readonly bar: DayBar; readonly max: number }) {
  const { at, bar, max } = props;
  const middle = HEIGHT / 2;
  const share = Math.min(1, Math.abs(bar.value) / max);
  const height = Math.max(BAR_MIN, share * (middle - 6));
  const isLoss = bar.value < 0;
  return (
    <rect
      x={at * STEP + (STEP - BAR) / 2}
      y={isLoss ? middle : middle - height}
      width={BAR}
      height={height}
      vectorEffect="non-scaling-stroke"
      className={isLoss ? 'fill-down-fill stroke-down-fill' : 'fill-up-tint stroke-up-fill'}
    >
      {bar.title !== undefined && <title>{bar.title}</title>}
    </rect>
  );
}

/**
 * Results of days from zero, losses below it. The scale is the caller's, so that several of them
 * share one; time runs left to right in every language. @source DESIGN 8 "Daily bars"
 */
export const DailyBars = memo(function DailyBars(props: {
  readonly bars: readonly DayBar[];
  /** What the top and the bottom of the scale stand for; above zero. */
  readonly max: number;
  /** Words at the lines of the scale. */
  readonly axis: (value: number) => string;
  /** The days in one sentence. */
  readonly label: string;
  readonly className?: string;
}): ReactElement {
  const { bars, max, axis, label, className = 'h-30' } = props;
  const width = Math.max(1, bars.length) * STEP;
  return (
    <div role="img" aria-label={label} dir="ltr" className={`flex gap-1.5 ${className}`}>
      <div aria-hidden="true" className="relative w-11 shrink-0 text-2xs text-ink-3">
        {LINES.map((line) => (
          <span
            key={line}
            className="num absolute start-0 -translate-y-1/2 whitespace-nowrap"
            style={{ top: `${50 - line * 45}%` }}
          >
            {axis(line * max)}
          </span>
        ))}
      </div>
      <div className="relative min-w-0 flex-1">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {LINES.map((line) => (
            <path
              key={line}
              d={`M0 ${HEIGHT / 2 - line * (HEIGHT / 2 - 6)}H${width}`}
              vectorEffect="non-scaling-stroke"
              className={line === 0 ? 'stroke-ink-3' : 'stroke-line'}
            />
          ))}
          {bars.map((bar, at) => (
            <Bar key={bar.key} at={at} bar={bar} max={max} />
          ))}
        </svg>
      </div>
    </div>
  );
});
