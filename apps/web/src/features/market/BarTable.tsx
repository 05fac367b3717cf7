import { formatDecimal } from '@candor/kernel';
import type { Bar } from '@candor/pricing';
import { Button, DASH, Num, Price, formatNumber, formatTime, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';

/** Rows at first, and rows each press adds. */
const ROWS_STEP = 200;

/** The bars of the chart as a table, newest first. */
export function BarTable(props: {
  readonly bars: readonly Bar[];
  readonly code: string;
  readonly tickSize: string;
  readonly hasOlder: boolean;
  readonly onOlder: () => void;
}): ReactElement {
  const { bars, code, tickSize, hasOlder, onOlder } = props;
  const t = useT();
  const [count, setCount] = useState(ROWS_STEP);
  const heads = [
    t('market.col-time'),
    t('market.col-open'),
    t('market.col-high'),
    t('market.col-low'),
    t('market.col-close'),
    t('market.col-volume'),
  ];
  const newest = bars.slice(-count).toReversed();
  // A source that says no volume is not one without trades.
  const hasVolume = bars.some((bar) => bar.volume > 0n);
  const showOlder = (): void => {
    const next = count + ROWS_STEP;
    setCount(next);
    if (next > bars.length && hasOlder) onOlder();
  };
  return (
    // A box that scrolls has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div tabIndex={0} className="absolute inset-0 overflow-auto -outline-offset-2">
      <table className="w-full text-sm">
        <caption className="sr-only">{t('market.chart-label', { code })}</caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`h-9 px-3 text-xs font-medium whitespace-nowrap text-ink-3 first:ps-5 last:pe-5 ${index === 0 ? 'text-start' : 'text-end'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newest.map((bar) => (
            <tr key={bar.time} className="hover:bg-hover">
              <th
                scope="row"
                className="h-9 border-t border-line ps-5 pe-3 text-start font-normal whitespace-nowrap"
              >
                <bdi>{formatTime(bar.time)}</bdi>
              </th>
              {[bar.open, bar.high, bar.low, bar.close].map((value, index) => (
                <td key={heads[index + 1]} className="border-t border-line px-3 text-end">
                  <Price value={formatDecimal(value)} tickSize={tickSize} />
                </td>
              ))}
              <td className="border-t border-line px-3 pe-5 text-end">
                <Num>{hasVolume ? formatNumber(formatDecimal(bar.volume)) : DASH}</Num>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {(hasOlder || count < bars.length) && (
        <div className="p-4">
          <Button variant="secondary" size="sm" onClick={showOlder}>
            {t('market.older')}
          </Button>
        </div>
      )}
    </div>
  );
}
