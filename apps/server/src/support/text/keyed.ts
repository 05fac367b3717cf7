import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../../platform/secrets/session.ts';
import { comparedText } from './compared-text.ts';
import { numberOf } from './rules.ts';

const KEY_BYTES = 32;

/** What support makes with the secret of the installation, and what it makes by chance. */
export type Keyed = {
  /**
   * The token of a visitor's conversation. Made of the conversation's id, so that a request that is
   * sent again gets the same one although only its hash is written down.
   */
  visitorToken(conversationId: string): string;
  /** What is kept of a text that left the house: nobody finds the text from a copy of the table. */
  textHash(text: string): string;
  /** What is kept for a day of where a visitor came from. */
  placeHash(place: string): string;
};

/** Makes it from the secret of the installation. */
export function createKeyed(secret: string): Keyed {
  const derive = (what: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `candor support ${what} v1`, KEY_BYTES));
  const keyed = (what: string): ((text: string) => string) => {
    const key = derive(what);
    return (text) => createHmac('sha256', key).update(text).digest('base64url');
  };
  const ofText = keyed('texts');
  return {
    visitorToken: keyed('visitors'),
    textHash: (text) => ofText(comparedText(text)),
    placeHash: keyed('places'),
  };
}

/** Whether a token is the one of this hash; it takes as long for a wrong one, and without a hash. */
export function isToken(presented: string, hash: string | null): boolean {
  const given = Buffer.from(hashSecret(presented));
  const known = Buffer.from(hash ?? hashSecret(''));
  const isSame = given.length === known.length && timingSafeEqual(given, known);
  return isSame && hash !== null;
}

/** A new number of a conversation: 40 bits. */
export const newNumber = (): string => numberOf(randomBytes(8));
/** A new reference of a message: 60 bits. */
export const newReference = (): string => numberOf(randomBytes(12));
