import type { Receipt } from '@candor/protocol/light';
import { Button, Card, ErrorNote, Note, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { AllRight, Mark } from './Mark.tsx';
import { useRules } from './api.ts';
import type { RulesResult } from './rules.ts';

function Groups({ groups }: Pick<RulesResult, 'groups'>): ReactElement {
  const t = useT();
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
      {groups.map(({ label, state, wrong, said }) => (
        <li key={label} className="border-t border-line pt-2 first:border-0 first:pt-0">
          <div className="flex items-baseline justify-between gap-3">
            <span>{t(label)}</span>
            <Mark state={state}>{t('receipt.rules-holds')}</Mark>
          </div>
          {label === 'receipt.rules-signature' && state === 'differs' && (
            <p className="mt-0.5 text-[var(--color-danger)]">{t('receipt.rules-unsigned')}</p>
          )}
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

/** What all groups together came to: one sentence, and what the reader can do about it. */
function Verdict(props: {
  readonly result: RulesResult;
  readonly again: ReactNode;
}): ReactElement | null {
  const { groups, why } = props.result;
  const t = useT();
  const total = groups.length;
  const countOf = (state: (typeof groups)[number]['state']): number =>
    groups.filter((group) => group.state === state).length;
  const [wrong, open] = [countOf('differs'), countOf('unchecked')];
  const reason = why === null ? null : <p>{t(WHY[why])}</p>;
  if (wrong > 0) {
    return (
      <ErrorNote>
        <p>{t('receipt.rules-wrong', { count: wrong, total })}</p>
        {reason}
      </ErrorNote>
    );
  }
  const said = countOf('said');
  if (open + said === 0) return <AllRight>{t('receipt.rules-all', { count: total })}</AllRight>;
  return (
    <Note tone="warn" action={why === 'failed' ? props.again : null}>
      {said > 0 && <p>{t('receipt.rules-word', { count: said, total })}</p>}
      {open > 0 && open < total && <p>{t('receipt.rules-rest', { count: open, total })}</p>}
      {reason}
    </Note>
  );
}

/** What the published rules say of a receipt, and which of them this browser did not check. */
export function RuleList({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useT();
  const { data, isError, isFetching, refetch } = useRules(receipt);
  const again = (
    <Button size="sm" variant="secondary" disabled={isFetching} onClick={() => void refetch()}>
      {t('common.retry')}
    </Button>
  );
  return (
    <Card className="p-5">
      <h2 className="mb-3 text-md font-semibold">{t('receipt.rules')}</h2>
      {data !== undefined ? (
        <Verdict result={data} again={again} />
      ) : isError ? (
        <Note tone="warn" action={again}>
          {t('receipt.rules-failed')}
        </Note>
      ) : (
        <p role="status" className="text-sm text-ink-2">
          {t('receipt.rules-running')}
        </p>
      )}
      {/* Said of what was done: not while it runs, nor where nothing could be fetched. */}
      {(data?.why === null || data?.why === 'long') && (
        <p className="mt-1 text-xs text-ink-3">{t('receipt.rules-note')}</p>
      )}
      {data !== undefined && (
        <div className="mt-4">
          <Groups groups={data.groups} />
        </div>
      )}
    </Card>
  );
}
