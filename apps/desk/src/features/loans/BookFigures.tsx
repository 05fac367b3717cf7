import type { LoanBook } from '@candor/protocol/desk-light';
import { Amount, Note, Num, formatNumber } from '@candor/ui';
import type { ReactElement } from 'react';
import { exactAmount, ltvText } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';

const USDT = 'USDT';

/** All loans that run, together. */
export function BookTotal({ of: book }: { readonly of: LoanBook }): ReactElement {
  const t = useDeskT();
  const figures = [
    [t('loan-book.running'), formatNumber(String(book.loans))],
    [t('loan-book.owed'), <Amount key="owed" value={book.owed} />],
    [t('loan-book.value'), <Amount key="value" value={book.value} />],
    [
      t('loan-book.overdue'),
      t('loan-book.loss-of', { amount: exactAmount(book.overdueOwed, USDT), count: book.overdue }),
    ],
  ] as const;
  return (
    <div className="grid gap-2">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-ink-3">{label}</dt>
            <dd className="num text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {book.unjudged > 0 && (
        <Note tone="warn" className="max-w-[640px]">
          {t('loan-book.unjudged', { count: book.unjudged })}
        </Note>
      )}
    </div>
  );
}

const HEAD = 'h-9 px-2 text-xs font-medium text-ink-3';

/** How many loans stand at each level, the largest drawn longest. */
export function LevelTable({ of: { levels } }: { readonly of: LoanBook }): ReactElement {
  const t = useDeskT();
  const most = Math.max(1, ...levels.map(({ loans }) => loans));
  return (
    <table className="w-full max-w-[640px] border-collapse text-sm">
      <caption className="sr-only">{t('loan-book.levels')}</caption>
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} ps-0 text-start`}>
            {t('loan-book.level')}
          </th>
          <th scope="col" className={`${HEAD} text-end`}>
            {t('loan-book.loans')}
          </th>
          <th scope="col" className={`${HEAD} pe-0 text-end`}>
            {t('loan-book.owed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {levels.map(({ from, loans, owed }, at) => {
          const to = levels[at + 1]?.from;
          return (
            <tr key={from} className="border-t border-line">
              <th scope="row" className="h-9 text-start font-medium">
                <Num>
                  {to === undefined
                    ? t('loan-book.level-last', { from: ltvText(from) })
                    : t('loan-book.level-span', { from: ltvText(from), to: ltvText(to) })}
                </Num>
              </th>
              <td className="relative px-2 text-end">
                <span
                  aria-hidden="true"
                  className={`absolute inset-y-1 end-0 ${at >= 3 ? 'bg-warn-tint' : 'bg-accent-tint'}`}
                  style={{ width: `${Math.round((loans * 100) / most)}%` }}
                />
                <span className="num relative">{formatNumber(String(loans))}</span>
              </td>
              <td className="ps-2 text-end">
                <Amount value={owed} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What a fall of all coins at once would sell, and what the house would lose by it. */
export function StressTable({ of: { stress } }: { readonly of: LoanBook }): ReactElement {
  const t = useDeskT();
  const heads = ['sold-loans', 'sold', 'received', 'loss'] as const;
  return (
    <>
      <p className="mb-2 text-sm text-ink-3">{t('loan-book.stress-text')}</p>
      {/* Scrolled by keys too: nothing in it has the focus. */}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={t('loan-book.stress')}
        className="overflow-x-auto"
      >
        <table className="w-full min-w-[600px] border-collapse text-sm">
          <caption className="sr-only">{t('loan-book.stress')}</caption>
          <thead>
            <tr>
              <th scope="col" className={`${HEAD} ps-0 text-start`}>
                {t('loan-book.falls')}
              </th>
              {heads.map((head) => (
                <th key={head} scope="col" className={`${HEAD} text-end last:pe-0`}>
                  {t(`loan-book.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {stress.map(({ percent, loans, sold, received, loss, lossLoans }) => (
              <tr key={percent} className="border-t border-line">
                <th scope="row" className="h-9 text-start font-medium">
                  <Num>{t('loan-book.fall', { percent })}</Num>
                </th>
                <td className="px-2 text-end">
                  <Num>{formatNumber(String(loans))}</Num>
                </td>
                <td className="px-2 py-1.5 text-end">
                  {sold.length === 0 ? (
                    <span className="text-ink-3">{t('loan-book.nothing')}</span>
                  ) : (
                    sold.map(({ asset, amount }) => (
                      <span key={asset} className="block whitespace-nowrap">
                        <Num>{exactAmount(amount, asset)}</Num>
                      </span>
                    ))
                  )}
                </td>
                <td className="px-2 text-end">
                  <Amount value={received} />
                </td>
                <td className="ps-2 text-end whitespace-nowrap">
                  {lossLoans === 0 ? (
                    <span className="text-ink-3">{t('loan-book.nothing')}</span>
                  ) : (
                    <b className="font-semibold text-down">
                      <Num>
                        {t('loan-book.loss-of', {
                          amount: exactAmount(loss, USDT),
                          count: lossLoans,
                        })}
                      </Num>
                    </b>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
