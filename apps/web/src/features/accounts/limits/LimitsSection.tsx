import {
  Amount,
  Button,
  type Column,
  DataTable,
  ErrorNote,
  Skeleton,
  formatNumber,
  formatTime,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';
import { SectionCard } from '../SectionCard.tsx';
import { type Limit, useLimits } from './api.ts';
import { LimitDialog } from './LimitDialog.tsx';
import { kindKey, meaningKey, periodKey } from './words.ts';

/** What one thinks of first stands first; deposits are not open yet. */
const KINDS = ['loss', 'turnover', 'deposit'] as const;

/** What holds, and what will hold instead. */
function Held({ limit }: { readonly limit: Limit }): ReactElement {
  const t = useT();
  const { amount, pending } = limit;
  return (
    <span className="grid justify-items-end gap-0.5">
      {amount === undefined ? (
        <span className="text-ink-3">{t('limits.none')}</span>
      ) : (
        <Amount value={amount} className="font-medium" />
      )}
      {pending !== undefined && (
        <span className="text-xs text-ink-3">
          {pending.amount === null
            ? t('limits.pending-none', { when: formatTime(pending.effectiveAt) })
            : t('limits.pending', {
                amount: formatNumber(pending.amount, { placesMin: 2 }),
                when: formatTime(pending.effectiveAt),
              })}
        </span>
      )}
    </span>
  );
}

function useColumns(onChange: (limit: Limit) => void): readonly Column<Limit>[] {
  const t = useT();
  return [
    {
      key: 'period',
      head: t('limits.col-period'),
      renderCell: ({ period }) => t(periodKey(period)),
    },
    {
      key: 'used',
      head: t('limits.col-used'),
      end: true,
      renderCell: ({ used }) => <Amount value={used} />,
    },
    {
      key: 'limit',
      head: t('limits.col-limit'),
      end: true,
      renderCell: (limit) => <Held limit={limit} />,
    },
    {
      key: 'ends',
      head: t('limits.col-ends'),
      end: true,
      renderCell: ({ endsAt }) => <span className="text-ink-2">{formatTime(endsAt)}</span>,
    },
    {
      key: 'change',
      head: null,
      headLabel: t('limits.change'),
      end: true,
      renderCell: (limit) => (
        <Button
          variant="secondary"
          size="sm"
          className="max-desktop:min-h-11"
          aria-label={t('limits.change-of', {
            kind: t(kindKey(limit.kind)),
            period: t(periodKey(limit.period)),
          })}
          onClick={() => onChange(limit)}
        >
          {t('limits.change')}
        </Button>
      ),
    },
  ];
}

function OneKind(props: {
  readonly kind: Limit['kind'];
  readonly limits: readonly Limit[];
  readonly onChange: (limit: Limit) => void;
}): ReactElement {
  const { kind, limits, onChange } = props;
  const t = useT();
  const columns = useColumns(onChange);
  return (
    <div>
      <h3 className="text-md font-medium">{t(kindKey(kind))}</h3>
      <p className="mt-0.5 mb-2 max-w-[72ch] text-sm text-ink-2">{t(meaningKey(kind))}</p>
      <DataTable
        caption={t(kindKey(kind))}
        columns={columns}
        rows={limits.filter((limit) => limit.kind === kind)}
        rowKey={({ period }) => period}
        rowHeight={52}
      />
    </div>
  );
}

/** The limits of real money, with what is used of each, and a way to change them. */
export function LimitsSection(): ReactElement {
  const t = useT();
  const limits = useLimits();
  const [changed, setChanged] = useState<Limit | null>(null);
  const failure = failureOf(limits.error);
  return (
    <SectionCard level={2} title={t('limits.title')} lead={t('limits.text')}>
      {limits.data !== undefined ? (
        <div className="mt-5 grid gap-6">
          {KINDS.map((kind) => (
            <OneKind key={kind} kind={kind} limits={limits.data} onChange={setChanged} />
          ))}
        </div>
      ) : failure === null ? (
        <div className="mt-4 grid gap-3" aria-busy="true">
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      ) : (
        <ErrorNote className="mt-3" title={t('limits.failed')}>
          {failureText(failure, t)}
        </ErrorNote>
      )}
      {changed !== null && <LimitDialog limit={changed} onClose={() => setChanged(null)} />}
    </SectionCard>
  );
}
