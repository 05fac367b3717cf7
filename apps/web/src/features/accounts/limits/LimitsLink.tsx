import { buttonClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from '../../../lib/paths.ts';
import { SectionCard } from '../forms/SectionCard.tsx';

/** Leads to the page of limits. */
export function LimitsLink(): ReactElement {
  const t = useT();
  return (
    <SectionCard
      title={t('page.limits-title')}
      lead={t('limits.link-text')}
      action={
        <Link href={href('limits')} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          {t('limits.link-open')}
        </Link>
      }
    />
  );
}
