import type { ReactElement } from 'react';
import { useLayout } from '../lib/layout.ts';
import { Cached } from '../live/Cached.tsx';
import { Desk } from './trading/Desk.tsx';
import { PhoneMarket } from './trading/PhoneMarket.tsx';

/** One market: on the desk on wide windows, a page of its own on phones. */
export function MarketDetail(): ReactElement {
  const layout = useLayout();
  return <Cached>{layout === 'desktop' ? <Desk /> : <PhoneMarket />}</Cached>;
}
