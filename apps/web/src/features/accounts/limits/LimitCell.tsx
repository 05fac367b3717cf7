import { Amount, Button, formatNumber, formatTime, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Limit } from './api.ts';
import { LimitForm } from './LimitForm.tsx';
import { leftOf } from './left.ts';
import { kindKey, periodKey } from './words.ts';

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="min-w-0 text-end font-medium">{children}</dd>
    </div>
  );
}

/** What will hold instead, and from when. */
function Pending({ pending }: { readonly pending: NonNullable<Limit['pending']> }): ReactElement {
  const t = useT();
  const when = formatTime(pending.effectiveAt);
  return (
    <p className="text-xs text-ink-3">
      {pending.amount === null
        ? t('limits.pending-none', { when })
        : t('limits.pending', { amount: formatNumber(pending.amount, { placesMin: 2 }), when })}
    </p>
  );
}

/** One limit: what is set, used and left of it, and the place where it is changed. */
export function LimitCell({ limit }: { readonly limit: Limit }): ReactElement {
  const { kind, period, used, amount, pending, endsAt } = limit;
  const t = useT();
  const [isChanged, setIsChanged] = useState(false);
  const wasChanged = useRef(false);
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that had the focus is gone: it goes back to where it came from.
    if (wasChanged.current && !isChanged) button.current?.querySelector('button')?.focus();
    wasChanged.current = isChanged;
  }, [isChanged]);
  return (
    <div className="grid gap-1">
      {isChanged ? (
        <LimitForm limit={limit} onClose={() => setIsChanged(false)} />
      ) : (
        <div ref={button} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <div className="min-w-0">
            <span className="sr-only">{t('limits.limit')} </span>
            {amount === undefined ? (
              <span className="text-ink-3">{t('limits.none')}</span>
            ) : (
              <Amount value={amount} className="text-md font-semibold" />
            )}
          </div>
          <Button
            variant="secondary"
            size="sm"
            className="max-desktop:min-h-11"
            aria-label={t('limits.change-of', {
              kind: t(kindKey(kind)),
              period: t(periodKey(period)),
            })}
            onClick={() => setIsChanged(true)}
          >
            {t('limits.change')}
          </Button>
        </div>
      )}
      {pending !== undefined && <Pending pending={pending} />}
      <dl className="mt-1 grid gap-0.5 text-sm">
        <Figure name={t('limits.used')}>
          <Amount value={used} />
        </Figure>
        {amount !== undefined && (
          <Figure name={t('limits.left')}>
            <Amount value={leftOf(amount, used)} />
          </Figure>
        )}
      </dl>
      <p className="text-xs text-ink-3">{t('limits.ends', { when: formatTime(endsAt) })}</p>
    </div>
  );
}
