import { Button, Card, Empty, useLocale, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Paged, Waiting } from '../../lib/Paged.tsx';
import { localZone } from '../../lib/local-days.ts';
import { DownloadButton } from '../../lib/DownloadButton.tsx';
import { RecordFilters } from './RecordFilters.tsx';
import { TransactionsTable } from './TransactionsTable.tsx';
import { type TransactionsQuery, useTransactions } from './api.ts';
import { NO_FILTER, type RecordFilter, isFiltered, queryOf } from './filter.ts';

const PAGE_SIZE = 25;

/** Every payment of the account on screen: filters, a page at a time, and the whole as a file. */
export function TransactionsList(props: {
  /** Filter it begins with. */
  readonly begins?: RecordFilter;
}): ReactElement {
  const t = useT();
  const zone = localZone();
  const { value: language } = useLocale();
  const [filter, setFilter] = useState<RecordFilter>(props.begins ?? NO_FILTER);
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
            textKey="records.download-pdf"
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
  return (
    <Paged
      found={found}
      label={t('page.records-title')}
      page={props.page}
      size={PAGE_SIZE}
      onPage={onPage}
      waiting={<Waiting rows={5} className="grid gap-5 p-5" />}
      failed={{ title: t('records.failed'), className: 'm-4' }}
      empty={
        onClear === null ? (
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
        )
      }
    >
      {({ records }) => <TransactionsTable records={records} />}
    </Paged>
  );
}
