import type { QueryClient } from '@tanstack/react-query';
import { forgetOwn } from '../lib/own-query.ts';
import { onReturn } from '../lib/returns.ts';
import { currentSession, onSessionChange } from '../lib/session.ts';
import { createFrameReader } from './apply.ts';
import { attachReader } from './index.ts';
import { forgetNotices } from './news.ts';
import { forgetOrders } from './order-cache.ts';

/**
 * Keeps what belongs to the user up to date in the query cache, and forgets it when another user is
 * signed in.
 */
export function keepOwnCache(client: QueryClient): void {
  let userId = currentSession().user?.id;
  attachReader(createFrameReader(client).read);
  onReturn((hasStood) => {
    // All that is on screen was read before; the cache itself counts by the wall clock.
    if (hasStood) void client.invalidateQueries();
    else void client.refetchQueries({ type: 'active', stale: true });
  });
  onSessionChange(() => {
    const now = currentSession().user?.id;
    if (now === userId) return;
    userId = now;
    forgetOwn(client);
    forgetOrders(client);
    forgetNotices();
  });
}
