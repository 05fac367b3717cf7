import { formatDecimal } from '@candor/kernel';
import { CLOSE_OUT_LEVEL, NOTICE_LEVELS } from '@candor/pricing';
import { Num, formatNumber, shiftDecimal, useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** What the whole bar stands for. @units shares of the margin held */
const FULL = 2;

const shareOf = (level: string): number => Math.min(1, Math.max(0, +level / FULL)) * 100;
const percent = (level: string, places = 0): string =>
  `${formatNumber(shiftDecimal(level, 2), { places })}%`;

const CLOSE = formatDecimal(CLOSE_OUT_LEVEL);
const NOTICES = NOTICE_LEVELS.map((level) => formatDecimal(level)).filter((one) => one !== CLOSE);

/** A limit of the bar. */
function Mark({ level, isClose = false }: { readonly level: string; readonly isClose?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute -inset-y-1 ${isClose ? 'w-[3px] bg-[var(--color-danger-solid)]' : 'w-px bg-ink-3'}`}
      style={{ insetInlineStart: `${shareOf(level)}%` }}
    />
  );
}

/**
 * How far the account stands from being closed out: a straight bar in ink, marks where notices come
 * and where contracts are closed. Without margin held there is nothing to measure.
 *
 * @source DESIGN 8 "Gauge", PRODUCT 4
 */
export function MarginGauge(props: {
  /** A share of one; null without margin held, or while it cannot be judged. */
  readonly level: string | null | undefined;
  readonly hasMargin: boolean;
}): ReactElement {
  const { level = null, hasMargin } = props;
  const t = useT();
  const [first = CLOSE] = NOTICES;
  const limits = { notice: percent(first), close: percent(CLOSE) };
  return (
    <figure className="grid gap-1">
      <figcaption>
        <dl className="flex items-baseline justify-between gap-3 text-sm">
          <dt className="text-ink-2">{t('account.margin-level')}</dt>
          <dd className="text-lg font-semibold">
            <Num>{level === null ? '—' : percent(level, 1)}</Num>
          </dd>
        </dl>
      </figcaption>
      <div
        role="img"
        aria-label={
          level === null
            ? t('account.margin-level')
            : t('account.gauge', { level: percent(level, 1), ...limits })
        }
        className="relative my-2 h-3 rounded-full bg-sunken inset-ring inset-ring-line-strong"
      >
        <span
          className="absolute inset-y-0 start-0 rounded-full bg-ink"
          style={{ width: `${shareOf(level ?? '0')}%` }}
        />
        {NOTICES.map((one) => (
          <Mark key={one} level={one} />
        ))}
        <Mark level={CLOSE} isClose />
      </div>
      {/* The first ends before the second begins, however long its words are. */}
      <p aria-hidden="true" className="grid grid-cols-2 gap-x-3 text-xs text-ink-3">
        <span className="text-end">{t('account.gauge-close', { level: limits.close })}</span>
        <span>{t('account.gauge-notice', { level: limits.notice })}</span>
      </p>
      {!hasMargin && level === null && (
        <p className="text-sm text-ink-3">{t('account.gauge-none')}</p>
      )}
    </figure>
  );
}
