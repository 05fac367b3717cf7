import type { ReactElement } from 'react';
import { UnsubscribeView } from '../features/notifications/UnsubscribeView.tsx';
import { useSearch } from '../lib/paths.ts';

/** Where the link of a mail with an offer leads. */
export function Unsubscribe(): ReactElement {
  const { token = '' } = useSearch('unsubscribe');
  return <UnsubscribeView token={token} />;
}
