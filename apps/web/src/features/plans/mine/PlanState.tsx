import type { PlanOrder } from '@candor/protocol/light';
import { StatusChip, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { STATE_LOOKS } from '../words.ts';

/** Where a plan stands, in the words of the specification. @source seed §4 */
export function PlanStateChip({ state }: { readonly state: PlanOrder['state'] }): ReactElement {
  const t = useT();
  return <StatusChip {...STATE_LOOKS[state]}>{t('plans.state', { state })}</StatusChip>;
}
