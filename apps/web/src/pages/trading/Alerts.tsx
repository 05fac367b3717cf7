import type { ReactElement } from 'react';
import { MarginNotice } from '../../features/contracts/orders/MarginNotice.tsx';
import { UnjudgedNote } from '../../features/portfolio/UnjudgedNote.tsx';
import { useSession } from '../../lib/session.ts';
import { useAccount } from './use-trading.ts';

/** What stands over every page that shows positions: their margin is low, or cannot be known. */
export function Alerts(): ReactElement {
  const { mode } = useSession();
  const user = useAccount();
  return (
    <>
      <UnjudgedNote user={user} />
      <MarginNotice mode={mode} user={user} />
    </>
  );
}
