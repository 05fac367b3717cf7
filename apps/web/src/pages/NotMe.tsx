import { type ReactElement, useState } from 'react';
import { NotMeView } from '../features/accounts/security/NotMeView.tsx';

/** Where the link of a notice leads; what it proves with stands behind "#" and is sent nowhere. */
export function NotMe(): ReactElement {
  const [token] = useState(() => location.hash.slice(1));
  return <NotMeView token={token} />;
}
