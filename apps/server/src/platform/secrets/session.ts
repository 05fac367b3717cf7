import {
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { SessionId, UnixMs, UserId } from '@candor/kernel';

/** Who is calling. */
export type Session = {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly username: string;
  /** Which of the session's access tokens this call came with. */
  readonly tokenHash: string;
  readonly expiresAt: UnixMs;
};

/** Finds the live session of an access token; the capability `accounts` fulfils it. */
export interface Sessions {
  find(token: string): Promise<Session | null>;
}

const SECRET_BYTES = 32;

/** A new opaque secret of 256 bits: a token, a refresh token, a ticket. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is stored of a secret: its SHA-256; the secret itself is never written down. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/**
 * What tells tokens this installation handed out from invented texts, without asking the database.
 * A mark opens nothing by itself: the token under it is looked up as ever.
 */
export type TokenMarks = {
  /** The token as its owner gets it. */
  mark(token: string): string;
  /** The token under a mark of ours; null where nobody was given it by this installation. */
  read(shown: string): string | null;
};

const MARK_KEY_BYTES = 32;
/** 128 bits: nobody guesses a mark. @units bytes */
const MARK_BYTES = 16;

/**
 * Marks made with a secret of the installation: HMAC-SHA-256, cut to 128 bits. What is marked for one
 * purpose is none of ours for the other.
 */
export function createTokenMarks(
  secret: string,
  purpose: 'tokens' | 'tickets' | 'desk tokens' | 'desk browsers',
): TokenMarks {
  // A key object is taken over as it is; bytes would be made into one for each call.
  const key = createSecretKey(
    Buffer.from(hkdfSync('sha256', secret, '', `candor ${purpose} v1`, MARK_KEY_BYTES)),
  );
  const markOf = (token: string): string =>
    createHmac('sha256', key).update(token).digest().subarray(0, MARK_BYTES).toString('base64url');
  return {
    mark: (token) => `${token}.${markOf(token)}`,
    read(shown) {
      const at = shown.indexOf('.');
      const token = shown.slice(0, Math.max(0, at));
      // As text: several texts stand for the same bytes.
      const given = Buffer.from(shown.slice(at + 1));
      const known = Buffer.from(markOf(token));
      return given.length === known.length && timingSafeEqual(given, known) ? token : null;
    },
  };
}

/** The token of an `Authorization` header, with or without "Bearer ". @source seed §7 */
export function tokenOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  const token = header.replace(/^Bearer /, '').trim();
  return token === '' || token.length > 128 ? null : token;
}
