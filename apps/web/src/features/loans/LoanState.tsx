import type { Loan } from '@candor/protocol/light';
import { StatusChip, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { STATE_LOOKS } from './words.ts';

/** Where a loan stands, in the words of the specification. */
export function LoanStateChip({ state }: { readonly state: Loan['state'] }): ReactElement {
  const t = useT();
  return <StatusChip {...STATE_LOOKS[state]}>{t('loan.state', { state })}</StatusChip>;
}
