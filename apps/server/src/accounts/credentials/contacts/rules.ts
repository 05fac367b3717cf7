import { DAY_MS, MINUTE_MS, SECOND_MS, type UnixMs } from '@candor/kernel';
import { PHRASE_LENGTH } from '@candor/protocol';

/** How long a code is good for. @source PRODUCT part 2 */
export const CODE_MS = 10 * MINUTE_MS;
/** Wrong tries after which a code is dead; the last of them counts. @source PRODUCT part 2 */
export const TRIES_MAX = 5;
/** Shortest time between two codes of one purpose to one target. @source PRODUCT part 2 */
export const BETWEEN_MS = 60 * SECOND_MS;
/**
 * Codes of one purpose to one target within a day, for all callers together. With five tries each,
 * a patient guesser has 50 of a million a day; without this bound 7,200.
 */
export const SENDS_MAX = 10;
/** The day those are counted in. */
export const COUNTED_MS = DAY_MS;
/**
 * Codes of every purpose, to all recipients, that callers of one host (an address, a /64) and of
 * one network (/24, /48) may have sent within a day. Sixty are the day of a busy office behind one
 * address; the network's are less than half of the text messages one country has by default, so
 * that no network alone uses those up.
 */
export const CODES_A_DAY = { host: 60, network: 240 } as const;

/**
 * How long a mailbox or phone that was added or changed cannot reset the password, and the one
 * before it still can.
 */
export const RESET_AFTER_MS = 3 * DAY_MS;

/** A code as it was typed, without the spaces of a copy; null when it cannot be one. */
export function readCode(text: string): string | null {
  const code = text.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : null;
}

/** What is known of the codes of one purpose that went to a target. */
export type LastSend = {
  /** When the last one went that the asker asked for; null when none did. */
  readonly sentAt: UnixMs | null;
  /** How many went since `countedFrom`, for all callers. */
  readonly sends: number;
  readonly countedFrom: UnixMs | null;
};

/**
 * Milliseconds until the next code may go to a target; zero when it may now. A second code within a
 * minute is not sent, and after ten a day none is.
 */
export function waitForCode({ sentAt, sends, countedFrom }: LastSend, now: UnixMs): number {
  const isCounting = countedFrom !== null && now - countedFrom < COUNTED_MS;
  if (isCounting && sends >= SENDS_MAX) return countedFrom + COUNTED_MS - now;
  return sentAt === null ? 0 : Math.max(0, sentAt + BETWEEN_MS - now);
}

/** A phrase is read by people in mails: letters, digits, spaces and plain signs, one line. */
const PHRASE = /^[\p{L}\p{M}\p{N} .,'’_-]+$/u;

/** The owner's own words for mails; null when they cannot be some. */
export function readPhrase(text: string): string | null {
  const phrase = text.normalize('NFC').trim().replaceAll(/ +/g, ' ');
  const { length } = [...phrase];
  const fits = length >= PHRASE_LENGTH.min && length <= PHRASE_LENGTH.max;
  return fits && PHRASE.test(phrase) ? phrase : null;
}
