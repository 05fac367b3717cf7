import { useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** Between two ways of doing the same. */
export function OrDivider(): ReactElement {
  const t = useT();
  return (
    <p className="my-5 flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('access.or')}
    </p>
  );
}
