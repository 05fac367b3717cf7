import type { LoanLine } from '@candor/protocol/light';
import { Num, formatNumber, useLocale, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { fallOf, shareOf } from './gauge.ts';
import { coinPriceWords, ltvWords, percentWords } from './words.ts';

/** A line of the bar, at its share of it. */
function Mark(props: { readonly at: number; readonly isSale?: boolean }): ReactElement {
  const look = props.isSale === true ? 'bg-[var(--color-danger-solid)] w-[3px]' : 'bg-ink-3 w-px';
  return (
    <span
      aria-hidden="true"
      className={`absolute -inset-y-1 ${look}`}
      style={{ insetInlineStart: `${props.at}%` }}
    />
  );
}

/** A label under its mark; it stands before it, so that the last one does not leave the bar. */
function MarkLabel(props: { readonly at: number; readonly children: string }): ReactElement {
  return (
    <span
      className="absolute -translate-x-1/2 rtl:translate-x-1/2"
      style={{ insetInlineStart: `${props.at}%` }}
    >
      <Num>{props.children}</Num>
    </span>
  );
}

/**
 * How much of its collateral a loan is: a straight bar in ink, marks where notices and the sale are.
 *
 * @source DESIGN 8 "Gauge"
 */
export function LtvGauge(props: {
  /** A share of one; null when it cannot be judged. */
  readonly ltv: string | null;
  readonly ltvMax: string;
  readonly notices: readonly string[];
  readonly saleLine: string;
}): ReactElement {
  const { ltv, ltvMax, notices, saleLine } = props;
  const t = useT();
  const [first = saleLine] = notices;
  const said = t('loan.gauge', {
    ltv: ltvWords(ltv),
    drawn: percentWords(ltvMax),
    notice: percentWords(first),
    sale: percentWords(saleLine),
  });
  const label = (share: string): string => `${formatNumber(String(shareOf(share)))}%`;
  return (
    <figure className="grid gap-1">
      <figcaption className="flex items-baseline justify-between gap-3 text-sm">
        <span className="text-ink-2">{t('loan.ltv')}</span>
        <span className="text-lg font-semibold">{ltvWords(ltv)}</span>
      </figcaption>
      <div
        role="img"
        aria-label={ltv === null ? t('loan.unjudged') : said}
        className="relative my-2 h-3 rounded-full bg-sunken inset-ring inset-ring-line-strong"
      >
        <span
          className="absolute inset-y-0 start-0 rounded-full bg-ink"
          style={{ width: `${shareOf(ltv ?? '0')}%` }}
        />
        <Mark at={shareOf(ltvMax)} />
        {notices.map((line) => (
          <Mark key={line} at={shareOf(line)} />
        ))}
        <Mark at={shareOf(saleLine)} isSale />
      </div>
      <div aria-hidden="true" className="relative h-4 text-xs text-ink-3">
        <MarkLabel at={shareOf(ltvMax)}>{label(ltvMax)}</MarkLabel>
        <MarkLabel at={shareOf(saleLine)}>{label(saleLine)}</MarkLabel>
      </div>
      {ltv === null && <p className="text-sm text-warn">{t('loan.unjudged')}</p>}
    </figure>
  );
}

/** Rows of `RiskFacts`: every line with the prices that reach it, and how far they have to fall. */
export function LoanLines(props: { readonly steps: readonly LoanLine[] }): ReactElement | null {
  const { steps } = props;
  const t = useT();
  const { numbers } = useLocale();
  if (steps.length === 0) return null;
  return (
    <>
      {steps.map(({ ltv, kind, ofToday, prices }) => (
        <div key={ltv} className="flex items-baseline justify-between gap-3">
          <dt className={kind === 'sale' ? 'font-semibold' : 'text-ink-2'}>
            {t('loan.line', { kind, line: percentWords(ltv) })}
          </dt>
          <dd className="text-end">
            <span className="flex flex-wrap justify-end gap-x-2 font-medium">
              {prices.map((one) => (
                <Num key={one.asset}>{coinPriceWords(one, numbers)}</Num>
              ))}
            </span>
            <span className="block text-xs text-ink-3">
              {fallOf(ofToday) === null
                ? t('loan.line-passed')
                : t('loan.line-fall', { percent: percentWords(fallOf(ofToday), 1) })}
            </span>
          </dd>
        </div>
      ))}
    </>
  );
}
