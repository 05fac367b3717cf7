import { Button, Card, Empty, ErrorNote, Skeleton, useLocale, useT, Pager } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { localZone } from '../../lib/local-days.ts';
import { failureOf } from '../../lib/query.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { RecordFilters } from './RecordFilters.tsx';
import { TransactionsTable } from './TransactionsTable.tsx';
import { type TransactionsQuery, useTransactions } from './api.ts';
import { NO_FILTER, type RecordFilter, isFiltered, queryOf } from './filter.ts';

const PAGE_SIZE = 25;

/** Every payment of the account on screen: filters, a page at a time, and the whole as a file. */
export function TransactionsList(): ReactElement {
  const t = useT();
  const zone = localZone();
  const { value: language } = useLocale();
  const [filter, setFilter] = useState<RecordFilter>(NO_FILTER);
  const [page, setPage] = useState(1);
  const change = (next: RecordFilter): void => {
    setFilter(next);
    setPage(1);
  };
  return (
    <div className="grid gap-4">
      <RecordFilters filter={filter} onChange={change} />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex flex-wrap items-start gap-3">
          <DownloadButton
            call="portfolio.transactions"
            query={{ ...queryOf(filter), format: 'csv', zone }}
          />
          <DownloadButton
            call="portfolio.transactions"
            label="records.download-pdf"
            query={{ ...queryOf(filter), format: 'pdf', zone, language }}
          />
        </div>
        <p className="max-w-[60ch] pt-2 text-sm text-ink-3">
          {t('records.file-note', { zone: `\u2068${zone}\u2069` })}
        </p>
      </div>
      <Card className="overflow-x-auto max-desktop:border-0 max-desktop:bg-transparent">
        <Page
          query={{ ...queryOf(filter), page, size: PAGE_SIZE }}
          page={page}
          onPage={setPage}
          onClear={isFiltered(filter) ? () => change(NO_FILTER) : null}
        />
      </Card>
    </div>
  );
}

function Page(props: {
  readonly query: TransactionsQuery;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Null while nothing is filtered. */
  readonly onClear: (() => void) | null;
}): ReactElement {
  const { query, onPage, onClear } = props;
  const t = useT();
  const found = useTransactions(query);
  const failure = failureOf(found.error);
  if (found.data === undefined && failure === null) {
    return (
      <div aria-busy="true" className="grid gap-5 p-5">
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} />
        ))}
      </div>
    );
  }
  if (found.data === undefined) {
    return (
      <ErrorNote
        className="m-4"
        title={t('records.failed')}
        action={
          <Button variant="secondary" size="sm" onClick={() => void found.refetch()}>
            {t('common.retry')}
          </Button>
        }
      >
        {failure !== null && failureText(failure, t)}
      </ErrorNote>
    );
  }
  const { records, total } = found.data;
  if (total === 0) {
    return onClear === null ? (
      <Empty title={t('records.empty')}>{t('records.empty-text')}</Empty>
    ) : (
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
  return (
    <div aria-busy={found.isPlaceholderData}>
      <TransactionsTable records={records} />
      <Pager
        label={t('page.records-title')}
        isOnItsWay={found.isPlaceholderData}
        page={props.page}
        total={total}
        size={PAGE_SIZE}
        onPage={onPage}
      />
    </div>
  );
}
