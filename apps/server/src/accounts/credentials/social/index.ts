/** Signing in with another service. */
import type { Clock, Result, SessionId, UnixMs, UserId } from '@candor/kernel';
import type { Failure, SocialKey } from '@candor/protocol';
import type { Parameters } from '../../../parameters/index.ts';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { ClientOrigin } from '../../account/index.ts';
import {
  type Beginning,
  type SocialDeps,
  type SocialEntered,
  beginLink,
  beginLogin,
  finishLink,
  logInBySocial,
  titleOf,
  unlink,
} from './commands.ts';
import { type Callback, type IssuerSetup, createIssuers } from './issuers.ts';
import { listKeys, takeFresh } from './store.ts';

export type { IssuerSetup } from './issuers.ts';

/** Signing in with another service: the account's key is its issuer and subject, never a mail. */
export type Social = {
  /** Services this installation offers. */
  readonly offered: readonly { readonly issuer: string; readonly title: string }[];
  /** Begins a log-in; answers where the browser goes. */
  beginLogin(
    params: Beginning & { readonly isFresh: boolean },
  ): Promise<Result<string, Failure<'not-yet-open' | 'service-unreachable'>>>;
  /** Signs in a user whom the service has named. */
  logIn(params: {
    callback: Callback;
    browser: string | null;
    place: ClientOrigin;
    /** Refresh token of the session a fresh log-in replaces. */
    replaced: string | null;
  }): Promise<Result<SocialEntered, Failure>>;
  /** Begins to add a service to an account; answers where the browser goes. */
  beginLink(
    params: Beginning & { readonly userId: UserId; readonly stepUp: string | undefined },
  ): Promise<Result<string, Failure>>;
  finishLink(params: {
    callback: Callback;
    browser: string | null;
    userId: UserId;
    place: ClientOrigin;
  }): Promise<Result<{ next: string | null }, Failure>>;
  unlink(params: {
    userId: UserId;
    id: string;
    stepUp: string | undefined;
    place: ClientOrigin;
  }): Promise<Result<null, Failure>>;
  /** What opens an account, the oldest first. */
  listKeys(userId: UserId): Promise<SocialKey[]>;
};

/**
 * Uses up that a session began by a log-in the service was asked to do anew, once and within five
 * minutes: what a step-up rests on for accounts that have nothing else. False when it did not.
 */
export function spendFreshSocial(
  tx: Tx,
  of: { userId: UserId; sessionId: SessionId; at: UnixMs },
): Promise<boolean> {
  return takeFresh(tx, of);
}

/** Puts social sign-in together; a service is first asked when a user wants it. */
export function createSocial(options: {
  db: Database;
  clock: Clock;
  log: Log;
  parameters: Parameters;
  services: readonly IssuerSetup[];
}): Social {
  const { db, clock, parameters } = options;
  const issuers = createIssuers(options.services, options.log);
  const deps: SocialDeps = { db, clock, parameters, issuers };
  return {
    offered: issuers.all.map(({ service: issuer, title }) => ({ issuer, title })),
    beginLogin: (params) => beginLogin(deps, params),
    logIn: (params) => logInBySocial(deps, params),
    beginLink: (params) => beginLink(deps, params),
    finishLink: (params) => finishLink(deps, params),
    unlink: (params) => unlink(deps, params),
    async listKeys(userId) {
      const rows = await listKeys(db, userId);
      return rows.map(({ id, issuer, linked_at: linkedAt }) => ({
        id,
        issuer: issuers.ofIssuer(issuer)?.service ?? null,
        title: titleOf(issuers, issuer),
        linkedAt: linkedAt as UnixMs,
      }));
    },
  };
}
