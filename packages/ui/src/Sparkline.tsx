import { memo, type ReactElement } from 'react';
import { sparklineShape } from './sparkline-path.ts';

/** The last day as a line: end dot, dotted line at its beginning, no area. Time runs left to right. */
export const Sparkline = memo(function Sparkline(props: {
  readonly points: readonly number[];
  /** Decides the colour: the change shown beside it. */
  readonly sign: -1 | 0 | 1;
  readonly width?: number;
  readonly height?: number;
}): ReactElement {
  const { points, sign, width = 120, height = 36 } = props;
  const shape = sparklineShape(points, { width, height });
  const tone = sign === 0 ? 'text-ink-3' : sign === 1 ? 'text-up-fill' : 'text-down-fill';
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className={`block ${tone}`}
    >
      {shape !== null && (
        <>
          <path
            d={`M1 ${shape.openY}H${shape.end.x}`}
            className="stroke-line-strong"
            strokeDasharray="2 3"
          />
          <path
            d={shape.path}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
          <circle cx={shape.end.x} cy={shape.end.y} r="2.5" fill="currentColor" />
        </>
      )}
    </svg>
  );
});
