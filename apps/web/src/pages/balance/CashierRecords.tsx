import {
  DEPOSIT_FILTERS,
  type DepositFilter,
  WITHDRAWAL_FILTERS,
  type WithdrawalFilter,
} from '@candor/protocol/light';
import { Button, Card, Empty, Tabs, tabPanelProps, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import {
  NO_PAYMENT_FILTER,
  type PaymentFilter,
  PaymentFilters,
  isNarrowed,
  narrowedBy,
} from '../../features/cashier/PaymentFilters.tsx';
import { OneDeposit } from '../../features/cashier/deposit/SeenDeposits.tsx';
import { useDeposits } from '../../features/cashier/deposit/api.ts';
import { WithdrawalRow } from '../../features/cashier/withdraw/WithdrawalRow.tsx';
import { useWithdrawals } from '../../features/cashier/withdraw/api.ts';
import { TransactionsList } from '../../features/records/TransactionsList.tsx';
import { NO_FILTER, type RecordFilter } from '../../features/records/filter.ts';
import { Paged, Waiting } from '../../lib/Paged.tsx';

const TABS = {
  statement: 'balance.statement',
  deposits: 'balance.deposits',
  withdrawals: 'withdraw.list',
} as const;
type TabName = keyof typeof TABS;

const PAGE_SIZE = 10;
const LIST = {
  size: PAGE_SIZE,
  waiting: <Waiting rows={4} className="grid gap-5 p-5" />,
} as const;

/** What stands where nothing is found: nothing yet, or nothing that matches. */
function NoneFound(props: {
  readonly onClear: (() => void) | null;
  readonly title: string;
  readonly children: string;
}): ReactElement {
  const { onClear, title, children } = props;
  const t = useT();
  if (onClear === null) return <Empty title={title}>{children}</Empty>;
  return (
    <Empty
      title={t('records.none-found')}
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          {t('records.clear')}
        </Button>
      }
    />
  );
}

/** Filters of a list and its page; a new filter begins at the first page. */
function useNarrowing<State extends string>() {
  const [filter, setFilter] = useState<PaymentFilter<State>>(NO_PAYMENT_FILTER);
  const [page, setPage] = useState(1);
  const change = (next: PaymentFilter<State>): void => {
    setFilter(next);
    setPage(1);
  };
  return {
    filter,
    change,
    page,
    setPage,
    query: { ...narrowedBy(filter), page, size: PAGE_SIZE },
    onClear: isNarrowed(filter) ? () => change(NO_PAYMENT_FILTER) : null,
  };
}

function Deposits(): ReactElement {
  const t = useT();
  const { filter, change, page, setPage, query, onClear } = useNarrowing<DepositFilter>();
  return (
    <>
      <PaymentFilters
        filter={filter}
        onChange={change}
        states={DEPOSIT_FILTERS}
        stateText={(state) => t(state === 'open' ? 'records.state-open' : `deposit.${state}`)}
      />
      <Card>
        <Paged
          {...LIST}
          found={useDeposits(query)}
          label={t('balance.deposits')}
          page={page}
          onPage={setPage}
          failed={{ title: t('deposit.failed'), className: 'm-4' }}
          empty={
            <NoneFound onClear={onClear} title={t('balance.no-deposits')}>
              {t('deposit.none')}
            </NoneFound>
          }
        >
          {({ records }) => (
            <ul className="p-5 max-desktop:p-4">
              {records.map((deposit) => (
                <OneDeposit key={deposit.id} deposit={deposit} />
              ))}
            </ul>
          )}
        </Paged>
      </Card>
    </>
  );
}

function Withdrawals(): ReactElement {
  const t = useT();
  const { filter, change, page, setPage, query, onClear } = useNarrowing<WithdrawalFilter>();
  return (
    <>
      <PaymentFilters
        filter={filter}
        onChange={change}
        states={WITHDRAWAL_FILTERS}
        stateText={(state) =>
          state === 'open' ? t('records.state-open') : t('withdraw.state', { state })
        }
      />
      <Card>
        <Paged
          {...LIST}
          found={useWithdrawals(query)}
          label={t('withdraw.list')}
          page={page}
          onPage={setPage}
          failed={{ title: t('records.failed'), className: 'm-4' }}
          empty={
            <NoneFound onClear={onClear} title={t('balance.no-withdrawals')}>
              {t('records.empty-text')}
            </NoneFound>
          }
        >
          {({ records }) => (
            <ul className="px-5 py-2 max-desktop:px-4">
              {records.map((withdrawal) => (
                <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
              ))}
            </ul>
          )}
        </Paged>
      </Card>
    </>
  );
}

/** What the statement is asked for, from elsewhere on the page; `round` counts the questions. */
export type StatementParams = { readonly asset: RecordFilter['asset']; readonly round: number };

/** Real money by its records: the statement of the books, deposits and withdrawals with their steps. */
export function CashierRecords({ asked }: { readonly asked: StatementParams }): ReactElement {
  const t = useT();
  const [shown, setShown] = useState<{ tab: TabName; round: number }>({
    tab: 'statement',
    round: 0,
  });
  // StatementParams for a statement: that is what is shown, whatever was before.
  const tab = shown.round === asked.round ? shown.tab : 'statement';
  return (
    <div className="grid gap-4">
      <Tabs
        id="cashier-records"
        label={t('balance.records')}
        value={tab}
        onChange={(next) => setShown({ tab: next, round: asked.round })}
        choices={(Object.keys(TABS) as TabName[]).map((value) => ({
          value,
          label: t(TABS[value]),
        }))}
      />
      <div {...tabPanelProps('cashier-records', tab)}>
        {tab === 'statement' ? (
          <TransactionsList key={asked.round} begins={{ ...NO_FILTER, asset: asked.asset }} />
        ) : tab === 'deposits' ? (
          <Deposits />
        ) : (
          <Withdrawals />
        )}
      </div>
    </div>
  );
}
