import { DAY_MS, type Result, SECOND_MS, type UserId } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret, newSecret } from '../../platform/secrets/session.ts';
import {
  type Contact,
  type TypedContact,
  contactOfLogin,
  readContact,
  foldUsername,
} from '../account/index.ts';
import {
  type CookieName,
  type CookieRules,
  readCookie,
  writeCookie,
} from '../../platform/http/cookies.ts';
import type { TokenPair, Entered } from './token-pairs.ts';

const DEVICE: CookieName = { secure: '__Host-candor-device', plain: 'candor_device' };
/** How long a browser keeps it after the last time a user signed in. */
const KEPT_MS = 400 * DAY_MS;
/** No name, mailbox or phone is longer. @units characters */
const NAME_LENGTH_MAX = 254;
/** Accounts one browser is known for: those that were entered in it last. */
const ACCOUNTS_MAX = 4;
/** A secret for each account, the latest first: what one owner reads is worth nothing for another. */
const SECRETS = /^[\w-]{43}(\.[\w-]{43}){0,3}$/;

/** Remembers in which browsers an account was entered. */
export type Devices = {
  remember(userId: UserId, hash: string): Promise<void>;
  /** Which of a browser's secrets is the one of an account; null: it was never entered in it. */
  findOf(hashes: readonly string[], userId: UserId): Promise<string | null>;
  /** The same for the account of a name or contact. */
  findOfName(
    hashes: readonly string[],
    names: { readonly username: string | null; readonly contact: Contact | null },
  ): Promise<string | null>;
};

const secretsOf = (request: FastifyRequest, rules: CookieRules): string[] => {
  const kept = readCookie(request, rules, DEVICE);
  return kept !== null && SECRETS.test(kept) ? kept.split('.') : [];
};

/**
 * What a browser is known by, hashed, for each account that was entered in it; none for one that
 * keeps nothing of ours. It opens nothing: it only counts its own attempts apart from those of
 * unknown browsers.
 */
export function knownBy(request: FastifyRequest, rules: CookieRules): string[] {
  return secretsOf(request, rules).map(hashSecret);
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
 * What a browser's calls about an account are counted under, apart from those of unknown browsers;
 * empty for one in which that very account was never entered. A secret that a caller made up
 * belongs to no user's browser.
 */
export async function countedApart(
  request: FastifyRequest,
  rules: CookieRules,
  devices: Devices,
): Promise<string> {
  const hashes = knownBy(request, rules);
  if (hashes.length === 0) return '';
  return (await devices.findOfName(hashes, namesIn(request.body))) ?? '';
}

/**
 * Lets a browser be known in which a user just signed in; a client without cookies never is. Each
 * account has a secret of its own in it: one that another's owner may have read is not taken over.
 */
export async function keepDevice(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  rules: CookieRules,
  devices: Devices,
  answer: Result<TokenPair | Entered, Failure>,
): Promise<void> {
  if (!answer.ok) return;
  const entered = answer.value;
  if ('kind' in entered && entered.kind === 'second') return;
  const tokens = 'kind' in entered ? entered.tokens : entered;
  if (tokens.client !== 'web') return;
  const userId = tokens.user.id as UserId;
  const secrets = secretsOf(request, rules);
  const known = await devices.findOf(secrets.map(hashSecret), userId);
  const own = secrets.find((secret) => hashSecret(secret) === known) ?? newSecret();
  await devices.remember(userId, hashSecret(own));
  const others = secrets.filter((secret) => secret !== own);
  const value = [own, ...others].slice(0, ACCOUNTS_MAX).join('.');
  writeCookie(reply, rules, { name: DEVICE, value, seconds: KEPT_MS / SECOND_MS });
}
