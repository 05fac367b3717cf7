import { useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { LimitsSection } from '../../features/accounts/limits/LimitsSection.tsx';
import { PauseNote } from '../../features/accounts/limits/PauseNote.tsx';
import { PauseSection } from '../../features/accounts/limits/PauseSection.tsx';
import { Cached } from '../../live/Cached.tsx';
import { AccountFrame } from './AccountFrame.tsx';

function Body(): ReactElement {
  const t = useT();
  return (
    <div className="mx-auto grid max-w-[1264px] grid-cols-[minmax(0,1fr)] gap-6 px-8 pt-10 pb-12 max-desktop:gap-4 max-desktop:px-4 max-desktop:pt-6">
      <div>
        <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {t('page.limits-title')}
        </h1>
        <p className="mt-2 max-w-[72ch] text-ink-2">{t('limits.lead')}</p>
      </div>
      <PauseNote />
      <LimitsSection />
      <div className="grid items-stretch gap-4 desktop:grid-cols-2">
        <PauseSection kind="timeout" />
        <PauseSection kind="exclusion" />
      </div>
    </div>
  );
}

/** What users set themselves: limits of real money, breaks, self-exclusion. */
export function Limits(): ReactElement {
  return (
    <Cached>
      <AccountFrame>
        <Body />
      </AccountFrame>
    </Cached>
  );
}
