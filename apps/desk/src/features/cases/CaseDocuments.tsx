import { type CaseDetail, DESK_CALLS, type DeskCallResult } from '@candor/protocol/desk-light';
import { Button, ErrorNote, Note, SelectField, formatFileSize, formatTime } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { PictureView } from '../../lib/PictureView.tsx';
import { Waits } from '../../lib/Waits.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { type AnsweredFile, call } from '../../lib/http.ts';
import { pictureText } from '../../lib/picture.ts';
import { ask } from '../../lib/query.ts';
import { hasRole, useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import type { Parts } from './parts.ts';
import { partReason } from './words.ts';

type Documents = DeskCallResult<'cases.documents'>;
type Item = Documents['records'][number];

const keyOf = (id: string) => ['cases', 'documents', id] as const;

/** One document: what it is, and once a member asked, the document itself. Each look is counted. */
function Document(props: {
  readonly caseId: string;
  readonly of: Item;
  readonly mayLook: boolean;
  /** What is decided of it, where it is decided by itself. */
  readonly verdict: ReactElement | null;
}): ReactElement {
  const { caseId, of: one, mayLook, verdict } = props;
  const t = useDeskT();
  const client = useQueryClient();
  const [shown, setShown] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const name = t(`document.purpose-${one.purpose}`);
  const look = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    const params = { id: caseId, fileId: one.id };
    const answer = await call('cases.document', { params });
    if (answer.ok) setShown(await pictureText(answer.value as unknown as AnsweredFile));
    else setProblem(failureText(answer.failure, t));
    setIsBusy(false);
    void client.invalidateQueries({ queryKey: keyOf(caseId) });
  };
  const said = t('document.brought', {
    when: formatTime(one.at, 'short'),
    size: formatFileSize(one.bytes),
  });
  if (shown !== null) {
    const caption = (
      <>
        <b className="font-semibold text-ink">{name}</b> · {said}
        {verdict}
      </>
    );
    return <PictureView src={shown} label={name} caption={caption} />;
  }
  return (
    <div className="grid content-start gap-2 rounded-md border border-line p-3 text-sm">
      <p>
        <b className="block font-semibold">{name}</b>
        <span className="text-xs text-ink-3">{said}</span>
      </p>
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
      {one.isGone ? (
        <p className="text-ink-3">{t('document.gone')}</p>
      ) : (
        mayLook && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={t('document.show', { name })}
            className="justify-self-start"
            busy={isBusy ? t('document.showing') : undefined}
            onClick={() => void look()}
          >
            {t('document.look')}
          </Button>
        )
      )}
      {verdict}
    </div>
  );
}

/** What a member decides of one document, or what was decided of it. */
function PartVerdict(props: {
  readonly of: NonNullable<CaseDetail['parts']>;
  readonly item: Item;
  readonly canDecide: boolean;
  readonly chosen: Parts;
  readonly onChoose: (id: string, said: string) => void;
}): ReactElement | null {
  const { of: parts, item, canDecide, chosen, onChoose } = props;
  const t = useDeskT();
  const name = t(`document.purpose-${item.purpose}`);
  const part = parts.records.find(({ id }) => id === item.id);
  if (part === undefined)
    return <p className="mt-1 text-xs text-ink-3">{t('case.part-not-asked')}</p>;
  if (part.isApproved !== null) {
    return (
      <p className="mt-1 text-sm">
        {part.isApproved ? t('case.part-approved') : partReason(part.reason ?? '', t)}
      </p>
    );
  }
  if (!canDecide) return null;
  return (
    <div className="mt-2">
      <SelectField
        label={t('case.part-verdict', { name })}
        value={chosen[item.id] ?? ''}
        onChange={(value) => onChoose(item.id, value)}
        choices={[
          { value: '', label: t('case.part-choose') },
          { value: 'approved', label: t('case.part-approved') },
          ...parts.reasons.map((value) => ({ value, label: partReason(value, t) })),
        ]}
      />
    </div>
  );
}

function Listed(props: {
  readonly of: CaseDetail;
  readonly chosen: Parts;
  readonly onChoose: (id: string, said: string) => void;
}): ReactElement {
  const { of: one, chosen, onChoose } = props;
  const t = useDeskT();
  const { memberId } = useMember();
  const documents = useQuery({
    queryKey: keyOf(one.id),
    queryFn: ({ signal }) => ask('cases.documents', { params: { id: one.id }, signal }),
  });
  const isMine = one.claimedBy?.id === memberId;
  return (
    <Waits of={documents} lines={2}>
      {({ records, views }) => (
        <>
          <Note className="mt-2" tone={isMine && views.left === 0 ? 'warn' : 'info'}>
            {isMine
              ? t('document.views', { left: views.left, max: views.max })
              : t('document.claim-first')}
            {views.left === 0 && views.nextAt !== null && (
              <> {t('document.next', { when: formatTime(views.nextAt) })}</>
            )}
          </Note>
          <div className="mt-2 grid items-start gap-3 [grid-template-columns:repeat(auto-fill,minmax(min(100%,280px),1fr))]">
            {records.map((item) => (
              <Document
                // A claim that ended takes what was shown away.
                key={`${item.id} ${String(isMine)}`}
                caseId={one.id}
                of={item}
                mayLook={isMine && views.left > 0}
                verdict={
                  one.parts === null ? null : (
                    <PartVerdict
                      of={one.parts}
                      item={item}
                      canDecide={isMine && one.hindrance === null}
                      chosen={chosen}
                      onChoose={onChoose}
                    />
                  )
                }
              />
            ))}
          </div>
        </>
      )}
    </Waits>
  );
}

/** Documents that were put to a case: for the member who claimed it, where the role decides by them. */
export function CaseDocuments(props: {
  readonly of: CaseDetail;
  readonly chosen: Parts;
  readonly onChoose: (id: string, said: string) => void;
}): ReactElement | null {
  const { of: one } = props;
  const t = useDeskT();
  const maySee = hasRole(useMember(), DESK_CALLS['cases.document'].roles);
  if (one.evidence.length === 0) return null;
  return (
    <section className="mt-5">
      <h3 className="text-base tracking-normal">{t('case.evidence')}</h3>
      {maySee ? (
        <Listed {...props} />
      ) : (
        <p className="mt-1 text-sm text-ink-3">
          {t('document.not-for-role', { count: one.evidence.length })}
        </p>
      )}
    </section>
  );
}
