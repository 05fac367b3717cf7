import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import type { DepositClaim } from '@candor/protocol/light';
import {
  Amount,
  Pager,
  StatusChip,
  type StatusIcon,
  type StatusTone,
  Timeline,
  type TimelineStep,
  formatTime,
  placesOfStep,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ReadFailed } from '../../../lib/ReadFailed.tsx';
import { failureOf } from '../../../lib/query.ts';
import { placeText } from '../place-text.ts';
import { CLAIMS_SHOWN, useDepositClaims } from './api.ts';

const LOOKS: Readonly<Record<DepositClaim['state'], { tone: StatusTone; icon: StatusIcon }>> = {
  waiting: { tone: 'neutral', icon: 'clock' },
  credited: { tone: 'ok', icon: 'check' },
  adjustment: { tone: 'running', icon: 'hourglass' },
  notFound: { tone: 'bad', icon: 'x' },
  notOurs: { tone: 'bad', icon: 'x' },
  unproven: { tone: 'warn', icon: 'warning' },
};

function OneClaim({ claim }: { readonly claim: DepositClaim }): ReactElement {
  const t = useT();
  const { asset, amount, network, state, holder, deadline, decidedTime, txHashTail } = claim;
  const isOpen = state === 'waiting';
  const until = deadline === null ? '' : t('withdraw.until', { when: formatTime(deadline) });
  const isFound = holder === 'chain';
  const what = isFound ? t('deposit.claim-found') : t('deposit.claim-note', { state });
  const whom = holder === null ? '' : t('withdraw.holder', { holder });
  const note = [what, whom, until].filter((one) => one !== '').join(' ');
  const name = isFound ? t('deposit.confirming') : t('deposit.claim-state', { state });
  const steps: TimelineStep[] = [
    { key: 'made', text: t('deposit.claim-made'), when: formatTime(claim.createdTime) },
    {
      key: state,
      text: name,
      when: decidedTime === null ? null : formatTime(decidedTime),
      note,
    },
  ];
  return (
    <li className="grid gap-3 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <p>
          <Amount
            value={amount}
            asset={asset}
            places={Math.max(2, placesOfStep(amount))}
            className="font-semibold"
          />{' '}
          <span className="text-sm text-ink-3">
            {NETWORK_NAMES[network]}{' '}
            <bdi dir="ltr" className="mono">
              …{txHashTail}
            </bdi>
          </span>
        </p>
        <StatusChip {...LOOKS[state]}>{name}</StatusChip>
      </div>
      <Timeline label={placeText(claim, t)} steps={steps} isOpen={isOpen} />
    </li>
  );
}

/** What the user told staff is missing, and what they found; nothing where nothing was told. */
export function Claims(): ReactElement | null {
  const t = useT();
  const [page, setPage] = useState(1);
  const found = useDepositClaims(page);
  const failure = failureOf(found.error);
  const { records, total } = found.data ?? { records: [], total: 0 };
  if (records.length === 0 && failure === null) return null;
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <h3 className="text-md font-semibold">{t('deposit.claims')}</h3>
      {records.length === 0 && failure !== null ? (
        <ReadFailed
          title={t('deposit.claims-failed')}
          failure={failure}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <ul aria-busy={found.isPlaceholderData}>
          {records.map((claim) => (
            <OneClaim key={claim.id} claim={claim} />
          ))}
        </ul>
      )}
      {total > CLAIMS_SHOWN && (
        <Pager
          label={t('deposit.claims')}
          isOnItsWay={found.isPlaceholderData}
          page={page}
          total={total}
          size={CLAIMS_SHOWN}
          onPage={setPage}
        />
      )}
    </section>
  );
}
