import {
  IDENTITY_DOCUMENTS,
  type Identification,
  type IdentityState,
} from '@candor/protocol/light';
import {
  Card,
  Note,
  type StatusIcon,
  type StatusTone,
  StatusChip,
  Timeline,
  type TimelineStep,
  formatTime,
  useT,
} from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { wallNow } from '../../lib/clock.ts';
import { waitText } from '../../lib/wait-text.ts';
import { documentText, reasonText } from './plan/words.ts';

const LOOKS: Readonly<Record<IdentityState, readonly [StatusTone, StatusIcon]>> = {
  none: ['neutral', 'lock'],
  pending: ['running', 'clock'],
  verified: ['ok', 'check'],
  failed: ['bad', 'x'],
};

/** Where an identification, or a proof of address, stands. */
export function StateChip({ state }: { readonly state: IdentityState }): ReactElement {
  const t = useT();
  const [tone, icon] = LOOKS[state];
  return (
    <StatusChip tone={tone} icon={icon}>
      {t(`identity.state-${state}`)}
    </StatusChip>
  );
}

/** When something was sent in, until when staff decide, and what they decided. */
type Clock = {
  readonly state: IdentityState;
  readonly submittedAt?: number | undefined;
  readonly deadline?: number | undefined;
  readonly decidedAt?: number | undefined;
};

/** What was sent in on its way through the review: who acts, and until when. */
export function ReviewClock({ of }: { readonly of: Clock }): ReactElement | null {
  const t = useT();
  const [now] = useState(wallNow);
  const { state, submittedAt, deadline, decidedAt } = of;
  if (submittedAt === undefined) return null;
  const steps: TimelineStep[] = [
    { key: 'sent', text: t('identity.sent'), when: formatTime(submittedAt, 'short') },
  ];
  if (state === 'pending' && deadline !== undefined) {
    const isLate = deadline <= now;
    steps.push({
      key: 'review',
      text: t('identity.in-review'),
      when: isLate
        ? t('identity.late-short')
        : t('identity.left', { wait: `\u2066${waitText(deadline - now)}\u2069` }),
      note: t('identity.until', { when: formatTime(deadline) }),
    });
  }
  if (state !== 'pending' && decidedAt !== undefined) {
    const when = formatTime(decidedAt, 'short');
    steps.push({ key: 'decided', text: t(`identity.state-${state}`), when });
  }
  return (
    <>
      <Timeline label={t('identity.timeline')} steps={steps} isOpen={state === 'pending'} />
      {state === 'pending' && deadline !== undefined && deadline <= now && (
        <Note tone="warn">{t('identity.late')}</Note>
      )}
    </>
  );
}

/** What staff wrote beside their reasons. */
export function StaffMessage({ text }: { readonly text: string | undefined }): ReactElement | null {
  const t = useT();
  if (text === undefined || text === '') return null;
  return (
    <div className="grid gap-1 rounded-md bg-sunken p-3 text-sm">
      <p className="text-xs text-ink-3">{t('cases.message')}</p>
      <p dir="auto" className="break-words whitespace-pre-wrap">
        {text}
      </p>
    </div>
  );
}

/** Every document with how it stands, and why it was rejected. */
function Documents({ documents }: Pick<Identification, 'documents'>): ReactElement | null {
  const t = useT();
  if (documents.length === 0) return null;
  const inOrder = documents.toSorted(
    (a, b) => IDENTITY_DOCUMENTS.indexOf(a.kind) - IDENTITY_DOCUMENTS.indexOf(b.kind),
  );
  return (
    <ul aria-label={t('identity.documents')}>
      {inOrder.map(({ kind, state, reason }) => (
        <li key={kind} className="grid gap-1 border-t border-line py-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="font-medium">{documentText(kind, t)}</span>
            <StateChip
              state={
                state === 'approved' ? 'verified' : state === 'rejected' ? 'failed' : 'pending'
              }
            />
          </div>
          {reason !== undefined && <p className="text-sm text-ink-2">{reasonText(reason, t)}</p>}
        </li>
      ))}
    </ul>
  );
}

/** Where the user's identification stands, document by document, with the way on. */
export function StatePanel(props: {
  readonly identification: Identification;
  readonly action?: ReactNode;
}): ReactElement {
  const { identification, action } = props;
  const { state, level, documents, message } = identification;
  const t = useT();
  return (
    <Card className="grid gap-4 p-6 max-desktop:p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{t(`identity.now-${state}`)}</h2>
        <StateChip state={state} />
      </div>
      {state === 'verified' && (
        <p className="text-sm text-ink-2">
          {t('identity.level', { level: level === 2 ? 'address' : 'documents' })}
        </p>
      )}
      {state === 'failed' && !documents.some((one) => one.state === 'rejected') && (
        <p className="text-sm text-ink-2">{t('notifications.more-identity-lapsed')}</p>
      )}
      <ReviewClock of={identification} />
      <StaffMessage text={message} />
      <Documents documents={documents} />
      {action}
    </Card>
  );
}
