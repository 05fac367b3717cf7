import { HOUR_MS, SECOND_MS, type UnixMs, plusMs } from '@candor/kernel';
import { networkOf } from '../../platform/http/address.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import { hashSecret } from '../../platform/secrets/session.ts';
import type { Contact } from '../account/index.ts';
import { deleteAttempt, findOldestAttempt, insertAttempt } from './login-throttle-store.ts';

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

type Subjects = {
  readonly ofName: string;
  readonly ofNetwork: string;
  readonly ofDevice: string | null;
};

/** What a try is counted under; null for what can be nobody's name. */
function subjectsOf({
  names: { username, contact },
  address,
  device,
}: LoginAttempt): Subjects | null {
  const name = contact === null ? username : `${contact.channel} ${contact.target}`;
  if (name === null) return null;
  return {
    ofName: hashSecret(name),
    ofNetwork: hashSecret(`${name} ${networkOf(address)}`),
    ofDevice: device === null ? null : hashSecret(`${name} device ${device}`),
  };
}

/**
 * Counts a log-in by password as refused until it proves right. Sessions that live are not asked.
 *
 * @returns seconds until the name may be tried again; null: it may be now
 */
export async function takeLoginAttempt(
  deps: { readonly db: Sql; readonly throttleScale: number },
  tried: LoginAttempt,
): Promise<number | null> {
  const subjects = subjectsOf(tried);
  if (subjects === null) return null;
  const { ofName, ofNetwork, ofDevice } = subjects;
  const { db, throttleScale } = deps;
  const { at } = tried;
  const since = plusMs(at, -THROTTLE_MS);
  const wait = async (subject: string): Promise<number> => {
    const oldest = (await findOldestAttempt(db, subject, since)) ?? at;
    return Math.max(1, Math.ceil((oldest + THROTTLE_MS - at) / SECOND_MS));
  };
  const take = (subject: string, max: number): Promise<boolean> =>
    insertAttempt(db, { subject, at, since, max: max * throttleScale });
  if (ofDevice !== null) {
    return (await take(ofDevice, ATTEMPTS_OF_DEVICE)) ? null : wait(ofDevice);
  }
  if (!(await take(ofNetwork, ATTEMPTS_OF_NETWORK))) return wait(ofNetwork);
  if (await take(ofName, ATTEMPTS_OF_NAME)) return null;
  await deleteAttempt(db, ofNetwork, at);
  return wait(ofName);
}

/** Takes a try out of the count that was not refused for its password. */
export async function giveBackLoginAttempt(sql: Sql, tried: LoginAttempt): Promise<void> {
  const subjects = subjectsOf(tried);
  if (subjects === null) return;
  if (subjects.ofDevice !== null) return deleteAttempt(sql, subjects.ofDevice, tried.at);
  await deleteAttempt(sql, subjects.ofNetwork, tried.at);
  await deleteAttempt(sql, subjects.ofName, tried.at);
}
