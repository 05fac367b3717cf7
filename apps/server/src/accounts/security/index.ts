/**
 * accounts/security — what an owner sees and does about the safety of an account.
 * Owns: the links that freeze, copies of one's data, closed accounts, access that is given back.
 * Announces: SecurityChanged and SessionRevoked, through the audit log and session revocation.
 * Needs: what is open in other capabilities and the files they keep, as functions.
 * Refuses: to lift a freeze at once, and to close an account with something open.
 */
import { type Result, type SessionId, type UnixMs, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Bus } from '../../platform/commit/bus.ts';
import { createRelay } from '../../platform/commit/outbox.ts';
import {
  SECURITY_CHANGED,
  type SecurityChanged,
  onRefusedUnwritten,
  writeRefused,
} from '../audit/index.ts';
import type { ClientOrigin, SignedInOwner } from '../account/index.ts';
import { type ClosingDeps, closeAccount } from './closing/closing.ts';
import { type ExportDeps, type Exports, createExports } from './exports/exports.ts';
import { askUnfreeze, freezeAccount, freezeByLink, tidyFreezes } from './freezing/freezing.ts';
import { type NoticeDeps, tellOwner } from './notices/notices.ts';
import { restoreDue } from './freezing/restoring.ts';
import { type SecurityQueries, createSecurityQueries } from './activity/queries.ts';
export { endOtherSessions } from './activity/session-ending.ts';
export { findReader } from './notices/notice-store.ts';
export { freezeLink } from './notices/notices.ts';
export { beginRestoring, cancelRestoring } from './freezing/restoring.ts';
export { findRealMoney } from './closing/closing.ts';
export { setDemoDisabled, setStatus } from './closing/closing-store.ts';
export type { ClosingDeps } from './closing/closing.ts';
export type { ExportDeps } from './exports/exports.ts';

/** The safety of accounts, as one process holds it. */
export type AccountSecurity = SecurityQueries & {
  /** Stops withdrawals and new risk, and ends the other sessions. */
  freeze(asker: SignedInOwner): Promise<void>;
  /** Freezes by the link of a notice, and ends every session. @failure not-found — no such link */
  notMe(params: {
    token: string;
    place: ClientOrigin;
  }): Promise<Result<null, Failure<'not-found'>>>;
  /** Asks for the end of a freeze; answers when it comes, null when there is none. */
  unfreeze(
    params: SignedInOwner & { readonly stepUp: string | undefined },
  ): Promise<Result<UnixMs | null, Failure<'second-factor-needed' | 'user-status-forbids'>>>;
  /** Closes an account for good. @failure still-open — with what */
  close(
    params: SignedInOwner & { readonly stepUp: string | undefined; readonly reason: string },
  ): Promise<Result<null, Failure<'still-open' | 'second-factor-needed' | 'user-status-forbids'>>>;
  readonly exports: Pick<Exports, 'begin' | 'state' | 'file'>;
  /** Writes down what time has ended and drops what is too old. */
  tidy(): Promise<void>;
  /** Resolves when refused tries are written, every change before is told, every copy made. */
  settled(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Nobody waits for a message about a change. */
const BATCH_MS = 250;

/** Puts the part together. It reads the facts from a place that is kept: no change goes untold. */
export function createAccountSecurity(
  deps: ClosingDeps &
    ExportDeps &
    NoticeDeps & {
      /** A bus of its own. */
      readonly bus: Bus;
      /** Forgets sessions that ended, before other processes hear of it. */
      readonly forget: (sessionId: SessionId) => void;
    },
): AccountSecurity {
  const { db, log, bus, forget } = deps;
  const exports = createExports(deps);
  const relay = createRelay({
    db,
    bus,
    name: 'accounts-notices',
    batchMs: BATCH_MS,
    onError: (error) => log.error({ err: error }, 'changes could not be told'),
  });
  bus.subscribe(SECURITY_CHANGED, (event: SecurityChanged) => tellOwner(deps, event));
  onRefusedUnwritten(db, (error) => log.error({ err: error }, 'refused tries were not written'));
  const forgetAll = (ended: readonly SessionId[]): void => ended.forEach(forget);

  return {
    ...createSecurityQueries(deps),
    async freeze(asker) {
      forgetAll(await freezeAccount(deps, asker));
    },
    async notMe(params) {
      const ended = await freezeByLink(deps, params);
      if (!ended.ok) return ended;
      forgetAll(ended.value);
      return ok(null);
    },
    unfreeze: (params) => askUnfreeze(deps, params),
    async close(params) {
      const ended = await closeAccount(deps, params);
      if (!ended.ok) return ended;
      forgetAll(ended.value);
      return ok(null);
    },
    exports,
    async tidy() {
      await tidyFreezes(deps);
      await restoreDue(deps);
      await exports.tidy();
    },
    async settled() {
      await writeRefused(db);
      await relay.settled();
      await exports.idle();
    },
    async start() {
      await exports.resume();
      await relay.start();
    },
    async stop() {
      await writeRefused(db);
      await relay.stop();
      await exports.idle();
    },
  };
}
