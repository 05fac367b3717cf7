import { formatTime } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { exactAmount } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';

export function Term(props: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-3">{props.label}</dt>
      <dd className="break-words">{props.children}</dd>
    </div>
  );
}

type Figure = { readonly label: string; readonly amount: string };

function Amount(props: { readonly of: Figure; readonly note: string | null }): ReactElement {
  const { of, note } = props;
  return (
    <Term label={of.label}>
      <span className="num font-semibold">{exactAmount(of.amount, 'USDT')}</span>
      {note !== null && <span className="block text-xs text-ink-3">{note}</span>}
    </Term>
  );
}

/** What sales brought, less what was paid out, is what is left to be paid. */
export function MoneyFigures(props: {
  readonly brought: Figure;
  readonly paidOut: string;
  readonly left: Figure;
  readonly sales: number;
  readonly payouts: number;
  /** Since when something is left; null: nothing is. */
  readonly since: number | null;
}): ReactElement {
  const { brought, paidOut, left, sales, payouts, since } = props;
  const t = useDeskT();
  return (
    <dl className="grid grid-cols-3 gap-x-6 gap-y-2 text-sm max-desktop:grid-cols-1">
      <Amount of={brought} note={t('charities.sales', { count: sales })} />
      <Amount
        of={{ label: t('charities.paid-out'), amount: paidOut }}
        note={t('charities.payouts-count', { count: payouts })}
      />
      <Amount
        of={left}
        note={
          since === null ? null : t('charities.held-since', { when: formatTime(since, 'short') })
        }
      />
    </dl>
  );
}
