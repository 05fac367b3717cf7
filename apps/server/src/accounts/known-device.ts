import { DAY_MS, type Result, SECOND_MS, type UserId } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret, newSecret } from '../platform/session.ts';
import { type Contact, type TypedContact, contactOfLogin, readContact } from './contacts/rules.ts';
import { type CookieName, type CookieRules, readCookie, writeCookie } from './cookie.ts';
import type { Grant } from './grants.ts';
import { foldUsername } from './rules.ts';
import type { Entered } from './sign-in.ts';

const DEVICE: CookieName = { secure: '__Host-candor-device', plain: 'candor_device' };
/** How long a browser keeps it after the last time somebody came in. */
const KEPT_MS = 400 * DAY_MS;
/** No name, mailbox or phone is longer. @units characters */
const NAME_LENGTH_MAX = 254;
const SECRET = /^[\w-]{43}$/;

/** Remembers in which browsers an account was entered. */
export type Devices = {
  remember(userId: UserId, hash: string): Promise<void>;
  /** Whether the account of a name or contact was entered in this browser before. */
  isOf(
    hash: string,
    names: { readonly username: string | null; readonly contact: Contact | null },
  ): Promise<boolean>;
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

/** Whom the body of a call is about, as its account is found; odd shapes are refused later. */
function namesIn(body: unknown): { username: string | null; contact: Contact | null } {
  const { username, channel, target, areaCode } = (body ?? {}) as Record<string, unknown>;
  if (typeof username === 'string') {
    const typed = username.slice(0, NAME_LENGTH_MAX);
    return { username: foldUsername(typed), contact: contactOfLogin(typed) };
  }
  const nobody = { username: null, contact: null };
  if (channel !== 'email' && channel !== 'phone') return nobody;
  if (typeof target !== 'string' || target.length > NAME_LENGTH_MAX) return nobody;
  const isCoded = typeof areaCode === 'string';
  const typed: TypedContact = { channel, target, ...(isCoded ? { areaCode } : {}) };
  const contact = readContact(typed);
  return { username: null, contact: contact.ok ? contact.value : null };
}

/**
 * What a browser's calls about an account are counted under, apart from strangers'; empty for one in which
 * that very account was never entered. A secret that a caller made up is no browser of anybody.
 */
export async function countedApart(
  request: FastifyRequest,
  rules: CookieRules,
  devices: Devices,
): Promise<string> {
  const hash = knownBy(request, rules);
  return hash !== null && (await devices.isOf(hash, namesIn(request.body))) ? hash : '';
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
