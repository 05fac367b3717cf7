import { DAY_MS, type Result, SECOND_MS, type UserId } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret, newSecret } from '../platform/session.ts';
import { type CookieName, type CookieRules, readCookie, writeCookie } from './cookie.ts';
import type { Grant } from './grants.ts';
import type { Entered } from './sign-in.ts';

const DEVICE: CookieName = { secure: '__Host-candor-device', plain: 'candor_device' };
/** How long a browser keeps it after the last time somebody came in. */
const KEPT_MS = 400 * DAY_MS;
const SECRET = /^[\w-]{43}$/;

/** Remembers in which browsers an account was entered. */
export type Devices = {
  remember(userId: UserId, hash: string): Promise<void>;
};

const secretOf = (request: FastifyRequest, rules: CookieRules): string | null => {
  const secret = readCookie(request, rules, DEVICE);
  return secret !== null && SECRET.test(secret) ? secret : null;
};

/**
 * What a browser is known by, hashed; null for one that keeps nothing of ours. It opens nothing: it
 * only sets its own tries apart from strangers'.
 */
export function knownBy(request: FastifyRequest, rules: CookieRules): string | null {
  const secret = secretOf(request, rules);
  return secret === null ? null : hashSecret(secret);
}

/** Lets a browser be known in which somebody just came in; a client without cookies never is. */
export async function keepDevice(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  rules: CookieRules,
  devices: Devices,
  answer: Result<Grant | Entered, Failure>,
): Promise<void> {
  if (!answer.ok) return;
  const entered = answer.value;
  if ('kind' in entered && entered.kind === 'second') return;
  const grant = 'kind' in entered ? entered.grant : entered;
  if (grant.client !== 'web') return;
  const value = secretOf(request, rules) ?? newSecret();
  await devices.remember(grant.user.id as UserId, hashSecret(value));
  writeCookie(reply, rules, { name: DEVICE, value, seconds: KEPT_MS / SECOND_MS });
}
