import {
  Amount,
  Card,
  Empty,
  Note,
  StatusChip,
  Timeline,
  formatTime,
  placesOfStep,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { wallNow } from '../../lib/clock.ts';
import { Paged, Waiting } from '../../lib/Paged.tsx';
import { type OwnCase, PAGE_SIZE, useOwnCases } from './api.ts';
import { kindKey, reasonKey, stepKey } from './words.ts';

/** How a case stands. */
function State({ of: one, now }: { readonly of: OwnCase; readonly now: number }): ReactElement {
  const t = useT();
  // What was approved and cannot be done any more is not what was agreed.
  if (one.verdict === 'approved' && one.steps.some(({ kind }) => kind === 'voided')) {
    return <StatusChip icon="x">{t('cases.state-voided')}</StatusChip>;
  }
  if (one.verdict !== null) {
    const tone = { approved: 'ok', rejected: 'warn', withdrawn: 'neutral' } as const;
    const icon = one.verdict === 'approved' ? 'check' : 'x';
    return (
      <StatusChip tone={tone[one.verdict]} icon={icon}>
        {t(`cases.state-${one.verdict}`)}
      </StatusChip>
    );
  }
  return one.deadline <= now ? (
    <StatusChip tone="warn" icon="warning">
      {t('cases.state-late')}
    </StatusChip>
  ) : (
    <StatusChip icon="clock">{t('cases.state-waiting')}</StatusChip>
  );
}

/** What was decided, why, and what was written beside it. */
function Decision({ of: one }: { readonly of: OwnCase }): ReactElement | null {
  const t = useT();
  const reason = reasonKey(one.reason);
  if (one.message === null && reason === null) return null;
  return (
    <div className="mt-3 grid gap-1 rounded-md bg-sunken p-3 text-sm">
      {reason !== null && <p>{t('cases.reason', { reason: t(reason) })}</p>}
      {one.message !== null && (
        <>
          <p className="text-xs text-ink-3">{t('cases.message')}</p>
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {one.message}
          </p>
        </>
      )}
    </div>
  );
}

function OneCase({ of: one, now }: { readonly of: OwnCase; readonly now: number }): ReactElement {
  const t = useT();
  const { number, kind, amount, asset, openedAt, deadline, verdict, steps } = one;
  return (
    <Card className="p-5 max-desktop:p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h2 className="min-w-0 text-lg break-words">
          {t(kindKey(kind))}
          {amount !== null && asset !== null && (
            <>
              {' '}
              <Amount
                signed
                value={amount}
                asset={asset}
                places={Math.max(2, placesOfStep(amount))}
              />
            </>
          )}
        </h2>
        <State of={one} now={now} />
      </div>
      <p className="mt-1 text-sm text-ink-3">
        <bdi className="mono">{number}</bdi> · {t('cases.opened', { when: formatTime(openedAt) })}{' '}
        {verdict === null && t('cases.deadline', { when: formatTime(deadline) })}
      </p>
      {verdict === null && deadline <= now && (
        <Note tone="warn" className="mt-3">
          {t('cases.late')}
        </Note>
      )}
      <Decision of={one} />
      <div className="mt-4">
        <Timeline
          label={t('cases.timeline', { number })}
          isOpen={verdict === null}
          steps={steps.map(({ at, kind: step, text }, place) => ({
            key: String(place),
            text: t(stepKey(step)),
            when: <time title={formatTime(at, 'zone')}>{formatTime(at, 'short')}</time>,
            note:
              text === null || text === one.message ? null : (
                <p dir="auto" className="whitespace-pre-wrap">
                  {text}
                </p>
              ),
          }))}
        />
      </div>
    </Card>
  );
}

/** Cases about the user: what waits, until when, what was decided and why. */
export function CasesList(): ReactElement {
  const t = useT();
  const [now] = useState(wallNow);
  const [page, setPage] = useState(1);
  return (
    <Paged
      found={useOwnCases(page)}
      label={t('page.cases-title')}
      page={page}
      size={PAGE_SIZE}
      onPage={setPage}
      waiting={<Waiting rows={4} className="grid gap-4" />}
      failed={{ title: t('cases.failed'), className: '' }}
      empty={
        <Empty className="px-0" title={t('cases.empty')}>
          {t('cases.empty-text')}
        </Empty>
      }
      pagerClass="mt-4"
    >
      {({ records }) => (
        <ul className="grid gap-4">
          {records.map((one) => (
            <li key={one.number} className="min-w-0">
              <OneCase of={one} now={now} />
            </li>
          ))}
        </ul>
      )}
    </Paged>
  );
}
