import { createHash, randomBytes } from 'node:crypto';
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
  return createHash('sha256').update(secret).digest('base64url');
}

/** The token of an `Authorization` header, with or without "Bearer ". @source seed §7 */
export function tokenOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  const token = header.replace(/^Bearer /, '').trim();
  return token === '' || token.length > 128 ? null : token;
}
