import type { RiskFigure } from '@candor/protocol/light';
import { Num, formatNumber, shiftDecimal, useT } from '@candor/ui';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../../lib/paths.ts';
import { call } from '../../lib/http.ts';

/** The share of accounts that lost, in one line that leads to how it is counted. */
export function LosingLine(): ReactElement | null {
  const t = useT();
  const [risk, setRisk] = useState<RiskFigure | null>(null);
  useEffect(() => {
    // The home page has no query cache: its first load would be heavier by all of it.
    void call('transparency.risk').then((answer) => {
      if (answer.ok) setRisk(answer.value);
    });
  }, []);
  if (risk === null) return null;
  const { losingShare } = risk;
  return (
    <Link href={`${PATHS.trust}#risk`} className="target inline-block hover:underline">
      {losingShare === null ? (
        t('ticket.losing-none')
      ) : (
        <>
          {t('ticket.losing-share')}{' '}
          <Num className="font-semibold">
            {`${formatNumber(shiftDecimal(losingShare, 2), { places: 1 })}%`}
          </Num>
        </>
      )}
    </Link>
  );
}
