import { Amount, Button, ErrorNote, formatNumber, formatTime, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';
import { SectionCard } from '../forms/SectionCard.tsx';
import { type Limit, useLimits } from './api.ts';
import { LimitDialog } from './LimitDialog.tsx';
import { kindKey, meaningKey, periodKey } from './words.ts';

/** What one thinks of first stands first; deposits are not open yet. */
const KINDS = ['loss', 'turnover', 'deposit'] as const;

/** A figure under its name. */
function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

/** What will hold instead, and from when. */
function Pending({ pending }: { readonly pending: NonNullable<Limit['pending']> }): ReactElement {
  const t = useT();
  const when = formatTime(pending.effectiveAt);
  return (
    <p className="text-xs font-normal text-ink-3">
      {pending.amount === null
        ? t('limits.pending-none', { when })
        : t('limits.pending', { amount: formatNumber(pending.amount, { placesMin: 2 }), when })}
    </p>
  );
}

function OneLimit(props: {
  readonly limit: Limit;
  readonly onChange: (limit: Limit) => void;
}): ReactElement {
  const { limit, onChange } = props;
  const { kind, period, used, amount, pending, endsAt } = limit;
  const t = useT();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 border-t border-line py-3 first:border-t-0 desktop:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]">
      <div className="min-w-0">
        <p className="font-medium">{t(periodKey(period))}</p>
        <p className="text-xs text-ink-3">{t('limits.ends', { when: formatTime(endsAt) })}</p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        className="desktop:order-last max-desktop:min-h-11"
        aria-label={t('limits.change-of', { kind: t(kindKey(kind)), period: t(periodKey(period)) })}
        onClick={() => onChange(limit)}
      >
        {t('limits.change')}
      </Button>
      <dl className="grid grid-cols-2 items-start gap-x-6 max-desktop:col-span-2">
        <Figure name={t('limits.used')}>
          <Amount value={used} />
        </Figure>
        <Figure name={t('limits.limit')}>
          {amount === undefined ? t('limits.none') : <Amount value={amount} />}
          {pending !== undefined && <Pending pending={pending} />}
        </Figure>
      </dl>
    </li>
  );
}

function OneKind(props: {
  readonly kind: Limit['kind'];
  readonly limits: readonly Limit[];
  readonly onChange: (limit: Limit) => void;
}): ReactElement {
  const { kind, limits, onChange } = props;
  const t = useT();
  return (
    <div>
      <h3 className="text-md font-medium">{t(kindKey(kind))}</h3>
      <p className="mt-0.5 max-w-[72ch] text-sm text-ink-2">{t(meaningKey(kind))}</p>
      <ul aria-label={t(kindKey(kind))} className="mt-2">
        {limits.flatMap((limit) =>
          limit.kind === kind
            ? [<OneLimit key={limit.period} limit={limit} onChange={onChange} />]
            : [],
        )}
      </ul>
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
        <Waiting rows={3} className="mt-4 grid gap-3" />
      ) : (
        <ErrorNote className="mt-3" title={t('limits.failed')}>
          {failureText(failure, t)}
        </ErrorNote>
      )}
      {changed !== null && <LimitDialog limit={changed} onClose={() => setChanged(null)} />}
    </SectionCard>
  );
}
