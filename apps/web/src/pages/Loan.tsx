import type { FeeSchedule } from '@candor/protocol/light';
import { Card, KeyValue, buttonClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { LoanExample } from '../features/loans/LoanExample.tsx';
import { LoanRules } from '../features/loans/LoanRules.tsx';
import { isOfLoans, publishedTerms } from '../features/loans/published.ts';
import { useFees } from '../features/transparency/api.ts';
import { parameterName, parameterValue } from '../features/transparency/parameter-words.ts';
import { Waiting } from '../lib/Paged.tsx';
import { ReadFailed } from '../lib/ReadFailed.tsx';
import { href } from '../lib/paths.ts';
import { failureOf } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { Cached } from '../live/Cached.tsx';
import { ToReal } from './loan/ToReal.tsx';

/** The way in; practice is shown the way to the account that borrows. */
function Begin(): ReactElement {
  const t = useT();
  const { state, mode } = useSession();
  const isPractice = state === 'in' && mode !== 'real';
  if (isPractice) return <ToReal />;
  return (
    <div className="flex flex-wrap gap-2 max-desktop:*:flex-1">
      <Link href={href('loanApply')} className={buttonClass({ size: 'lg' })}>
        {t('loan.apply')}
      </Link>
      {state === 'in' && (
        <Link href={href('loans')} className={buttonClass({ variant: 'secondary', size: 'lg' })}>
          {t('loan.mine')}
        </Link>
      )}
    </div>
  );
}

/** Every number of loans that an operator sets or the product fixes, as it is in force. */
function Terms({ schedule }: { readonly schedule: FeeSchedule }): ReactElement {
  const t = useT();
  return (
    <Card className="p-5 max-desktop:p-4">
      <h2 className="text-lg">{t('loan.terms')}</h2>
      <dl className="mt-3 grid gap-2 text-sm desktop:grid-cols-2 desktop:gap-x-12">
        {schedule.parameters.filter(isOfLoans).map((parameter) => (
          <KeyValue key={parameter.key} label={parameterName(parameter.key, t)}>
            <bdi dir="ltr">{parameterValue(parameter, parameter.value, t)}</bdi>
          </KeyValue>
        ))}
      </dl>
      <Link
        href={href('trust')}
        className="mt-4 inline-flex min-h-6 items-center text-sm text-accent underline underline-offset-3 max-desktop:min-h-11"
      >
        {t('loan.terms-history')}
      </Link>
    </Card>
  );
}

function Ready({ schedule }: { readonly schedule: FeeSchedule }): ReactElement {
  const t = useT();
  const terms = publishedTerms(schedule.parameters);
  return (
    <>
      {terms !== null && (
        <>
          <section aria-labelledby="loan-example">
            <h2 id="loan-example" className="mb-1 text-xl">
              {t('loan.example')}
            </h2>
            <p className="mb-4 max-w-[72ch] text-ink-2">{t('loan.example-text')}</p>
            <LoanExample terms={terms} />
          </section>
          <LoanRules terms={terms} />
        </>
      )}
      <Terms schedule={schedule} />
    </>
  );
}

function Body(): ReactElement {
  const t = useT();
  const fees = useFees();
  const failure = failureOf(fees.error);
  return (
    <div className="mx-auto grid max-w-[1264px] grid-cols-[minmax(0,1fr)] gap-8 px-8 pt-10 pb-12 max-desktop:gap-6 max-desktop:px-4 max-desktop:pt-6">
      <div className="grid gap-4">
        <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {t('page.loan-title')}
        </h1>
        <p className="max-w-[72ch] text-md text-ink-2">{t('page.loan-text')}</p>
        <Begin />
      </div>
      {fees.data !== undefined ? (
        <Ready schedule={fees.data} />
      ) : failure === null ? (
        <Waiting rows={4} className="grid gap-4" />
      ) : (
        <ReadFailed
          title={t('trust.fees-failed')}
          failure={failure}
          onRetry={() => void fees.refetch()}
        />
      )}
    </div>
  );
}

/** What loans cost and what can go wrong, for users and visitors alike; and the way to one. */
export function Loan(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
