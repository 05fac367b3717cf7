import type { Mode } from '@candor/kernel';
import { DemoChip, RealChip, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { FigureValue } from './FigureValue.tsx';
import { useUserInfo } from './api.ts';

const ROWS = [
  { key: 'floatingPnL', show: 'result', label: 'account.floating' },
  { key: 'freeMargin', show: 'money', label: 'account.free-margin' },
  { key: 'marginLevel', show: 'level', label: 'account.margin-level' },
] as const;

/** Equity, floating result, free margin and level, at the foot of the market list. */
export function BalanceStrip({ mode }: { readonly mode: Mode }): ReactElement {
  const t = useT();
  const { data } = useUserInfo();
  return (
    <dl className="grid gap-1 border-t border-line px-4 py-2.5 text-xs">
      <div className="flex items-center justify-between gap-2">
        <dt className="flex flex-wrap items-center gap-1.5 text-ink-3">
          {t('account.equity')}
          {mode === 'demo' ? (
            <DemoChip>{t('mode.demo')}</DemoChip>
          ) : (
            <RealChip>{t('mode.real')}</RealChip>
          )}
        </dt>
        <dd className="font-semibold">
          <FigureValue user={data} figure={{ key: 'tradingEquity', show: 'money' }} asset={null} />
        </dd>
      </div>
      {ROWS.map((row) => (
        <div key={row.key} className="flex items-center justify-between gap-2">
          <dt className="text-ink-3">{t(row.label)}</dt>
          <dd className="font-medium">
            <FigureValue user={data} figure={row} asset={null} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
