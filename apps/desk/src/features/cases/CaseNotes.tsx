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
  const isApplying = verdict === 'approved' && appliedAt === null && one.stuck === null;
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

/** Why a decided case is not done yet, and what comes of it. */
function Stuck({ of: stuck }: { readonly of: NonNullable<CaseDetail['stuck']> }): ReactElement {
  const t = useDeskT();
  const { tries, since, nextAt, voidAt, why } = stuck;
  return (
    <Note tone="warn" title={t('case.stuck', { count: tries, since: formatTime(since) })}>
      <p className="break-words">{t('case.stuck-text', { why, next: formatTime(nextAt) })}</p>
      {voidAt !== null && <p>{t('case.stuck-void', { until: formatTime(voidAt) })}</p>}
    </Note>
  );
}

/** What a member has to know before deciding: what stands in the way, and how late it is. */
export function CaseNotes({ of: one }: { readonly of: CaseDetail }): ReactElement | null {
  const t = useDeskT();
  if (one.state === 'decided') {
    return (
      <div className="grid gap-2">
        <Decided of={one} />
        {one.stuck !== null && <Stuck of={one.stuck} />}
      </div>
    );
  }
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
