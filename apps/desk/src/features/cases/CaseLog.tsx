import type { CaseDetail, CaseStepItem } from '@candor/protocol/desk-light';
import { Timeline, formatTime } from '@candor/ui';
import type { ReactElement } from 'react';
import { useDeskT } from '../../lib/texts.ts';
import { personText, reasonText } from './words.ts';

function Said({ text, reason }: Pick<CaseStepItem, 'text' | 'reason'>): ReactElement | null {
  const t = useDeskT();
  if (text === null && reason === null) return null;
  return (
    <>
      {reason !== null && <p>{reasonText(reason, t)}</p>}
      {text !== null && (
        <p className="whitespace-pre-wrap" dir="auto">
          {text}
        </p>
      )}
    </>
  );
}

/** What happened in a case, and which of it the customer can read. */
export function CaseLog({
  of: { steps, state, userId },
}: {
  readonly of: CaseDetail;
}): ReactElement {
  const t = useDeskT();
  return (
    <section className="mt-5">
      <h3 className="mb-2.5 text-base tracking-normal">
        {t('case.log')}{' '}
        {userId !== null && (
          <span className="font-medium text-ink-3">{t('case.log-customer')}</span>
        )}
      </h3>
      <Timeline
        label={t('case.log')}
        isOpen={state !== 'decided'}
        steps={steps.map(({ id, at, kind, by, text, reason, isForUser }) => ({
          key: id,
          text: (
            <>
              {t(`case.step-${kind}`, { by: personText(by, t) })}
              {userId !== null && !isForUser && (
                <span className="ms-2 text-xs text-ink-3">{t('case.staff-only')}</span>
              )}
            </>
          ),
          when: <time title={formatTime(at, 'zone')}>{formatTime(at, 'short')}</time>,
          note: text === null && reason === null ? null : <Said text={text} reason={reason} />,
        }))}
      />
    </section>
  );
}
