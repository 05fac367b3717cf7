import type { MarketInfo } from '@candor/protocol/light';
import type { ReactElement, ReactNode } from 'react';
import {
  DayFigures,
  InstrumentHeader,
  PriceBlock,
} from '../../features/market/InstrumentHeader.tsx';
import { TradingNotice } from '../../features/market/TradingNotice.tsx';
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

/** Price, change and source, as a phone shows them. */
export function LivePriceBlock({ info }: { readonly info: MarketInfo }): ReactElement {
  const price = usePriceState(info);
  return (
    <>
      <PriceBlock info={info} price={price} />
      <TradingNotice info={info} state={price.state} className="mt-3" />
    </>
  );
}

/** The last day's figures on the newest price. */
export function LiveDayFigures({ info }: { readonly info: MarketInfo }): ReactElement {
  return <DayFigures info={info} price={usePriceState(info)} />;
}
