import type { Bar, Interval } from '@candor/pricing';
import { DASH, formatTime, useLocale, useT } from '@candor/ui';
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { quotes } from '../../live/index.ts';
import type { OwnLine } from './chart-lines.ts';
import { type ChartPoint, liveBar, pointOf } from './chart-points.ts';
import { type ChartHandle, type ChartKind, mountChart } from './chart.ts';

type Props = {
  readonly code: string;
  readonly interval: Interval;
  readonly kind: ChartKind;
  readonly bars: readonly Bar[];
  readonly places: number;
  readonly minMove: number;
  readonly lines: readonly OwnLine[];
  readonly onNeedOlder: () => void;
  /** A bar is complete; the server's own is to be fetched. */
  readonly onBarDone: () => void;
};

/** Floats of a chart as text; money never comes this way. */
function drawnPrice(htmlLang: string, places: number): (value: number) => string {
  const format = new Intl.NumberFormat(htmlLang, {
    numberingSystem: 'latn',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  return (value) => format.format(value);
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
  const { code, interval, kind, bars, places, minMove, lines } = props;
  const box = useRef<HTMLDivElement>(null);
  const handle = useRef<ChartHandle | null>(null);
  const last = useRef<Bar | undefined>(undefined);
  const [hovered, setHovered] = useState<ChartPoint | null>(null);
  const [latest, setLatest] = useState<ChartPoint | null>(null);
  const { htmlLang } = useLocale();
  const price = drawnPrice(htmlLang, places);
  const needOlder = useEffectEvent(props.onNeedOlder);
  const barDone = useEffectEvent(props.onBarDone);

  useEffect(() => {
    if (box.current === null) return undefined;
    const chart = mountChart(box.current, { onPoint: setHovered, onNeedOlder: needOlder });
    handle.current = chart;
    const stop = onRestyle(() => chart.restyle());
    return () => {
      stop();
      handle.current = null;
      chart.destroy();
    };
  }, []);

  useEffect(() => {
    handle.current?.setText(
      {
        price: drawnPrice(htmlLang, places),
        axisTime: (ms) => formatTime(ms, { hour: '2-digit', minute: '2-digit' }),
        axisDay: (ms) => formatTime(ms, { day: 'numeric', month: 'short' }),
        moment: (ms) => formatTime(ms),
      },
      minMove,
    );
  }, [htmlLang, places, minMove]);

  useEffect(() => handle.current?.setKind(kind), [kind]);
  useEffect(() => handle.current?.setLines(lines), [lines]);

  useEffect(() => {
    const follow = (): void => {
      const quote = quotes.get(code);
      if (quote === undefined) return;
      const next = liveBar(last.current, quote, interval);
      if (next === null) return;
      if (last.current !== undefined && next.time > last.current.time) barDone();
      last.current = next;
      const point = pointOf(next);
      handle.current?.updateLast(point);
      setLatest(point);
    };
    last.current = bars.at(-1);
    handle.current?.setPoints(bars.map(pointOf));
    setLatest(last.current === undefined ? null : pointOf(last.current));
    follow();
    return quotes.subscribe(code, follow);
  }, [bars, code, interval]);

  return (
    <div className="relative h-full min-h-0 ps-3" dir="ltr">
      <Legend point={hovered ?? latest} price={price} />
      <div ref={box} className="absolute inset-0" />
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
