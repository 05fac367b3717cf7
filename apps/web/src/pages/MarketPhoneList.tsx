import type { ReactElement } from 'react';
import { Cached } from '../live/Cached.tsx';
import { PhoneList } from './trading/PhoneList.tsx';

/** The list of markets on a phone. */
export function MarketPhoneList(): ReactElement {
  return (
    <Cached>
      <PhoneList />
    </Cached>
  );
}
