import type { HouseDay } from '@candor/protocol/desk-light';
import { Amount, Empty, formatDay, signOf } from '@candor/ui';
import type { ReactElement } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { accountName } from '../../lib/account-name.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useHouse } from './risk-api.ts';
import { largestOf, shareOf } from './share.ts';

/** Days whose parts are written out. */
const WRITTEN = 7;

/** Results of days as bars above and below a line. */
function Bars({ days }: { readonly days: readonly HouseDay[] }): ReactElement {
  const largest = largestOf(days.map(({ result }) => result));
  return (
    <div aria-hidden="true" dir="ltr" className="flex h-24 items-stretch gap-0.5">
      {days.map(({ day, result }) => {
        const isLoss = signOf(result) < 0;
        const height = shareOf(result, largest);
        return (
          <span key={day} className="grid min-w-0 flex-1 grid-rows-2" title={formatDay(day)}>
            <span className="flex items-end border-b border-line-strong">
              {!isLoss && <span className="w-full bg-up-fill" style={{ height }} />}
            </span>
            <span className="flex items-start">
              {isLoss && <span className="w-full bg-down-fill" style={{ height }} />}
            </span>
          </span>
        );
      })}
    </div>
  );
}

/** What the last days brought the house, and of which accounts. */
export function HouseDays({ mode }: { readonly mode: 'real' | 'demo' }): ReactElement {
  const t = useDeskT();
  const house = useHouse(mode);
  return (
    <Waits of={house}>
      {({ days }) => {
        const inUsdt = days.filter(({ asset }) => asset === 'USDT');
        if (days.length === 0) {
          return (
            <Empty title={t('risk.house-empty')} className="px-0">
              {t('risk.house-empty-text')}
            </Empty>
          );
        }
        return (
          <>
            <Bars days={inUsdt} />
            <ul className="mt-3 grid gap-2 text-sm">
              {days
                .toReversed()
                .slice(0, WRITTEN)
                .map(({ day, asset, result, parts }) => (
                  <li key={`${day} ${asset}`} className="border-t border-line pt-2">
                    <span className="flex justify-between gap-3 font-medium">
                      {formatDay(day)}
                      <Amount value={result} asset={asset} signed />
                    </span>
                    <span className="flex flex-wrap gap-x-4 text-xs text-ink-3">
                      {Object.entries(parts).map(([account, text]) => (
                        <span key={account}>
                          {accountName(account, t)} <Amount value={text} asset={null} signed />
                        </span>
                      ))}
                    </span>
                  </li>
                ))}
            </ul>
          </>
        );
      }}
    </Waits>
  );
}
