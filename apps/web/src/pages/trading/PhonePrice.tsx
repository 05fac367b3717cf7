import type { MarketInfo } from '@candor/protocol/light';
import { Percent } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { LivePrice } from '../../features/market/LivePrice.tsx';
import { PriceSource } from '../../features/market/PriceSource.tsx';
import { TradingNotice } from '../../features/market/TradingNotice.tsx';
import { usePriceState } from '../../features/market/use-price-state.ts';

/** Price, change and source beside a market's name on a phone, so that the chart begins high. */
export function PhonePrice(props: {
  readonly info: MarketInfo;
  readonly name: ReactNode;
  readonly star: ReactNode;
}): ReactElement {
  const { info, name, star } = props;
  const price = usePriceState(info);
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-2">
        {name}
        <span className="flex shrink-0 items-center">
          <LivePrice
            value={price.price}
            tickSize={info.tickSize}
            className="text-[26px] leading-7 font-semibold !tracking-[-0.025em]"
          />
          {star}
        </span>
      </div>
      <div className="flex items-center justify-between gap-2">
        <PriceSource price={price} />
        <Percent value={price.change} />
      </div>
      <TradingNotice info={info} state={price.state} className="mt-3" />
    </>
  );
}
