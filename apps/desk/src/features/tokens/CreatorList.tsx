import type { DeskCreator } from '@candor/protocol/desk-light';
import { Empty, Pager } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { useDeskT } from '../../lib/texts.ts';
import { MoneyFigures } from './MoneyFigures.tsx';
import { PayeeCard } from './PayeeCard.tsx';
import { CreatorPayoutList } from './PayoutList.tsx';
import { LIST_PAGE, useOwed } from './tokens-api.ts';

/** What sales brought an artist, less what was paid to them, is what is owed. */
export function CreatorMoney({ of }: { readonly of: DeskCreator }): ReactElement {
  const t = useDeskT();
  const { earned, paidOut, owed, sales, payouts, owedSince } = of;
  return (
    <MoneyFigures
      brought={{ label: t('creators.earned'), amount: earned }}
      left={{ label: t('creators.owed'), amount: owed }}
      since={owedSince}
      {...{ paidOut, sales, payouts }}
    />
  );
}

/** Artists something is owed to, those who wait longest first, and what was paid to artists. */
export function CreatorList(props: {
  /** Null where the member may propose none. */
  readonly onPayOut: ((creator: DeskCreator) => void) | null;
}): ReactElement {
  const { onPayOut } = props;
  const t = useDeskT();
  const [page, setPage] = useState(1);
  const owed = useOwed(page);
  return (
    <>
      <section aria-label={t('creators.title')} className="mt-8">
        <h2 className="mb-2 text-base tracking-normal">{t('creators.title')}</h2>
        <Waits of={owed}>
          {({ records, total }) =>
            records.length === 0 ? (
              <Empty title={t('creators.none')} className="px-0" />
            ) : (
              <>
                {records.map((one) => (
                  <PayeeCard
                    key={one.id}
                    name={one.name}
                    level={3}
                    onPayOut={onPayOut === null ? null : () => onPayOut(one)}
                  >
                    <CreatorMoney of={one} />
                  </PayeeCard>
                ))}
                <Pager
                  label={t('creators.pages')}
                  page={page}
                  total={total}
                  size={LIST_PAGE}
                  isOnItsWay={owed.isFetching}
                  onPage={setPage}
                />
              </>
            )
          }
        </Waits>
      </section>
      <CreatorPayoutList />
    </>
  );
}
