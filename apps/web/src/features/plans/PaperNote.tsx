import { DemoChip, useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** That what follows is practice money: on hatch, like everything that is not real. */
export function PaperNote(): ReactElement {
  const t = useT();
  return (
    <p className="hatch flex flex-wrap items-center gap-2 rounded-md p-3 text-sm text-demo-ink inset-ring inset-ring-demo-line">
      <DemoChip solid>{t('plans.on-paper')}</DemoChip>
      {t('plans.paper-text')}
    </p>
  );
}
