import { type Price as PriceValue, formatDecimal, price as priceOf } from '@candor/kernel';
import type { TapeTick } from '@candor/protocol/light';
import {
  CheckMark,
  FillRange,
  Skeleton,
  XCircleIcon,
  formatNumber,
  placesOfStep,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { isolated } from '../../lib/figure-words.ts';
import { useTrace } from './api.ts';
import { AFTER_MS, BEFORE_MS, outsideOf, rangeOf, shareOf } from './trace.ts';

const SECOND_MS = 1_000;

/** Low and high of the source around a price, where the price lies between them, and the verdict. */
export function PriceRange(props: {
  readonly tick: TapeTick;
  readonly price: string;
  readonly tickSize: string;
}): ReactElement {
  const { tick, tickSize } = props;
  const t = useT();
  const trace = useTrace(tick);
  // The tape decides, not the receipt: a pasted one may name a tick that nobody said.
  const range = rangeOf(trace.data ?? []);
  if (trace.data === undefined || range === null) {
    return trace.isError || trace.data !== undefined ? (
      <p className="py-1 text-xs text-ink-3">{t('receipt.trace-failed')}</p>
    ) : (
      <Skeleton className="my-2 h-24 w-full" />
    );
  }
  const filled = priceOf(props.price);
  const beyond = outsideOf(filled, range);
  const text = (value: PriceValue): string =>
    formatNumber(formatDecimal(value), { places: placesOfStep(tickSize) });
  const figures = { price: text(filled), low: text(range.low), high: text(range.high) };
  return (
    <div className="py-2">
      <p className="text-xs text-ink-3">
        {t('receipt.range', {
          before: isolated(formatNumber(String(BEFORE_MS / SECOND_MS))),
          after: isolated(formatNumber(String(AFTER_MS / SECOND_MS))),
        })}
      </p>
      <FillRange
        marks={trace.data.flatMap(({ bid, ask }) => [
          shareOf(priceOf(bid), range),
          shareOf(priceOf(ask), range),
        ])}
        at={shareOf(filled, range)}
        low={figures.low}
        high={figures.high}
        label={t('receipt.range-label', figures)}
      />
      {beyond === null ? (
        <p className="mt-2 flex items-baseline gap-2 text-sm font-medium text-accent">
          <CheckMark size={14} />
          {t('receipt.range-inside')}
        </p>
      ) : (
        <p className="mt-2 flex items-start gap-2 text-sm font-semibold text-[var(--color-danger)]">
          <XCircleIcon size={16} weight="fill" className="mt-0.5 shrink-0" />
          {t('receipt.range-outside', { difference: isolated(text(beyond)) })}
        </p>
      )}
    </div>
  );
}
