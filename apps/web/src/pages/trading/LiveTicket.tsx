import type { Side } from '@candor/pricing';
import type { MarketInfo } from '@candor/protocol/light';
import type { ReactElement } from 'react';
import { OrderTicket } from '../../features/contracts/OrderTicket.tsx';
import { PriceSource } from '../../features/market/PriceSource.tsx';
import { TradingNotice } from '../../features/market/TradingNotice.tsx';
import { usePriceState } from '../../features/market/use-price-state.ts';
import { useSession } from '../../lib/session.ts';
import { useAccount, useOpenOrders } from './use-trading.ts';

/** The ticket of one market on the prices and the account as they are now. */
export function LiveTicket(props: {
  readonly info: MarketInfo;
  readonly firstSide?: Side;
  readonly onFilled?: () => void;
}): ReactElement {
  const { info, firstSide, onFilled } = props;
  const { mode, state: session } = useSession();
  const price = usePriceState(info);
  const orders = useOpenOrders();
  const user = useAccount();
  return (
    <OrderTicket
      key={mode}
      info={info}
      bid={price.bid}
      ask={price.ask}
      user={user}
      orders={orders}
      mode={mode}
      isSignedIn={session !== 'out'}
      isOpen={price.state === 'open'}
      source={<PriceSource price={price} />}
      notice={<TradingNotice info={info} state={price.state} />}
      {...(firstSide === undefined ? {} : { firstSide })}
      {...(onFilled === undefined ? {} : { onFilled })}
    />
  );
}
