import type { LoanDetail } from '@candor/protocol/light';
import { Amount, DASH, KeyValue, formatDay, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { amountWords } from '../../../lib/figure-words.ts';
import { amountsWords, isInCents } from '../words.ts';

/** What is owed, of which interest, and what was paid back. */
export function Owed({ loan }: { readonly loan: LoanDetail }): ReactElement {
  const t = useT();
  return (
    <dl className="grid gap-1.5 text-sm">
      <KeyValue label={t('loan.owed')}>
        <Amount value={loan.owed} className="text-lg font-semibold" />
      </KeyValue>
      <KeyValue label={t('loan.principal')}>
        <Amount value={loan.principalOwed} />
      </KeyValue>
      <KeyValue label={t('loan.interest-owed')}>
        <Amount value={loan.interestOwed} />
      </KeyValue>
      <KeyValue label={t('loan.paid-principal')}>
        <Amount value={loan.principalPaid} />
      </KeyValue>
      <KeyValue label={t('loan.paid-interest')}>
        <Amount value={loan.interestPaid} />
      </KeyValue>
      <KeyValue label={t('loan.collateral-held')}>
        {loan.collateral.length === 0 ? DASH : amountsWords(loan.collateral)}
      </KeyValue>
      {loan.due !== null && (
        <KeyValue label={t('loan.due')}>
          <bdi>{formatDay(loan.due)}</bdi>
        </KeyValue>
      )}
    </dl>
  );
}

/** The same to the last place, where the cents above leave some out. */
export function ExactFigures({ loan }: { readonly loan: LoanDetail }): ReactElement | null {
  const t = useT();
  const figures = [
    ['loan.owed', loan.owed],
    ['loan.principal', loan.principalOwed],
    ['loan.interest-owed', loan.interestOwed],
    ['loan.paid-principal', loan.principalPaid],
    ['loan.paid-interest', loan.interestPaid],
  ] as const;
  if (figures.every(([, amount]) => isInCents(amount))) return null;
  return (
    <details>
      <summary className="min-h-8 cursor-pointer py-1 text-sm font-medium max-desktop:min-h-11 max-desktop:py-2.5">
        {t('loan.exact')}
      </summary>
      <dl className="grid gap-1.5 text-sm">
        {figures.map(([key, amount]) => (
          <KeyValue key={key} label={t(key)}>
            {amountWords({ asset: 'USDT', amount })}
          </KeyValue>
        ))}
      </dl>
    </details>
  );
}
