import { useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Advice } from '../features/support/Advice.tsx';
import { VerifyForm } from '../features/support/VerifyForm.tsx';
import { Cached } from '../live/Cached.tsx';

function Body(): ReactElement {
  const t = useT();
  return (
    <div className="mx-auto max-w-[1264px] px-8 pt-10 pb-12 max-desktop:px-4 max-desktop:pt-6">
      <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
        {t('page.verify-title')}
      </h1>
      <p className="mt-2 max-w-[72ch] text-ink-2">{t('verify.lead')}</p>
      <div className="mt-6 grid items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_360px] max-desktop:gap-4">
        <VerifyForm />
        <Advice />
      </div>
    </div>
  );
}

/** Where one learns whether something that was received is from us. @source PRODUCT 10 */
export function VerifyMessage(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
