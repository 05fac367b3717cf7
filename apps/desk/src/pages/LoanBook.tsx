import { Button, Empty, Segments } from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { BookTotal, LevelTable, StressTable } from '../features/loans/BookFigures.tsx';
import { LoanTable } from '../features/loans/LoanTable.tsx';
import { BOOK_PAGE, useLoanBook, useOverdueLoans } from '../features/loans/loans-api.ts';
import { PageFrame } from '../lib/PageFrame.tsx';
import { Waits } from '../lib/Waits.tsx';
import { useDeskT } from '../lib/texts.ts';

function Part(props: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section aria-label={props.title} className="mt-6">
      <h2 className="mb-2 text-sm tracking-normal">{props.title}</h2>
      {props.children}
    </section>
  );
}

/** Loans past their due date. */
function Overdue(): ReactElement {
  const t = useDeskT();
  const overdue = useOverdueLoans();
  return (
    <Waits of={overdue}>
      {({ pages }) => {
        const rows = pages.flatMap(({ records }) => records);
        if (rows.length === 0)
          return <Empty title={t('loan-book.none-overdue')} className="px-0" />;
        return (
          <>
            <LoanTable caption={t('loan-book.overdue')} rows={rows} />
            {overdue.hasNextPage && (
              <Button
                size="sm"
                variant="secondary"
                className="mt-3"
                onClick={() => void overdue.fetchNextPage()}
              >
                {t('loan-book.next')}
              </Button>
            )}
          </>
        );
      }}
    </Waits>
  );
}

/** One page after another of the loans nearest to a sale. */
function Pager(props: {
  readonly page: number;
  readonly pages: number;
  readonly onTurn: (page: number) => void;
}): ReactElement | null {
  const { page, pages, onTurn } = props;
  const t = useDeskT();
  if (pages <= 1) return null;
  return (
    <p className="mt-3 flex items-center gap-3 text-sm">
      <Button size="sm" variant="secondary" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t('loan-book.previous')}
      </Button>
      <span className="num">{t('loan-book.page', { page, pages })}</span>
      <Button
        size="sm"
        variant="secondary"
        disabled={page === pages}
        onClick={() => onTurn(page + 1)}
      >
        {t('loan-book.next')}
      </Button>
    </p>
  );
}

/** All loans that run: how near they are to a sale, what a fall would do, and which are overdue. */
export function LoanBook(): ReactElement {
  const t = useDeskT();
  const [shown, setShown] = useState<'near' | 'overdue'>('near');
  const [page, setPage] = useState(1);
  const book = useLoanBook(page);
  return (
    <PageFrame title={t('nav.loan-book')}>
      <Waits of={book} saying={t('loan-book.computing')}>
        {(now) => (
          <>
            <p className="mb-3 text-xs text-ink-3">
              {t('loan-book.age', { seconds: Math.round(now.ageMs / 1_000), took: now.tookMs })}
            </p>
            <BookTotal of={now} />
            <div className="min-[1400px]:grid min-[1400px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] min-[1400px]:gap-x-10">
              <Part title={t('loan-book.levels')}>
                <LevelTable of={now} />
              </Part>
              <Part title={t('loan-book.stress')}>
                <StressTable of={now} />
              </Part>
            </div>
            <section aria-label={t('loan-book.shown')} className="mt-6">
              <div className="mb-3 flex">
                <Segments
                  label={t('loan-book.shown')}
                  value={shown}
                  onChange={setShown}
                  choices={[
                    { value: 'near', label: t('loan-book.by-ltv') },
                    { value: 'overdue', label: t('loan-book.overdue') },
                  ]}
                />
              </div>
              {shown === 'overdue' ? (
                <Overdue />
              ) : now.loans === 0 ? (
                <Empty title={t('loan-book.none')} className="px-0" />
              ) : (
                <div>
                  <LoanTable caption={t('loan-book.by-ltv')} rows={now.records} />
                  <Pager page={page} pages={Math.ceil(now.named / BOOK_PAGE)} onTurn={setPage} />
                </div>
              )}
            </section>
          </>
        )}
      </Waits>
    </PageFrame>
  );
}
