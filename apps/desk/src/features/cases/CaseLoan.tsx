import { type CaseDetail, type CaseLoan, DESK_CALLS } from '@candor/protocol/desk-light';
import { Button, DownloadIcon, ErrorNote } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { exactAmount, ltvText } from '../../lib/amounts.ts';
import type { AnsweredFile } from '../../lib/http.ts';
import { languageName } from '../../lib/language-name.ts';
import { ask } from '../../lib/query.ts';
import { saveFile } from '../../lib/save-file.ts';
import { hasRole, useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';

const USDT = 'USDT';

function Row(props: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return (
    <div className="grid grid-cols-[minmax(96px,1fr)_minmax(0,3fr)] gap-3 border-b border-line py-[7px]">
      <dt className="text-ink-3">{props.label}</dt>
      <dd className="min-w-0 break-words">{props.children}</dd>
    </div>
  );
}

/** The agreement in English, which binds, and in the language its borrower reads. */
function Agreement(props: { readonly of: CaseDetail; readonly hash: string }): ReactElement {
  const { of: one, hash } = props;
  const t = useDeskT();
  const command = useCommand();
  const languages = [...new Set(['en', one.user?.language ?? 'en'])];
  type LanguageQuery = NonNullable<
    Parameters<typeof command.send<'loans.case-agreement'>>[1]
  >['query'];
  const save = async (language: string): Promise<void> => {
    const query = { language } as LanguageQuery;
    const answer = await command.send('loans.case-agreement', {
      params: { id: one.id },
      ...(query === undefined ? {} : { query }),
    });
    // The call answers with a file in the place of its result.
    if (answer !== null) saveFile(answer.value as unknown as AnsweredFile);
  };
  return (
    <div className="mt-3">
      <p className="text-sm">
        {t('loan-book.agreement-text')}{' '}
        <span className="mono text-xs break-all text-ink-3">{hash}</span>
      </p>
      {command.problem !== null && <ErrorNote className="mt-2">{command.problem}</ErrorNote>}
      <div className="mt-2 flex flex-wrap gap-2 max-desktop:gap-y-3">
        {languages.map((language) => (
          <Button
            key={language}
            size="sm"
            variant="secondary"
            busy={command.isBusy ? t('loan-book.fetching') : undefined}
            onClick={() => void save(language)}
          >
            <DownloadIcon size={16} />
            {t('loan-book.agreement-in', { language: languageName(language) })}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Facts({ of: loan }: { readonly of: CaseLoan }): ReactElement {
  const t = useDeskT();
  const none = <span className="text-warn">{t('loan-book.no-judgement')}</span>;
  const max = ltvText(loan.ltvMax);
  return (
    <dl className="text-sm">
      <Row label={t('loan-book.state')}>{t(`loan-book.state-${loan.state}`)}</Row>
      <Row label={t('loan-book.identity')}>
        {t(`loan-book.identity-${loan.identity}`, { level: loan.level })}
      </Row>
      <Row label={t('loan-book.value')}>
        {loan.value === null ? none : <span className="num">{exactAmount(loan.value, USDT)}</span>}
      </Row>
      <Row label={t('loan-book.level')}>
        {loan.ltv === null ? none : t('loan-book.ltv-of-max', { ltv: ltvText(loan.ltv), max })}
      </Row>
      <Row label={t('loan-book.others')}>
        {loan.others.length === 0
          ? t('loan-book.others-none')
          : loan.others.map((other) => (
              <span key={other.number} className="block">
                <span className="mono">{other.number}</span>{' '}
                <span className="num">{exactAmount(other.amount, USDT)}</span>{' '}
                <span className="text-ink-3">
                  {t(`loan-book.state-${other.state}`)}
                  {other.ltv !== null && ` · ${ltvText(other.ltv)}`}
                </span>
              </span>
            ))}
      </Row>
      <Row label={t('loan-book.signature-hash')}>
        <span className="mono text-xs break-all text-ink-3">{loan.signatureHash}</span>
      </Row>
    </dl>
  );
}

function Shown({ of: one }: { readonly of: CaseDetail }): ReactElement {
  const t = useDeskT();
  const loan = useQuery({
    queryKey: ['cases', 'loan', one.id],
    queryFn: ({ signal }) => ask('loans.of-case', { params: { id: one.id }, signal }),
    refetchOnWindowFocus: false,
  });
  return (
    <section className="mt-5" aria-label={t('loan-book.case')}>
      <h3 className="text-base tracking-normal">{t('loan-book.case')}</h3>
      <Waits of={loan} lines={4}>
        {(found) => (
          <>
            <Facts of={found} />
            <h3 className="mt-5 text-base tracking-normal">{t('loan-book.agreement')}</h3>
            <Agreement of={one} hash={found.agreementHash} />
          </>
        )}
      </Waits>
    </section>
  );
}

/** Of a case about a loan: that loan at the bids of now, its borrower’s others, and what was signed. */
export function CaseLoanPart({ of: one }: { readonly of: CaseDetail }): ReactElement | null {
  const maySee = hasRole(useMember(), DESK_CALLS['loans.of-case'].roles);
  const isOfLoan = one.kind === 'loan' || one.kind === 'loanWriteOff';
  return isOfLoan && maySee ? <Shown of={one} /> : null;
}
