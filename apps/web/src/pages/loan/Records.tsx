import { ArrowLeftIcon, buttonClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useStepUp } from '../../features/accounts/proofs/use-step-up.tsx';
import { LoanStateChip } from '../../features/loans/LoanState.tsx';
import { useLoan } from '../../features/loans/api.ts';
import { LoanList } from '../../features/loans/mine/LoanList.tsx';
import { LoanRecord } from '../../features/loans/mine/LoanRecord.tsx';
import { href, useSearch } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Cached } from '../../live/Cached.tsx';
import { ToReal } from './ToReal.tsx';

const TITLE = 'text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal';

/** The number of the loan that is shown, with the way back to all of them. */
function OneTitle({ id }: { readonly id: string }): ReactElement {
  const t = useT();
  const { data } = useLoan(id);
  return (
    <div className="grid gap-2">
      <Link
        href={href('loans')}
        className="inline-flex min-h-6 items-center gap-1.5 justify-self-start text-sm text-accent underline underline-offset-3 max-desktop:min-h-11"
      >
        <ArrowLeftIcon size={18} />
        {t('loan.mine')}
      </Link>
      <div className="flex flex-wrap items-center gap-3 max-desktop:justify-between">
        <h1 className={TITLE}>
          {data === undefined ? t('nav.loan') : <bdi dir="ltr">{data.number}</bdi>}
        </h1>
        {data !== undefined && <LoanStateChip state={data.state} />}
      </div>
    </div>
  );
}

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
      {id !== undefined && mode === 'real' ? (
        <OneTitle id={id} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className={TITLE}>{t('loan.mine')}</h1>
          <Link href={href('loanApply')} className={buttonClass()}>
            {t('loan.apply')}
          </Link>
        </div>
      )}
      {mode !== 'real' ? (
        <ToReal />
      ) : id === undefined ? (
        <LoanList hrefOf={(one) => href('loans', { id: one })} />
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
