import type { Receipt } from '@candor/protocol/light';
import { Card, CheckMark, XCircleIcon, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { useRules } from './api.ts';
import type { GroupResult, RulesResult } from './rules.ts';

function State({ state }: Pick<GroupResult, 'state'>): ReactElement {
  const t = useT();
  if (state === 'unchecked') return <span>{t('receipt.rules-unchecked')}</span>;
  if (state === 'said') return <span>{t('receipt.rules-said')}</span>;
  if (state === 'holds') {
    return (
      <>
        <CheckMark /> {t('receipt.rules-holds')}
      </>
    );
  }
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-[var(--color-danger)]">
      <XCircleIcon size={14} weight="fill" /> {t('receipt.differs')}
    </span>
  );
}

function Groups({ groups }: Pick<RulesResult, 'groups'>): ReactElement {
  const t = useT();
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
      {groups.map(({ label, state, wrong, said }) => (
        <li key={label} className="border-t border-line pt-2 first:border-0 first:pt-0">
          <div className="flex items-baseline justify-between gap-3">
            <span>{t(label)}</span>
            <span className="inline-flex items-center gap-1 text-xs text-ink-3">
              <State state={state} />
            </span>
          </div>
          {wrong.map(({ rule, what, detail }) => (
            <p key={`${rule} ${what} ${detail}`} className="mt-0.5 text-[var(--color-danger)]">
              <bdi dir="ltr" className="mono text-xs break-words whitespace-normal">
                {`[${rule}] ${what}: ${detail}`}
              </bdi>
            </p>
          ))}
          {said.map(({ rule, what, detail }) => (
            <p key={`${rule} ${what} ${detail}`} className="mt-0.5 text-ink-2">
              <bdi dir="ltr" className="mono text-xs break-words whitespace-normal">
                {`[${rule}] ${what}: ${detail}`}
              </bdi>
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

const WHY = {
  old: 'receipt.rules-old',
  long: 'receipt.rules-long',
  failed: 'receipt.rules-failed',
} as const;

/** What the published rules say of a receipt, and which of them this browser did not check. */
export function RuleList({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useT();
  const { data } = useRules(receipt);
  return (
    <Card className="p-5">
      <h2 className="mb-1 text-md font-semibold">{t('receipt.rules')}</h2>
      <p className="mb-4 text-xs text-ink-3">{t('receipt.rules-note')}</p>
      {data === undefined ? (
        <p role="status" className="text-sm text-ink-2">
          {t('receipt.rules-running')}
        </p>
      ) : (
        <>
          <Groups groups={data.groups} />
          {data.why !== null && <p className="mt-3 text-sm text-ink-2">{t(WHY[data.why])}</p>}
        </>
      )}
    </Card>
  );
}
