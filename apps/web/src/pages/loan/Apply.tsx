import { useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { FirstRealNote } from '../../features/accounts/FirstRealNote.tsx';
import { LoanFlow } from '../../features/loans/apply/LoanFlow.tsx';
import { href } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Cached } from '../../live/Cached.tsx';
import { ToReal } from './ToReal.tsx';

function Body(): ReactElement {
  const t = useT();
  const { mode } = useSession();
  return (
    <div className="mx-auto grid max-w-[1120px] grid-cols-[minmax(0,1fr)] gap-6 px-8 pt-10 pb-12 max-desktop:gap-4 max-desktop:px-4 max-desktop:pt-5 max-desktop:pb-0">
      <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-xl rtl:tracking-normal">
        {t('loan.apply')}
      </h1>
      {mode === 'real' ? (
        <>
          <FirstRealNote before="loan" />
          <LoanFlow identityHref={href('identity')} loansHref={href('loans')} />
        </>
      ) : (
        <ToReal />
      )}
    </div>
  );
}

/** A loan is asked for: amount and collateral, identification, signature, review. */
export function LoanApply(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
