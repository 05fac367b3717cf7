import type { ReactElement } from 'react';
import { MarginNotice } from '../../features/contracts/MarginNotice.tsx';
import { OrderNewsToasts } from '../../features/contracts/OrderNewsToasts.tsx';
import { useSession } from '../../lib/session.ts';
import { useAccount, useTickSizes } from './use-trading.ts';

/** What a trader is told at once, on every page that shows positions. */
export function Alerts(): ReactElement {
  const { mode } = useSession();
  const user = useAccount();
  const tickSizeOf = useTickSizes();
  return (
    <>
      <MarginNotice mode={mode} user={user} />
      <OrderNewsToasts tickSizeOf={tickSizeOf} />
    </>
  );
}
