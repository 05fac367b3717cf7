import { DAY_MS, unixMs, utcDayOf } from '@candor/kernel';
import { NFT_AUCTION_DAYS_MAX, NFT_CALENDAR_MAX, type NftToken } from '@candor/protocol/desk-light';
import { Empty, Note, formatDay } from '@candor/ui';
import type { ReactElement } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { useWallTime } from '../../lib/clock.ts';
import { useDeskT } from '../../lib/texts.ts';
import { TokenTable } from './TokenTable.tsx';
import { useCalendar } from './tokens-api.ts';

/** Auctions by the UTC day they end on. */
function byDay(tokens: readonly NftToken[]): ReadonlyMap<string, NftToken[]> {
  const days = new Map<string, NftToken[]>();
  for (const token of tokens) {
    const day = utcDayOf(unixMs(token.endsAt ?? 0));
    days.set(day, [...(days.get(day) ?? []), token]);
  }
  return days;
}

/** Which auctions end on which day, from today on. */
export function Calendar({ onOpen }: { readonly onOpen: (id: string) => void }): ReactElement {
  const t = useDeskT();
  const calendar = useCalendar(useWallTime(DAY_MS));
  return (
    <Waits of={calendar}>
      {({ records }) =>
        records.length === 0 ? (
          <Empty title={t('tokens.none-ends', { days: NFT_AUCTION_DAYS_MAX })} className="px-0" />
        ) : (
          <>
            {records.length === NFT_CALENDAR_MAX && (
              <Note tone="warn" className="mb-3 max-w-[760px]">
                {t('tokens.calendar-full', { count: NFT_CALENDAR_MAX })}
              </Note>
            )}
            {[...byDay(records)].map(([day, tokens]) => (
              <section key={day} aria-label={formatDay(day)} className="mb-5">
                <h2 className="mb-1 text-sm tracking-normal">
                  {t('tokens.ends-on', { day: formatDay(day), count: tokens.length })}
                </h2>
                <TokenTable
                  caption={t('tokens.ends-on', { day: formatDay(day), count: tokens.length })}
                  rows={tokens}
                  onOpen={onOpen}
                />
              </section>
            ))}
          </>
        )
      }
    </Waits>
  );
}
