import type { Side } from '@candor/pricing';
import type { MarketInfo } from '@candor/protocol/light';
import { Note, Skeleton, useT } from '@candor/ui';
import { type ReactElement, Suspense, useState } from 'react';
import { useAppropriateness } from '../../features/accounts/first-real-api.ts';
import { OrderTicket } from '../../features/contracts/ticket/OrderTicket.tsx';
import { PriceSource } from '../../features/market/PriceSource.tsx';
import { TradingNotice } from '../../features/market/TradingNotice.tsx';
import { usePriceState } from '../../features/market/use-price-state.ts';
import { UnjudgedNote } from '../../features/portfolio/UnjudgedNote.tsx';
import { useFeeds } from '../../lib/feeds.ts';
import { fillsReal } from '../../lib/fills-real.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useSession } from '../../lib/session.ts';
import { type Product, ProductChoice } from './ProductChoice.tsx';
import { useAccount, useOpenOrders } from './use-trading.ts';

// Comes with the press on its name.
const OptionTicket = lazyPart(() =>
  import('../../features/options/OptionTicket.tsx').then((module) => module.OptionTicket),
);

// Only while a market is closed.
const ClosedMarket = lazyPart(() =>
  import('../../features/market/ClosedMarket.tsx').then((module) => module.ClosedMarket),
);

// Only who trades real and may not yet meets it.
const FirstRealNote = lazyPart(() =>
  import('../../features/accounts/FirstRealNote.tsx').then((module) => module.FirstRealNote),
);

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
  const feeds = useFeeds();
  const t = useT();
  // The server refuses it; the page says so before a user fills in a ticket.
  const isFeedRefused = mode === 'real' && feeds !== null && !fillsReal(feeds);
  const real = useAppropriateness(mode === 'real' && !isFeedRefused);
  const isWaiting = mode === 'real' && real.data !== undefined && real.data.status !== 'open';
  const isUnjudged = user !== null && user.unmarked.length > 0;
  const [product, setProduct] = useState<Product>('contract');
  const choice = <ProductChoice value={product} onChange={setProduct} />;
  const isOpen = price.state === 'open' && !isFeedRefused && !isWaiting && !isUnjudged;
  const notice = isFeedRefused ? (
    <Note tone="warn">{t('error.not-tradable-now', { why: 'feedNotForReal' })}</Note>
  ) : isWaiting ? (
    <Suspense>
      <FirstRealNote />
    </Suspense>
  ) : isUnjudged ? (
    <UnjudgedNote user={user} />
  ) : (
    <TradingNotice info={info} state={price.state} />
  );
  if (price.state === 'closed') {
    return (
      <Suspense fallback={<Skeleton className="m-4 h-60 max-desktop:mx-0" />}>
        <ClosedMarket info={info} price={price.price} />
      </Suspense>
    );
  }
  if (product === 'option') {
    return (
      <Suspense
        fallback={
          <div className="grid gap-3 px-4 pt-3 max-desktop:px-0" aria-busy="true">
            {choice}
            <Skeleton className="h-60" />
          </div>
        }
      >
        <OptionTicket
          key={mode}
          info={info}
          price={price.price}
          user={user}
          mode={mode}
          isSignedIn={session !== 'out'}
          isOpen={isOpen}
          source={<PriceSource price={price} />}
          notice={notice}
          product={choice}
          firstDirection={firstSide === 'short' ? 'down' : 'up'}
        />
      </Suspense>
    );
  }
  return (
    <OrderTicket
      key={mode}
      info={info}
      bid={price.bid}
      ask={price.ask}
      user={user}
      orders={orders}
      product={choice}
      mode={mode}
      isSignedIn={session !== 'out'}
      isOpen={isOpen}
      source={<PriceSource price={price} />}
      notice={notice}
      {...(firstSide === undefined ? {} : { firstSide })}
      {...(onFilled === undefined ? {} : { onFilled })}
    />
  );
}
