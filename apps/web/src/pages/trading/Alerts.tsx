import type { ReactElement } from 'react';
import { MarginNotice } from '../../features/contracts/MarginNotice.tsx';
import { useSession } from '../../lib/session.ts';
import { useAccount } from './use-trading.ts';

/** What stands over every page that shows positions while their margin is low. */
export function Alerts(): ReactElement {
  const { mode } = useSession();
  const user = useAccount();
  return <MarginNotice mode={mode} user={user} />;
}
