import { useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { useSearch } from '../../lib/paths.ts';
import { MarketList } from '../../features/market/MarketList.tsx';
import { usePositionCodes } from './use-trading.ts';

/** The market list on a phone; a row leads to its market. */
export function PhoneList(): ReactElement {
  const t = useT();
  const { type } = useSearch('detail');
  return (
    <div className="bg-surface">
      <h1 className="sr-only">{t('nav.market')}</h1>
      <MarketList
        chosen={undefined}
        positions={usePositionCodes()}
        initialType={type}
        scroll="page"
      />
    </div>
  );
}
