import { Note, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { useSecurityOverview } from './api.ts';

/** Says until when withdrawals wait, and because of what; nothing while they do not. */
export function HoldsNote(): ReactElement | null {
  const t = useT();
  const [longest] = useSecurityOverview().data?.holds ?? [];
  if (longest === undefined) return null;
  return (
    <Note tone="warn">
      {t('security.holds', {
        when: formatTime(longest.until),
        why: t(`security.kind-${longest.reason}`),
      })}
    </Note>
  );
}
