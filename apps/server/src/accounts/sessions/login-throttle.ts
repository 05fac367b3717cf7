import { HOUR_MS, type UnixMs } from '@candor/kernel';
import { type Counted, giveBackTry, takeTry } from '../../platform/credentials/tries.ts';
import { networkOf } from '../../platform/http/address.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import { hashSecret } from '../../platform/secrets/session.ts';
import type { Contact } from '../account/index.ts';
import { LOGIN_TRIES } from './login-throttle-store.ts';

/** The window refused tries are counted in; it moves with the clock. */
export const THROTTLE_MS = HOUR_MS;
/**
 * Refused log-ins of one name within the hour. An account has three names at most, so 99 tries an hour
 * reach it. They are counted by name and not by account: a shared count would tell whose mailbox it is.
 *
 * @source ASVS 4.0.3, 2.2.1: no more than 100 failed tries an hour on one account
 */
const ATTEMPTS_OF_NAME = 33;
/** As many of them may come from one network: nobody alone can shut others out of a name. */
const ATTEMPTS_OF_NETWORK = 20;

/**
 * Refused tries of one name in a browser its account was entered in before. They are counted apart:
 * unknown browsers use up none of them, from however many networks. Only a caller that holds what
 * that browser keeps can tell, so it says nothing of whose name it is.
 */
const ATTEMPTS_OF_DEVICE = 20;

/** One try: the name in its one spelling, from where, when. */
export type LoginAttempt = {
  readonly names: { readonly username: string | null; readonly contact: Contact | null };
  readonly address: string;
  /** The browser, where this very account was entered in it before; else null. */
  readonly device: string | null;
  readonly at: UnixMs;
};

/** What a try is counted under; none for what can be nobody's name. */
function countedOf(
  { names: { username, contact }, address, device }: LoginAttempt,
  scale: number,
): Counted[] {
  const name = contact === null ? username : `${contact.channel} ${contact.target}`;
  if (name === null) return [];
  if (device !== null) {
    const subject = hashSecret(`${name} device ${device}`);
    return [{ subject, max: ATTEMPTS_OF_DEVICE * scale }];
  }
  return [
    { subject: hashSecret(`${name} ${networkOf(address)}`), max: ATTEMPTS_OF_NETWORK * scale },
    { subject: hashSecret(name), max: ATTEMPTS_OF_NAME * scale },
  ];
}

/**
 * Counts a log-in by password as refused until it proves right. Sessions that live are not asked.
 *
 * @returns seconds until the name may be tried again; null: it may be now
 */
export function takeLoginAttempt(
  deps: { readonly db: Sql; readonly throttleScale: number },
  tried: LoginAttempt,
): Promise<number | null> {
  const counted = countedOf(tried, deps.throttleScale);
  return takeTry(LOGIN_TRIES, deps.db, { counted, at: tried.at, windowMs: THROTTLE_MS });
}

/** Takes a try out of the count that was not refused for its password. */
export function giveBackLoginAttempt(sql: Sql, tried: LoginAttempt): Promise<void> {
  return giveBackTry(LOGIN_TRIES, sql, { counted: countedOf(tried, 1), at: tried.at });
}
