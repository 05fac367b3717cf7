import type { ReactElement } from 'react';
import { within } from '../lib/when-idle.tsx';
import { searchOf } from '../lib/paths.ts';
import { askForMarket } from '../features/market/api.ts';
import { queryClient } from '../lib/query.ts';
import { Cached } from '../live/Cached.tsx';
import { PhoneMarket } from './trading/PhoneMarket.tsx';

/** Longest wait for the market before the page is drawn without it. @units milliseconds */
const PAGE_ALONE_AFTER_MS = 300;

/** Ends once the market in the address has come, or the page is better drawn without it. */
export function marketAsked(): Promise<unknown> {
  const { id } = searchOf('detail', location.search);
  if (id === undefined) return Promise.resolve();
  return within(askForMarket(queryClient, id), PAGE_ALONE_AFTER_MS);
}

/** One market on a phone. */
export function MarketPhone(): ReactElement {
  return (
    <Cached>
      <PhoneMarket />
    </Cached>
  );
}
