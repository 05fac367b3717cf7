import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { safeNext, useSearch } from '../app/paths.ts';
import { CallbackView } from '../features/accounts/social/CallbackView.tsx';

/** Where another service sends the browser back to; it goes on by itself. */
export function LoginCallback(): ReactElement {
  const [path, navigate] = useLocation();
  const search = useSearch('loginCallback');
  const [callback] = useState(search);
  useEffect(() => {
    // A code stands in no history and in no address that is copied; it is good for nothing twice.
    history.replaceState(history.state, '', path);
  }, [path]);
  const goOn = useCallback(
    (next: string | undefined) => navigate(safeNext(next), { replace: true }),
    [navigate],
  );
  return <CallbackView callback={callback} onDone={goOn} onSecond={() => undefined} />;
}
