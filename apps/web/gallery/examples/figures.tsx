import {
  Amount,
  CheckMark,
  CurveChart,
  DailyBars,
  DemoChip,
  Disc,
  KeyValue,
  Logo,
  Num,
  Percent,
  Price,
  ExactAmount,
  FillRange,
  RangeBar,
  RealChip,
  Markup,
  RiskFacts,
  parseMarkup,
  SourceLine,
  type SourceState,
  Sparkline,
  StatusChip,
  type StatusTone,
} from '@candor/ui';

const DAY = [4, 5, 3, 6, 8, 7, 9, 8, 10];
const RESULTS = [0.4, -0.2, 1.1, -1.4, 0.1, 0.9, -0.3, 0.6, -0.8, 0.2];
const FALLS = [0, -0.5, -0.2, -2.1, -1.4, 0, -0.8, -0.3, 0, -0.1];
const percentOf = (value: number): string => `${value}%`;
const TONES: readonly StatusTone[] = ['ok', 'bad', 'running', 'warn', 'neutral'];
const STATES: readonly SourceState[] = ['checkable', 'unchecked', 'stale', 'none'];

/** Figures, and the marks beside them. */
export const FIGURES = {
  Num: () => <Num>1,234.5</Num>,
  Amount: () => (
    <div className="flex flex-wrap gap-3">
      <Amount value="10234.5" />
      <Amount value="12.5" signed />
      <Amount value="-12.5" signed />
      <Amount value="0" signed />
      <Amount value={null} />
      <Amount value="0.12345678" asset="BTC" />
    </div>
  ),
  Price: () => (
    <div className="flex gap-3">
      <Price value="60123.4" tickSize="0.01" />
      <Price value={null} />
    </div>
  ),
  Percent: () => (
    <div className="flex gap-3">
      <Percent value="2.31" />
      <Percent value="-2.31" />
      <Percent value="0" />
      <Percent value="12" plain />
      <Percent value={null} />
    </div>
  ),
  Sparkline: () => (
    <div className="flex gap-3">
      <Sparkline points={DAY} sign={1} />
      <Sparkline points={DAY.toReversed()} sign={-1} />
      <Sparkline points={[5, 5]} sign={0} />
    </div>
  ),
  DailyBars: () => (
    <DailyBars
      bars={RESULTS.map((value, at) => ({ key: String(at), value, title: percentOf(value) }))}
      max={1.5}
      axis={percentOf}
      label="Ten days, four of them lost"
    />
  ),
  ExactAmount: () => (
    <div className="flex gap-4">
      <ExactAmount value="-12.345678" signed />
      <ExactAmount value="12.30" />
    </div>
  ),
  FillRange: () => (
    <div className="grid gap-3">
      {[0.65, 1.2].map((at) => (
        <FillRange
          key={at}
          marks={[0, 0.1, 0.3, 0.6, 0.8, 1]}
          at={at}
          low="67,411.90"
          high="67,413.60"
          label="Filled between the source’s low and high"
        />
      ))}
    </div>
  ),
  RangeBar: () => (
    <div className="grid gap-3">
      {[-8, -2, 1].map((low) => (
        <RangeBar
          key={low}
          range={{ low, high: low + 10 }}
          axis={{ low: -10, high: 12 }}
          texts={{ low: percentOf(low), high: percentOf(low + 10), zero: '0' }}
          label="Eight in ten"
        />
      ))}
    </div>
  ),
  CurveChart: () => (
    <div className="grid gap-3">
      <CurveChart
        curves={[{ key: 'fall', look: 'fall', values: FALLS }]}
        scale={{ low: -3, base: 0, high: 0 }}
        axis={percentOf}
        ends={['1 Mar', '10 Mar']}
        label="How far below its height"
      />
      <CurveChart
        curves={[
          { key: 'hold', look: 'quiet', values: DAY.toReversed() },
          { key: 'own', look: 'ink', values: DAY },
        ]}
        scale={{ low: 0, base: 5, high: 10 }}
        axis={String}
        ends={['1 Mar', '10 Mar']}
        label="What it was worth"
      />
    </div>
  ),
  StatusChip: () => (
    <div className="flex flex-wrap gap-2">
      {TONES.map((tone) => (
        <StatusChip key={tone} tone={tone} icon="clock">
          {tone}
        </StatusChip>
      ))}
    </div>
  ),
  DemoChip: () => (
    <div className="flex gap-2">
      <DemoChip>Demo</DemoChip>
      <DemoChip solid>Demo</DemoChip>
    </div>
  ),
  RealChip: () => (
    <div>
      <RealChip>Real</RealChip>
    </div>
  ),
  CheckMark: () => <CheckMark size={16} />,
  SourceLine: () => (
    <div className="grid gap-1">
      {STATES.map((state) => (
        <SourceLine key={state} state={state}>
          {state === 'none' ? 'no price' : 'Binance · 2 s'}
        </SourceLine>
      ))}
    </div>
  ),
  Disc: () => (
    <div className="flex gap-2">
      <Disc code="BTC/USDT" />
      <Disc code="EUR/USD" size="sm" />
    </div>
  ),
  KeyValue: () => (
    <dl>
      <KeyValue label="Fee">
        <Amount value="1.2" />
      </KeyValue>
    </dl>
  ),
  Markup: () => (
    <Markup
      nodes={parseMarkup(
        '<p>You pay <strong>little</strong>, see <a href="/fees">the table</a>.</p>',
      )}
      renderLink={(href, children) => <a href={href}>{children}</a>}
    />
  ),
  RiskFacts: () => (
    <RiskFacts title="What you can lose">
      <KeyValue label="Margin">
        <Amount value="500" />
      </KeyValue>
    </RiskFacts>
  ),
  Logo: () => (
    <div>
      <Logo />
    </div>
  ),
};
