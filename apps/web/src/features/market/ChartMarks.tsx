import type { IPrimitivePaneView, ISeriesPrimitive, Time, UTCTimestamp } from 'lightweight-charts';
import { type ReactElement, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { ChartHandle } from './chart/chart.ts';
import { type ChartMark, barOf } from './chart/mark-places.ts';

/** A mark that leads somewhere. */
export type ChartMarkLink = ChartMark & { readonly name: string; readonly href: string };

type Chart = ChartHandle['open'];

/** Acts after each drawing of a series, whatever moved: time, prices or the size. */
function afterDrawing(series: ReturnType<Chart['series']>, act: () => void): () => void {
  const view: IPrimitivePaneView = { renderer: () => ({ draw: act }) };
  const views = [view];
  const primitive: ISeriesPrimitive<Time> = { paneViews: () => views };
  series.attachPrimitive(primitive);
  return () => series.detachPrimitive(primitive);
}

/** Where a mark stands in the pane; null while it is out of view. @units pixels */
function placeOf(chart: Chart, mark: ChartMark): { readonly x: number; readonly y: number } | null {
  const time = barOf(mark.at, chart.slots(), chart.stepS());
  if (time === null) return null;
  const scale = chart.chart.timeScale();
  const x = scale.timeToCoordinate(time as UTCTimestamp);
  const y = chart.series().priceToCoordinate(mark.price);
  const height = chart.chart.panes()[0]?.getHeight() ?? 0;
  if (x === null || y === null) return null;
  return x < 0 || x > scale.width() || y < 0 || y > height ? null : { x, y };
}

/**
 * Ticks in a ring over the bars, each a link. A pointer's way alone: the page that shows them has the same
 * links in a list, so that nobody tabs through a chart.
 */
export function ChartMarks(props: {
  readonly chart: Chart;
  readonly marks: readonly ChartMarkLink[];
}): ReactElement {
  const { chart, marks } = props;
  const box = useRef<HTMLDivElement>(null);
  // The canvas is drawn, and the links follow without a render.
  useEffect(() => {
    const links = new Map(
      [...(box.current?.querySelectorAll<HTMLElement>('[data-mark]') ?? [])].map((link) => [
        link.dataset['mark'],
        link,
      ]),
    );
    const follow = (): void => {
      for (const mark of marks) {
        const link = links.get(mark.id);
        if (link === undefined) continue;
        const place = placeOf(chart, mark);
        link.style.visibility = place === null ? 'hidden' : 'visible';
        if (place === null) continue;
        link.style.transform = `translate(calc(${place.x}px - 50%), calc(${place.y}px - 50%))`;
      }
    };
    follow();
    return afterDrawing(chart.series(), follow);
  }, [chart, marks]);
  return (
    <div ref={box} className="pointer-events-none absolute inset-0 z-10 overflow-hidden">
      {marks.map(({ id, name, href }) => (
        <Link
          key={id}
          href={href}
          title={name}
          tabIndex={-1}
          aria-hidden="true"
          data-mark={id}
          style={{ visibility: 'hidden' }}
          className="pointer-events-auto absolute top-0 left-0 grid size-6 place-items-center"
        >
          <svg viewBox="0 0 14 14" className="size-3.5 fill-surface stroke-accent">
            <circle cx="7" cy="7" r="6.25" strokeWidth="1.5" />
            <path d="M4 7.2 6.2 9.4 10 4.6" fill="none" strokeWidth="1.5" />
          </svg>
        </Link>
      ))}
    </div>
  );
}
