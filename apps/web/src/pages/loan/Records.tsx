import { ArrowLeftIcon, buttonClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useStepUp } from '../../features/accounts/proofs/use-step-up.tsx';
import { LoanList } from '../../features/loans/mine/LoanList.tsx';
import { LoanRecord } from '../../features/loans/mine/LoanRecord.tsx';
import { href, useSearch } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Cached } from '../../live/Cached.tsx';
import { ToReal } from './ToReal.tsx';

/** One loan; what is done with it is confirmed by the account's strongest proof. */
function One({ id }: { readonly id: string }): ReactElement {
  const draw = useStepUp('loan-draw');
  return (
    <>
      <LoanRecord key={id} id={id} confirm={draw.confirm} />
      {draw.dialog}
    </>
  );
}

function Body(): ReactElement {
  const t = useT();
  const { mode } = useSession();
  const { id } = useSearch('loans');
  return (
    <div className="mx-auto grid max-w-[1264px] grid-cols-[minmax(0,1fr)] gap-6 px-8 pt-10 pb-12 max-desktop:gap-4 max-desktop:px-4 max-desktop:pt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl tracking-[-0.03em] max-desktop:text-2xl rtl:tracking-normal">
          {t('loan.mine')}
        </h1>
        {id === undefined ? (
          <Link href={href('loanApply')} className={buttonClass()}>
            {t('loan.apply')}
          </Link>
        ) : (
          <Link href={href('loans')} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <ArrowLeftIcon size={18} />
            {t('loan.mine')}
          </Link>
        )}
      </div>
      {mode !== 'real' ? (
        <ToReal />
      ) : id === undefined ? (
        <LoanList hrefOf={(one) => href('loans', { id: one })} applyHref={href('loanApply')} />
      ) : (
        <One id={id} />
      )}
    </div>
  );
}

/** The user's loans: their list, or one of them. */
export function Loans(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
