import { onReturn } from './clock.ts';
import { endSession, isEndedElsewhere } from './session.ts';
import { onStoredElsewhere, readStored } from './storage.ts';

/**
 * Ends the session here when another tab logged out, or in as somebody else: when the browser says
 * so, and after each break, because a page that slept is told nothing. Answers how to stop.
 */
export function watchOtherTabs(): () => void {
  const look = (): void => {
    // What somebody else began is news; one's own log-out is none.
    if (isEndedElsewhere()) endSession(readStored('isLogin') !== null);
  };
  const stops = [onStoredElsewhere(look), onReturn(look)];
  return () => stops.forEach((stop) => stop());
}
