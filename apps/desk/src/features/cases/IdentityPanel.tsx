import type { CaseDetail, DeskCallResult } from '@candor/protocol/desk-light';
import { Button, ErrorNote, Note, TextArea, TextInput, formatTime } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { Waits } from '../../lib/Waits.tsx';
import { countryText } from '../../lib/countries.ts';
import { PAGES } from '../../lib/paths.ts';
import { ask } from '../../lib/query.ts';
import { useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';

type Review = DeskCallResult<'identity.review'>;
type Checked = DeskCallResult<'identity.check'>;

function Row(props: { readonly label: string; readonly value: string }): ReactElement {
  const { label, value } = props;
  return (
    <div className="grid grid-cols-[minmax(96px,1fr)_minmax(0,3fr)] gap-3 border-b border-line py-[7px]">
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words">
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

/** What the user said, field by field, as it is compared with the document. */
function Said({ details }: { readonly details: NonNullable<Review['details']> }): ReactElement {
  const t = useDeskT();
  const { documentNumber, signatureName } = details;
  return (
    <dl className="text-sm">
      <Row label={t('identity.first-name')} value={details.firstName} />
      <Row label={t('identity.last-name')} value={details.lastName} />
      <Row label={t('identity.birthdate')} value={details.birthdate} />
      <Row label={t('identity.sex')} value={t(`identity.sex-${details.sex}`)} />
      <Row label={t('identity.country')} value={countryText(details.country, t)} />
      <Row label={t('identity.address')} value={details.address} />
      <Row label={t('identity.phone')} value={details.phone} />
      <Row label={t('identity.type')} value={t(`identity.type-${details.documentType}`)} />
      {documentNumber !== null && (
        <Row label={t('identity.document-number')} value={documentNumber} />
      )}
      {signatureName !== null && (
        <Row label={t('identity.signature-typed')} value={signatureName} />
      )}
    </dl>
  );
}

const FIELD_TEXTS = {
  firstName: 'identity.first-name',
  lastName: 'identity.last-name',
  birthdate: 'identity.birthdate',
  sex: 'identity.sex',
  documentNumber: 'identity.document-number',
} as const;

/** The machine's lines beside what the user said. */
function Lines({ of: lines }: { readonly of: NonNullable<Checked['lines']> }): ReactElement {
  const t = useDeskT();
  return (
    <div className="mt-3 text-sm">
      <p className={lines.isWhole ? 'text-ink-2' : 'font-semibold text-[var(--color-danger)]'}>
        {t(lines.isWhole ? 'identity.lines-whole' : 'identity.lines-broken', {
          format: lines.format,
        })}
      </p>
      {lines.expiresOn !== null && (
        <p className={lines.isExpired ? 'font-semibold text-[var(--color-danger)]' : 'text-ink-2'}>
          {t(lines.isExpired ? 'identity.expired' : 'identity.expires', { day: lines.expiresOn })}
        </p>
      )}
      {lines.fields.length > 0 && (
        <table className="mt-2 w-full text-start">
          <thead>
            <tr className="border-b border-line text-ink-3">
              <th className="py-1.5 text-start font-normal">{t('identity.field')}</th>
              <th className="py-1.5 text-start font-normal">{t('identity.said')}</th>
              <th className="py-1.5 text-start font-normal">{t('identity.read')}</th>
              <th className="py-1.5 text-start font-normal">{t('identity.result')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.fields.map(({ field, said, read, agrees }) => (
              <tr key={field} className="border-b border-line align-top">
                <td className="py-1.5 pe-2 text-ink-3">{t(FIELD_TEXTS[field])}</td>
                <td className="py-1.5 pe-2 break-words">
                  <bdi>{said}</bdi>
                </td>
                <td className="mono py-1.5 pe-2 break-words">
                  <bdi>{read}</bdi>
                </td>
                <td
                  className={`py-1.5 ${agrees ? 'text-ink-2' : 'font-semibold text-[var(--color-danger)]'}`}
                >
                  {t(agrees ? 'identity.agrees' : 'identity.differs')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** Other accounts with the same number or picture, each with its case. */
function Findings(props: {
  readonly of: Review['findings'];
  readonly isNumberKnown: boolean;
}): ReactElement {
  const { of: findings, isNumberKnown } = props;
  const t = useDeskT();
  if (findings.length === 0) {
    return (
      <p className="mt-1 text-sm text-ink-3">
        {t(isNumberKnown ? 'identity.nothing-found' : 'identity.number-unknown')}
      </p>
    );
  }
  return (
    <Note tone="warn" className="mt-2" title={t('identity.found')}>
      <ul className="grid gap-1">
        {findings.map(({ kind, userId, username, caseId, at }) => (
          <li key={`${kind} ${userId} ${caseId ?? ''}`}>
            {t(`identity.${kind}`, { when: formatTime(at, 'short') })}{' '}
            <Link to={`${PAGES.users.path}/${userId}`} className="underline">
              <bdi>{username}</bdi>
            </Link>
            {caseId !== null && (
              <>
                {' · '}
                <Link to={`${PAGES.cases.path}/${caseId}`} className="underline">
                  {t('identity.its-case')}
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** What the member reads from the document: its number, or the lines a machine reads. */
function CheckForm(props: {
  readonly caseId: string;
  readonly onChecked: (checked: Checked) => void;
}): ReactElement {
  const { caseId, onChecked } = props;
  const t = useDeskT();
  const { send, isBusy, problem } = useCommand();
  const [documentNumber, setDocumentNumber] = useState('');
  const [mrz, setMrz] = useState('');
  const isEmpty = documentNumber.trim() === '' && mrz.trim() === '';
  const check = async (): Promise<void> => {
    if (isBusy || isEmpty) return;
    const answer = await send('identity.check', {
      params: { id: caseId },
      body: {
        ...(documentNumber.trim() === '' ? {} : { documentNumber }),
        ...(mrz.trim() === '' ? {} : { mrz }),
      },
    });
    if (answer !== null) onChecked(answer.value as Checked);
  };
  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <TextInput
        label={t('identity.number-read')}
        autoComplete="off"
        maxLength={40}
        value={documentNumber}
        onChange={(event) => setDocumentNumber(event.target.value)}
      />
      <TextArea
        label={t('identity.lines-read')}
        help={t('identity.lines-help')}
        rows={3}
        maxLength={100}
        className="[&_textarea]:font-mono"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={mrz}
        onChange={(event) => setMrz(event.target.value)}
      />
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        className="justify-self-start"
        disabled={isEmpty}
        busy={isBusy ? t('identity.checking') : undefined}
      >
        {t('identity.check')}
      </Button>
    </form>
  );
}

function Shown({
  caseId,
  of: review,
}: {
  readonly caseId: string;
  readonly of: Review;
}): ReactElement {
  const t = useDeskT();
  const [checked, setChecked] = useState<Checked | null>(null);
  const lines = checked?.lines ?? review.lines;
  return (
    <>
      {review.details !== null && <Said details={review.details} />}
      {review.proof !== null && (
        <dl className="text-sm">
          <Row label={t('identity.proof')} value={t(`identity.proof-${review.proof.proof}`)} />
          <Row label={t('identity.issued')} value={review.proof.issuedOn} />
        </dl>
      )}
      {review.details !== null && (
        <>
          <h4 className="mt-4 text-sm font-semibold">{t('identity.other-accounts')}</h4>
          <Findings
            of={checked?.findings ?? review.findings}
            isNumberKnown={review.isNumberKnown || checked !== null}
          />
          <h4 className="mt-4 text-sm font-semibold">{t('identity.compare')}</h4>
          <CheckForm caseId={caseId} onChecked={setChecked} />
          {checked !== null && checked.isSameNumber !== null && (
            <p
              className={`mt-3 text-sm ${checked.isSameNumber ? 'text-ink-2' : 'font-semibold text-[var(--color-danger)]'}`}
            >
              {t(checked.isSameNumber ? 'identity.number-same' : 'identity.number-differs')}
            </p>
          )}
          {lines !== null && <Lines of={lines} />}
        </>
      )}
      {review.details === null && review.findings.length > 0 && (
        <Findings of={review.findings} isNumberKnown />
      )}
    </>
  );
}

/** What an identification says, for the member who claimed it; each reading is told to the user. */
export function IdentityPanel({ of: one }: { readonly of: CaseDetail }): ReactElement | null {
  const t = useDeskT();
  const { memberId, roles } = useMember();
  const isMine = one.claimedBy?.id === memberId && one.state !== 'decided';
  const maySee = one.kind === 'identity' && roles.includes('kyc');
  const review = useQuery({
    queryKey: ['cases', 'identity', one.id],
    queryFn: ({ signal }) => ask('identity.review', { params: { id: one.id }, signal }),
    enabled: maySee && isMine,
    // Each reading is written down: none is made by itself.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (!maySee) return null;
  return (
    <section className="mt-5">
      <h3 className="text-base tracking-normal">{t('identity.title')}</h3>
      {isMine ? (
        <Waits of={review} lines={6}>
          {(found) => <Shown caseId={one.id} of={found} />}
        </Waits>
      ) : (
        <p className="mt-1 text-sm text-ink-3">{t('identity.claim-first')}</p>
      )}
    </section>
  );
}
