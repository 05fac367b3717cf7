import type { MarketInfo } from '@candor/protocol/light';
import type { ReactElement } from 'react';
import { OptionRows } from '../../features/options/OptionRows.tsx';
import { usePriceState } from '../../features/market/use-price-state.ts';

/** What runs in options on one market, on a phone. */
export function PhoneOptions({ info }: { readonly info: MarketInfo }): ReactElement {
  const { price } = usePriceState(info);
  return <OptionRows code={info.code} tickSize={info.tickSize} mark={price} />;
}
