import type { ReactElement } from 'react';
import { type CurveLook, curvePath, pointsToDraw } from './curve-path.ts';

/** A line of the chart. For pixels only. */
export type Curve = {
  readonly key: string;
  readonly look: CurveLook;
  readonly values: readonly number[];
};

const WIDTH = 600;
const HEIGHT = 160;

/** Nearer than this, words at two lines touch. @units shares of the scale */
const WORDS_APART = 0.12;

const STROKES: Readonly<Record<CurveLook, string>> = {
  ink: 'fill-none stroke-ink stroke-[1.5]',
  quiet: 'fill-none stroke-ink-3 [stroke-dasharray:4_4]',
  fall: 'fill-down-tint stroke-down-fill stroke-[1.5]',
};

/**
 * Lines over time, left to right in every language: what something was worth, beside what it is
 * compared with, or how far it was below its height. @source DESIGN 8
 */
export function CurveChart(props: {
  readonly curves: readonly Curve[];
  /** The scale; it holds the line that is drawn as its base. */
  readonly scale: { readonly low: number; readonly base: number; readonly high: number };
  /** Words at the lines of the scale. */
  readonly axis: (value: number) => string;
  /** The first and the last moment. */
  readonly ends: readonly [string, string];
  /** What is seen, in one sentence. */
  readonly label: string;
  readonly className?: string;
}): ReactElement {
  const { curves, scale, axis, ends, label, className = 'h-40' } = props;
  const { low, base, high } = scale;
  const span = high - low || 1;
  const box = { width: WIDTH, height: HEIGHT, low, span };
  const lines = [...new Set([high, base, low])];
  // Words that would touch those at the base are dropped.
  const hasWords = (line: number): boolean =>
    line === base || Math.abs(line - base) / span > WORDS_APART;
  return (
    <div role="img" aria-label={label} dir="ltr">
      <div aria-hidden="true" className={`flex gap-1.5 ${className}`}>
        <div className="relative w-14 shrink-0 text-2xs text-ink-3">
          {lines.filter(hasWords).map((line) => (
            <span
              key={line}
              className="num absolute start-0 -translate-y-1/2 whitespace-nowrap"
              style={{ top: `${((high - line) / span) * 100}%` }}
            >
              {axis(line)}
            </span>
          ))}
        </div>
        <div className="relative min-w-0 flex-1">
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {lines.map((line) => (
              <path
                key={line}
                d={`M0 ${((high - line) / span) * HEIGHT}H${WIDTH}`}
                vectorEffect="non-scaling-stroke"
                className={line === base ? 'stroke-ink-3' : 'stroke-line'}
              />
            ))}
            {curves.map(({ key, look, values }) => (
              <path
                key={key}
                d={curvePath(pointsToDraw(values), box, look === 'fall' ? base : null)}
                vectorEffect="non-scaling-stroke"
                strokeLinejoin="round"
                className={STROKES[look]}
              />
            ))}
          </svg>
        </div>
      </div>
      <div aria-hidden="true" className="num mt-2 flex justify-between ps-15.5 text-2xs text-ink-3">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </div>
  );
}
