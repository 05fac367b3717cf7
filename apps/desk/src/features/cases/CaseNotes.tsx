import type { CaseDetail } from '@candor/protocol/desk-light';
import { Note, formatTime } from '@candor/ui';
import type { ReactElement } from 'react';
import { useDeskT } from '../../lib/texts.ts';
import { personText, reasonText } from './words.ts';

/** Who decided a case, when and why. */
function Decided({ of: one }: { readonly of: CaseDetail }): ReactElement | null {
  const t = useDeskT();
  const { verdict, decidedBy, decidedAt, reason, message, appliedAt } = one;
  if (verdict === null || decidedBy === null || decidedAt === null) return null;
  const isApplying = verdict === 'approved' && appliedAt === null;
  return (
    <Note
      title={t(`case.decided-${verdict}`, {
        by: personText(decidedBy, t),
        when: formatTime(decidedAt),
      })}
    >
      {reason !== null && <p>{reasonText(reason, t)}</p>}
      {message !== null && (
        <p dir="auto" className="break-words">
          {message}
        </p>
      )}
      {isApplying && <p role="status">{t('case.applying')}</p>}
    </Note>
  );
}

/** What a member has to know before deciding: what stands in the way, and how late it is. */
export function CaseNotes({ of: one }: { readonly of: CaseDetail }): ReactElement | null {
  const t = useDeskT();
  if (one.state === 'decided') return <Decided of={one} />;
  const { waitsForSecond, hindrance, claimedBy, isOverdue, deadline, firstBy, firstAt } = one;
  return (
    <div className="grid gap-2 empty:hidden">
      {isOverdue && (
        <Note tone="warn" title={t('case.overdue', { when: formatTime(deadline) })}>
          {t('case.overdue-text')}
        </Note>
      )}
      {waitsForSecond !== null && (
        <Note tone="warn" title={t('case.waits-for-second')}>
          {t('case.waits-for-second-text', {
            count: waitsForSecond.eligible,
            roles: waitsForSecond.roles.map((role) => t(`role.${role}`)).join(', '),
          })}
        </Note>
      )}
      {firstBy !== null && firstAt !== null && hindrance !== 'first-was-yours' && (
        <Note>
          {t('case.first-yes', { by: personText(firstBy, t), when: formatTime(firstAt) })}
        </Note>
      )}
      {hindrance !== null && hindrance !== 'decided' && (
        <Note>
          {t(`case.hindrance-${hindrance}`, {
            by: claimedBy === null ? '' : personText(claimedBy, t),
          })}
        </Note>
      )}
    </div>
  );
}
