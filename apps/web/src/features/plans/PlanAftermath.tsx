import { Note, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { type Aftermath, AftermathNote } from '../../lib/AftermathNote.tsx';

/**
 * Under the action: that nobody knows yet what became of it, and where to look; what is on its way or
 * was not sent is said as everywhere.
 */
export function PlanAftermath({ aftermath }: { readonly aftermath: Aftermath }): ReactElement {
  const t = useT();
  const isOpen = aftermath === 'unknown' || (typeof aftermath === 'object' && aftermath !== null);
  if (isOpen) return <Note tone="warn">{t('plans.late')}</Note>;
  return <AftermathNote aftermath={aftermath} refusal={undefined} />;
}
