import type { ReactElement } from 'react';
import { Cached } from '../live/Cached.tsx';
import { Desk } from './trading/Desk.tsx';

/** The market on a wide window: the one the address asks for, or the first. */
export function MarketDesk(): ReactElement {
  return (
    <Cached>
      <Desk />
    </Cached>
  );
}
