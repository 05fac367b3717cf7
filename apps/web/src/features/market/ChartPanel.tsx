import { unixMs } from '@candor/kernel';
import { activeLocale } from '@candor/locales';
import { type Bar, INTERVALS, type Interval, isInterval, isOpenAt } from '@candor/pricing';
import type { MarketInfo } from '@candor/protocol/light';
import { ChartLineIcon, Empty, Segments, Skeleton, useLayout, useT } from '@candor/ui';
import { type ReactElement, Suspense, lazy, useCallback, useRef, useState } from 'react';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { pageNow } from '../../lib/clock.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { failureOf } from '../../lib/query.ts';
import { readStored, store } from '../../lib/storage.ts';
import { WhenIdle } from '../../lib/when-idle.tsx';
import { ChartSummaryText } from './ChartSummaryText.tsx';
import { useBars } from './api.ts';
import type { LineMoves, OwnLine } from './chart/chart-lines.ts';
import { useRememberMarket } from './own-markets.ts';
import type { ChartKind } from './chart/chart-drawing.ts';

// The largest file of all: price and ticket stand before it is asked for.
const PriceChart = lazy(async () => ({ default: (await import('./PriceChart.tsx')).PriceChart }));

const IndicatorPicker = lazyPart(
  async () => (await import('./indicators/IndicatorPicker.tsx')).IndicatorPicker,
);

// Only who asks for the table.
const BarTable = lazyPart(async () => (await import('./BarTable.tsx')).BarTable);

/** Heights on a phone. @units pixels */
const PHONE_HEIGHT = 440;
const PANE_HEIGHT = 96;
/** An empty set of indicators as it is stored. */
const NO_STUDIES = '[]';
/** Where the makers of the chart library ask to be linked. */
const CHART_MAKERS = 'https://www.tradingview.com/';
const FIRST_INTERVAL: Interval = '15m';
/** Bars complete quickly in a fast replay; the server is asked no more often than this. */
const BARS_EVERY_MS = 15_000;

type View = 'chart' | 'table';

/** Asks for the server's own bars when one is complete, but not too often. */
function useBarDone(renew: () => void): () => void {
  const askedAt = useRef(-Infinity);
  return () => {
    if (pageNow() - askedAt.current < BARS_EVERY_MS) return;
    askedAt.current = pageNow();
    renew();
  };
}

const NO_BARS: readonly Bar[] = [];

/** In which zone the times stand; browsers take long to find its name. */
function TimeZone(): ReactElement {
  const t = useT();
  return <span>{t('market.time-zone', { zone: zoneName() })}</span>;
}

/** The reader's time zone in words: "Central European Standard Time". */
function zoneName(): string {
  const style = { timeZoneName: 'long', hour: 'numeric' } as const;
  const parts = new Intl.DateTimeFormat(activeLocale().htmlLang, style).formatToParts();
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
}

/** The chosen indicators of this browser, as text; what they mean comes with the first of them. */
function useStudies(): readonly [string, (text: string) => void] {
  const [studies, setStudies] = useState(() => readStored('indicators') ?? '');
  const choose = (text: string): void => {
    const next = text === NO_STUDIES ? '' : text;
    store('indicators', next);
    setStudies(next);
  };
  return [studies, choose];
}

/** The chart of one instrument with its tools; the same bars as a table, and in a sentence. */
export function ChartPanel(props: {
  readonly info: MarketInfo;
  readonly lines: readonly OwnLine[];
  /** How lines that may be moved are set. */
  readonly moves?: LineMoves;
  /** What else stands over the chart. */
  readonly over?: Parameters<typeof PriceChart>[0]['over'];
  readonly className?: string;
}): ReactElement {
  const { info, lines, moves, over, className = '' } = props;
  const t = useT();
  const [interval, setInterval] = useState<Interval>(FIRST_INTERVAL);
  const [kind, setKind] = useState<ChartKind>('candles');
  const [view, setView] = useState<View>('chart');
  const [studies, setStudies] = useStudies();
  const [panes, setPanes] = useState(0);
  const layout = useLayout();
  useRememberMarket(info.code);
  const { hours } = info.specification;
  const isOpen = useCallback(
    (seconds: number) => hours.length === 0 || isOpenAt(hours, unixMs(seconds * 1000)),
    [hours],
  );
  const { known, error, renew, older } = useBars(info.code, interval);
  const bars = known?.bars ?? NO_BARS;
  const onBarDone = useBarDone(renew);
  const failure = failureOf(error);
  return (
    <section
      aria-label={t('market.chart-label', { code: info.code })}
      className={`flex min-h-0 flex-col ${className}`}
      // On a phone the page grows with what stands under the candles; the desk has its own height.
      style={layout === 'mobile' ? { minHeight: PHONE_HEIGHT + panes * PANE_HEIGHT } : undefined}
    >
      <Toolbar
        interval={interval}
        onInterval={setInterval}
        kind={kind}
        onKind={setKind}
        view={view}
        onView={setView}
        studies={studies}
        onStudies={setStudies}
      />
      <ChartSummaryText bars={bars} code={info.code} interval={interval} tickSize={info.tickSize} />
      <div className="relative min-h-0 flex-1">
        {failure !== null && bars.length === 0 ? (
          <ReadFailed
            className="m-5"
            title={t('market.chart-failed')}
            failure={failure}
            onRetry={renew}
          />
        ) : known !== null && bars.length === 0 && info.price === null ? (
          <Empty title={t('market.chart-empty')} />
        ) : view === 'table' ? (
          <Suspense fallback={<Skeleton className="m-5 h-[calc(100%-40px)]" />}>
            <BarTable
              bars={bars}
              code={info.code}
              tickSize={info.tickSize}
              hasOlder={known?.hasOlder ?? false}
              onOlder={older}
            />
          </Suspense>
        ) : (
          <WhenIdle fallback={<Skeleton className="m-5 h-[calc(100%-40px)]" />}>
            <PriceChart
              code={info.code}
              interval={interval}
              kind={kind}
              bars={bars}
              tickSize={info.tickSize}
              isOpen={isOpen}
              lines={lines}
              moves={moves}
              over={over}
              studies={studies}
              onPanes={setPanes}
              isRead={known !== null}
              onNeedOlder={older}
              onBarDone={onBarDone}
            />
          </WhenIdle>
        )}
      </div>
      {/* One line on a phone, which scrolls: the makers' notice is never shortened. */}
      <p className="flex flex-wrap justify-between gap-x-4 px-5 py-1 text-2xs text-ink-3 max-desktop:scroll-fade max-desktop:scroll-hidden max-desktop:block max-desktop:overflow-x-auto max-desktop:px-4 max-desktop:*:me-4 max-desktop:whitespace-nowrap">
        <a
          href={CHART_MAKERS}
          target="_blank"
          rel="noopener noreferrer"
          className="hover:underline desktop:-my-1 desktop:py-1"
        >
          {t('market.chart-notice')}
        </a>
        <WhenIdle
          fallback={<span className="invisible">{t('market.time-zone', { zone: 'UTC' })}</span>}
        >
          <TimeZone />
        </WhenIdle>
      </p>
    </section>
  );
}

/** Between list and ticket of a laptop's window, and on a phone, the tools keep to one line. */
const NARROW = 'desktop:max-[1400px]:*:!px-2 max-[400px]:max-desktop:*:!px-2';

function Toolbar(props: {
  readonly interval: Interval;
  readonly onInterval: (interval: Interval) => void;
  readonly kind: ChartKind;
  readonly onKind: (kind: ChartKind) => void;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly studies: string;
  readonly onStudies: (text: string) => void;
}): ReactElement {
  const t = useT();
  const isDesk = useLayout() === 'desktop';
  const view = (
    <Segments
      label={t('market.chart-view')}
      value={props.view}
      onChange={props.onView}
      choices={[
        { value: 'chart', label: t('market.chart') },
        { value: 'table', label: t('market.table') },
      ]}
      className={NARROW}
    />
  );
  const interval = (
    <div dir="ltr" className="min-w-0 max-desktop:flex-1">
      <Segments
        label={t('market.interval')}
        value={props.interval}
        onChange={(value) => {
          if (isInterval(value)) props.onInterval(value);
        }}
        choices={INTERVALS.map((value) => ({ value, label: value }))}
        chosenClass={() => 'bg-sunken text-ink'}
        className="max-w-full overflow-x-auto scroll-fade scroll-hidden !flex-nowrap !bg-transparent [&>button]:shrink-0 [&>button]:!px-2 "
      />
    </div>
  );
  const drawing = props.view === 'chart' && (
    <>
      <IndicatorButton studies={props.studies} onStudies={props.onStudies} />
      <Segments
        className={`ms-auto ${NARROW}`}
        label={t('market.chart-kind')}
        value={props.kind}
        onChange={props.onKind}
        choices={[
          { value: 'candles', label: t('market.candles') },
          { value: 'line', label: t('market.line') },
        ]}
      />
    </>
  );
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-1.5 max-[1400px]:gap-x-2 max-desktop:flex-nowrap max-desktop:gap-x-1 max-desktop:px-3 max-desktop:py-0">
      {isDesk ? (
        <>
          {view}
          {interval}
          {drawing}
        </>
      ) : (
        <>
          {/* One line, for it stands above the candles: intervals that have no room scroll. */}
          {interval}
          {props.view === 'chart' && (
            <IndicatorButton studies={props.studies} onStudies={props.onStudies} />
          )}
          <PhoneView {...props} />
        </>
      )}
    </div>
  );
}

/** How the bars are shown on a phone, in one menu: candles, a line or a table. */
function PhoneView(
  props: Pick<Parameters<typeof Toolbar>[0], 'kind' | 'onKind' | 'view' | 'onView'>,
): ReactElement {
  const t = useT();
  const choose = (value: string): void => {
    props.onView(value === 'table' ? 'table' : 'chart');
    if (value === 'candles' || value === 'line') props.onKind(value);
  };
  return (
    <select
      aria-label={t('market.chart-view')}
      value={props.view === 'table' ? 'table' : props.kind}
      onChange={(event) => choose(event.target.value)}
      className="min-h-11 max-w-28 shrink-0 rounded-sm bg-transparent px-1 text-sm font-medium text-ink-2"
    >
      <option value="candles">{t('market.candles')}</option>
      <option value="line">{t('market.line')}</option>
      <option value="table">{t('market.table')}</option>
    </select>
  );
}

/** Opens the choice of indicators; its code comes when it is opened. */
function IndicatorButton(props: {
  readonly studies: string;
  readonly onStudies: (text: string) => void;
}): ReactElement {
  const { studies, onStudies } = props;
  const t = useT();
  const [wasOpened, setWasOpened] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const show = (): void => {
    setWasOpened(true);
    setIsOpen(true);
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('market.indicators')}
        onClick={show}
        className="inline-flex min-h-8 items-center gap-1.5 rounded-sm px-2 text-sm font-medium text-ink-2 hover:bg-hover max-desktop:min-h-11 max-desktop:min-w-11 max-desktop:justify-center"
      >
        <ChartLineIcon size={18} />
        <span className="max-[1400px]:hidden max-desktop:hidden">{t('market.indicators')}</span>
      </button>
      {wasOpened && (
        <Suspense>
          <IndicatorPicker
            open={isOpen}
            onClose={() => setIsOpen(false)}
            chosen={studies}
            onChosen={onStudies}
          />
        </Suspense>
      )}
    </>
  );
}
