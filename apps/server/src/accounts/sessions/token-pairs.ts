import { type SessionId, type UnixMs, type UserId, newUuid, plusMs } from '@candor/kernel';
import type { SessionUser, SecondStep } from '@candor/protocol';
import type { Tx } from '../../platform/postgres/db.ts';
import { hashSecret, newSecret } from '../../platform/secrets/session.ts';
import { deviceOf, maskAddress, noteLogin } from '../audit/index.ts';
import type { Client, ClientOrigin, SignInMethod } from '../account/index.ts';
import { ACCESS_MS, REFRESH_MS, SESSION_MS } from './rules.ts';
import { dropTokens, insertSession, insertTokens, lockSession } from './session-store.ts';

/** A pair of tokens, as its owner sees it once; only hashes are stored. */
export type TokenPair = {
  readonly sessionId: SessionId;
  readonly client: Client;
  readonly token: string;
  readonly expiresAt: UnixMs;
  readonly refreshToken: string;
  readonly refreshExpiresAt: UnixMs;
  readonly user: SessionUser;
};

const minMs = (one: UnixMs, other: UnixMs): UnixMs => (one < other ? one : other);

/** Gives a session a new pair of tokens. */
export async function issueTokenPair(
  tx: Tx,
  to: { sessionId: SessionId; client: Client; user: SessionUser; begunAt: UnixMs; at: UnixMs },
): Promise<TokenPair> {
  const { sessionId, client, user, begunAt, at } = to;
  const token = newSecret();
  const refreshToken = newSecret();
  // No token outlives its session, so that nothing else has to know how long one goes on.
  const end = plusMs(begunAt, SESSION_MS);
  const until = (lifeMs: number): UnixMs => minMs(plusMs(at, lifeMs), end);
  const expiresAt = until(ACCESS_MS);
  const refreshExpiresAt = until(REFRESH_MS);
  await insertTokens(tx, {
    userId: user.id as UserId,
    sessionId,
    accessHash: hashSecret(token),
    refreshHash: hashSecret(refreshToken),
    accessUntil: expiresAt,
    refreshUntil: refreshExpiresAt,
  });
  return { sessionId, client, token, expiresAt, refreshToken, refreshExpiresAt, user };
}

/** Begins a session with its first pair of tokens; every session there is begins here. */
export async function beginSession(
  tx: Tx,
  options: { user: SessionUser; way: SignInMethod; place: ClientOrigin; at: UnixMs },
): Promise<TokenPair> {
  const { user, way, place, at } = options;
  const sessionId = newUuid(at) as SessionId;
  await insertSession(tx, {
    id: sessionId,
    userId: user.id as UserId,
    client: place.client,
    way,
    device: deviceOf(place.device),
    address: maskAddress(place.address),
    at,
  });
  await noteLogin(tx, { userId: user.id as UserId, sessionId, way, place, at });
  return issueTokenPair(tx, { sessionId, client: place.client, user, begunAt: at, at });
}

/**
 * Gives a session a new pair in the place of every token it has: the holder of a copy is signed
 * out. Its sockets are for the caller to close.
 */
export async function renewSession(
  tx: Tx,
  session: { sessionId: SessionId; user: SessionUser; at: UnixMs },
): Promise<TokenPair> {
  const { sessionId, user } = session;
  const userId = user.id as UserId;
  // A refresh under way is waited for; one that comes later finds its token gone.
  const { client, created_at } = await lockSession(tx, userId, sessionId);
  await dropTokens(tx, userId, sessionId);
  return issueTokenPair(tx, { ...session, client, begunAt: created_at as UnixMs });
}

/** What a proof of identity led to: a session, or the question for a second factor. */
export type Entered =
  | { readonly kind: 'in'; readonly tokens: TokenPair; readonly isOpened: boolean }
  | { readonly kind: 'second'; readonly step: SecondStep };
