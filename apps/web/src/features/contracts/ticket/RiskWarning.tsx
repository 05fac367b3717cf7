import { Num, formatNumber, shiftDecimal, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../../lib/query.ts';

const FRESH_MS = 3_600_000;

/** The platform's own share of accounts that lost, or that there are too few to say. */
export function RiskWarning(): ReactElement | null {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['transparency.risk'],
    queryFn: ({ signal }) => ask('transparency.risk', { signal }),
    staleTime: FRESH_MS,
  });
  if (data === undefined) return null;
  if (data.losingShare === null) {
    return <p className="text-center text-xs text-ink-3">{t('ticket.losing-none')}</p>;
  }
  const share = formatNumber(shiftDecimal(data.losingShare, 2), { places: 1 });
  return (
    <p className="text-center text-xs text-ink-2">
      {t('ticket.losing-share')} <Num className="font-semibold">{`${share}%`}</Num>
    </p>
  );
}
