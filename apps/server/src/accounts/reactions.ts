import type { Bus } from '../platform/commit/bus.ts';
import { type Accounts, SESSION_REVOKED, type SessionRevoked } from './index.ts';

/** Forgets sessions that another process of the installation ended. */
export function listenAccounts(bus: Bus, accounts: Pick<Accounts, 'forget'>): void {
  bus.subscribe(SESSION_REVOKED, ({ sessionId }: SessionRevoked) => accounts.forget(sessionId));
}
