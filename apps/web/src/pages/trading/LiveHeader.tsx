import type { MarketInfo } from '@candor/protocol/light';
import type { ReactElement, ReactNode } from 'react';
import { DayFigures, InstrumentHeader } from '../../features/market/InstrumentHeader.tsx';
import { usePriceState } from '../../features/market/use-price-state.ts';

/** The header of a market on its newest price. */
export function LiveHeader(props: {
  readonly info: MarketInfo;
  readonly beside?: ReactNode;
}): ReactElement {
  const { info, beside } = props;
  const price = usePriceState(info);
  return <InstrumentHeader info={info} price={price} beside={beside} />;
}

/** The last day's figures on the newest price. */
export function LiveDayFigures({ info }: { readonly info: MarketInfo }): ReactElement {
  return <DayFigures info={info} price={usePriceState(info)} />;
}
