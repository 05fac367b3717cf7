import { type Bar, INTERVAL_MS, type Interval } from '@candor/pricing';
import { DASH, MINUS, formatTime, placesOfStep, useLocale, useT, useLayout } from '@candor/ui';
import {
  Fragment,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { quotes } from '../../live/index.ts';
import type { LineMoves, OwnLine } from './chart/chart-lines.ts';
import { type ChartPoint, drawable, liveBar, pointOf } from './chart/chart-points.ts';
import type { ChartKind } from './chart/chart-drawing.ts';
import { type ChartHandle, mountChart } from './chart/chart.ts';

const StudyLayer = lazyPart(async () => (await import('./indicators/StudyLayer.tsx')).StudyLayer);
const LineHandles = lazyPart(async () => (await import('./LineHandles.tsx')).LineHandles);

/** Under the legend of the bar; on phones there is none. @units pixels */
const STUDIES_TOP = { desktop: 28, mobile: 6 } as const;

type Props = {
  readonly code: string;
  readonly interval: Interval;
  readonly kind: ChartKind;
  readonly bars: readonly Bar[];
  /** Whether bars of this market and interval were read; until then nothing is drawn. */
  readonly isRead: boolean;
  readonly tickSize: string;
  /** Whether the market trades at a time, so that a missing bar then is a gap. */
  readonly isOpen: (seconds: number) => boolean;
  readonly lines: readonly OwnLine[];
  readonly moves: LineMoves | undefined;
  /** What else stands over the chart. */
  readonly over: ((chart: ChartHandle['open']) => ReactNode) | undefined;
  /** The chosen indicators as they are stored; empty without any. */
  readonly studies: string;
  /** Panes under the candles, for the component that gives the chart its height. */
  readonly onPanes: (count: number) => void;
  readonly onNeedOlder: () => void;
  /** A bar is complete; the server's own is to be fetched. */
  readonly onBarDone: () => void;
};

const priceFormats = new Map<string, Intl.NumberFormat>();

/** Made once for each: the chart is drawn with every price, and to make one takes milliseconds. */
function priceFormat(htmlLang: string, places: number): Intl.NumberFormat {
  const key = `${htmlLang} ${places}`;
  const found = priceFormats.get(key);
  if (found !== undefined) return found;
  const format = new Intl.NumberFormat(htmlLang, {
    numberingSystem: 'latn',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  priceFormats.set(key, format);
  return format;
}

/** Floats of a chart as text; money never comes this way. */
function drawnPrice(htmlLang: string, places: number): (value: number) => string {
  const format = priceFormat(htmlLang, places);
  return (value) => format.format(value).replace('-', MINUS);
}

/** Colours change with the theme, with rising colours and with the system. */
function onRestyle(act: () => void): () => void {
  const observer = new MutationObserver(act);
  observer.observe(document.documentElement, {
    attributeFilter: ['data-theme', 'data-updown', 'lang'],
  });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', act);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', act);
  };
}

/** The drawn chart: bars of the server, its last bar following the quotes. Time runs left to right. */
export function PriceChart(props: Props): ReactElement {
  const { code, interval, kind, bars, isRead, tickSize, isOpen, lines, moves, studies } = props;
  const places = placesOfStep(tickSize);
  const minMove = drawable(tickSize);
  const box = useRef<HTMLDivElement>(null);
  const [handle, setHandle] = useState<ChartHandle | null>(null);
  const last = useRef<Bar | undefined>(undefined);
  const [hovered, setHovered] = useState<ChartPoint | null>(null);
  const [latest, setLatest] = useState<ChartPoint | null>(null);
  const { htmlLang } = useLocale();
  const layout = useLayout();
  const [legends, setLegends] = useState<number>(STUDIES_TOP[layout]);
  const { onPanes } = props;
  const takeSize = useCallback(
    (size: { readonly panes: number; readonly legends: number }) => {
      setLegends(size.legends);
      onPanes(size.panes);
    },
    [onPanes],
  );
  const price = drawnPrice(htmlLang, places);
  const needOlder = useEffectEvent(props.onNeedOlder);
  const barDone = useEffectEvent(props.onBarDone);

  useEffect(() => {
    if (box.current === null) return undefined;
    const chart = mountChart(box.current, { onPoint: setHovered, onNeedOlder: needOlder });
    setHandle(chart);
    const stop = onRestyle(() => chart.restyle());
    return () => {
      stop();
      setHandle(null);
      chart.destroy();
    };
  }, []);

  useEffect(() => {
    handle?.setText(
      {
        price: drawnPrice(htmlLang, places),
        share: drawnPrice(htmlLang, 1),
        axisTime: (ms) => formatTime(ms, { hour: '2-digit', minute: '2-digit' }),
        axisDay: (ms) => formatTime(ms, { day: 'numeric', month: 'short' }),
        moment: (ms) => formatTime(ms),
      },
      minMove,
    );
  }, [handle, htmlLang, places, minMove]);

  useEffect(() => handle?.setKind(kind), [handle, kind]);
  useEffect(() => handle?.setLines(lines), [handle, lines]);
  useEffect(() => handle?.open.lines().keepClear(legends), [handle, kind, legends]);

  useEffect(() => {
    const follow = (): void => {
      const quote = quotes.get(code);
      if (quote === undefined) return;
      const next = liveBar(last.current, quote, interval);
      if (next === null) return;
      if (last.current !== undefined && next.time > last.current.time) barDone();
      last.current = next;
      const point = pointOf(next);
      handle?.updateLast(point);
      setLatest(point);
    };
    last.current = bars.at(-1);
    handle?.setPoints(bars.map(pointOf), { stepS: INTERVAL_MS[interval] / 1000, isOpen });
    setLatest(last.current === undefined ? null : pointOf(last.current));
    // A bar begun by a quote alone would stand there as the whole of it.
    if (!isRead) return undefined;
    follow();
    return quotes.subscribe(code, follow);
  }, [handle, bars, isRead, code, interval, isOpen]);

  return (
    <div className="relative h-full min-h-0 ps-3" dir="ltr">
      <Legend point={hovered ?? latest} price={price} />
      <div ref={box} className="absolute inset-0" />
      {/* A time at the very edge fades instead of being cut in half. */}
      <div className="pointer-events-none absolute bottom-0 left-0 z-10 h-6.5 w-10 bg-linear-to-r from-surface to-transparent" />
      {handle !== null && (
        <Suspense>
          {studies !== '' && (
            <StudyLayer
              chart={handle.open}
              chosen={studies}
              time={hovered?.time ?? null}
              top={STUDIES_TOP[layout]}
              onSize={takeSize}
            />
          )}
          <Fragment key={kind}>{props.over?.(handle.open)}</Fragment>
          {moves !== undefined && lines.some((line) => line.move !== undefined) && (
            // Lines stand on the series in view; the other kind has its own.
            <LineHandles
              key={`${kind} lines`}
              chart={handle.open}
              lines={lines}
              moves={moves}
              tickSize={tickSize}
            />
          )}
        </Suspense>
      )}
    </div>
  );
}

function Legend({
  point,
  price,
}: {
  readonly point: ChartPoint | null;
  readonly price: (value: number) => string;
}): ReactElement {
  const t = useT();
  const parts = [
    [t('market.ohlc-open'), point?.open],
    [t('market.ohlc-high'), point?.high],
    [t('market.ohlc-low'), point?.low],
    [t('market.ohlc-close'), point?.close],
  ] as const;
  return (
    <dl
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-5 top-2 z-10 flex max-desktop:hidden gap-x-3 text-xs"
    >
      {parts.map(([name, value]) => (
        <div key={name} className="flex gap-1">
          <dt className="text-ink-2">{name}</dt>
          <dd className="num font-medium">{value === undefined ? DASH : price(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
