import { formatMoney, price, quantity, rate } from '@candor/kernel';
import { notionalUsdt, tradeFee } from '@candor/pricing';
import {
  Amount,
  CheckMark,
  DemoChip,
  FillRange,
  KeyValue,
  Logo,
  Num,
  Price,
  formatNumber,
  useLocale,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from '../../lib/paths.ts';

/** An example, worked out by the formulas orders are charged with; no market ever said it. */
const SAMPLE = {
  code: 'BTC/USDT',
  base: 'BTC',
  tickSize: '0.01',
  pressed: '60000.40',
  filled: '60001.00',
  slippage: '0.60',
  lots: '0.05',
  feeRate: '0.001',
  feePercent: '0.1',
  tick: '8f3c1d · 004217',
  low: '59999.50',
  high: '60001.60',
  /** Where its source's prices lay between low and high. */
  marks: [0, 0.06, 0.11, 0.2, 0.24, 0.31, 0.38, 0.45, 0.52, 0.57, 0.66, 0.76, 0.85, 0.94, 1],
  /** Where the fill did: 1.50 of 2.10. */
  at: 0.714,
} as const;

const SIZE = {
  lots: quantity(SAMPLE.lots),
  contractSize: quantity('1'),
  price: price(SAMPLE.filled),
  link: price('1'),
};
const VALUE = formatMoney(notionalUsdt(SIZE));
const FEE = formatMoney(tradeFee({ ...SIZE, feeRate: rate(SAMPLE.feeRate) }));

const priceText = (text: string): string => formatNumber(text, { places: 2 });

function Rule(): ReactElement {
  return <hr className="my-3.5 border-t border-dashed border-line-strong" />;
}

/** What every fill keeps, on an example: on hatch and called a sample, because it is one. */
export function SampleFill(): ReactElement {
  const t = useT();
  useLocale();
  return (
    <figure className="hatch rounded-lg p-4 inset-ring inset-ring-demo-line">
      <div className="receipt bg-surface px-6 pt-6 pb-8">
        <figcaption className="flex items-center justify-between gap-3">
          <span className="flex items-center gap-2 font-semibold">
            <Logo height={20} />
            {t('home.sample-title')}
          </span>
          <DemoChip>{t('ui.sample')}</DemoChip>
        </figcaption>
        <Rule />
        <p className="text-lg leading-6 font-semibold">
          {t('home.sample-order')} <bdi dir="ltr">{SAMPLE.code}</bdi>
        </p>
        <p className="mb-3 text-xs text-ink-3">{t('home.sample-kind')}</p>
        <dl className="grid gap-1.5 text-sm">
          <KeyValue label={t('home.sample-pressed')}>
            <Price value={SAMPLE.pressed} tickSize={SAMPLE.tickSize} />
          </KeyValue>
          <KeyValue label={t('home.sample-filled')}>
            <Price value={SAMPLE.filled} tickSize={SAMPLE.tickSize} className="font-semibold" />
          </KeyValue>
          <KeyValue label={t('home.sample-slippage')}>
            <Num>{formatNumber(SAMPLE.slippage, { places: 2, sign: 'always' })}</Num>
          </KeyValue>
          <KeyValue label={t('home.sample-size')}>
            <Amount value={SAMPLE.lots} asset={SAMPLE.base} />
          </KeyValue>
          <KeyValue label={t('home.sample-value')}>
            <Amount value={VALUE} />
          </KeyValue>
          <KeyValue
            label={t('home.sample-fee', {
              rate: `${formatNumber(SAMPLE.feePercent, { places: 2 })}%`,
            })}
          >
            <Amount value={FEE} />
          </KeyValue>
        </dl>
        <Rule />
        <p className="text-xs text-ink-3">{t('home.sample-range')}</p>
        <FillRange
          marks={SAMPLE.marks}
          at={SAMPLE.at}
          low={priceText(SAMPLE.low)}
          high={priceText(SAMPLE.high)}
          label={t('receipt.range-label', {
            price: priceText(SAMPLE.filled),
            low: priceText(SAMPLE.low),
            high: priceText(SAMPLE.high),
          })}
        />
        <p className="mt-2 flex items-baseline gap-2 text-sm font-medium text-accent">
          <CheckMark size={14} />
          {t('receipt.range-inside')}
        </p>
        <Rule />
        <p className="flex items-baseline justify-between gap-3 text-xs text-ink-3">
          {t('home.sample-tick')}
          <span className="mono">{SAMPLE.tick}</span>
        </p>
        <Link
          href={href('receipt')}
          className="mt-3 inline-flex min-h-6 items-center text-sm text-accent underline underline-offset-3 max-desktop:min-h-11"
        >
          {t('receipt.checker-title')}
        </Link>
      </div>
    </figure>
  );
}
