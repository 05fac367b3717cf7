import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { InvariantError, assert } from '@candor/kernel';

/** Seals what must be read again and may not lie open in the database. */
export type Sealing = {
  /** A text nobody reads without the key; `owner` is sealed in, so it fits no other row. */
  seal(text: string, owner: string): string;
  /** @throws InvariantError when the key or the owner is another one, or the text was changed */
  open(sealed: string, owner: string): string;
};

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
/** A shorter proof that nothing was changed could be guessed. */
const TAG_BYTES = 16;

/**
 * Sealing under a secret of the installation: AES-256-GCM, a new nonce each time. What is sealed for
 * one purpose ("accounts.factors") opens for no other.
 */
export function createSealing(secret: string, purpose: string): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `candor ${purpose} v1`, KEY_BYTES));
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), body];
      return [VERSION, ...parts.map((part) => part.toString('base64url'))].join('.');
    },
    open(sealed, owner) {
      const [version, nonce = '', tag = '', body = ''] = sealed.split('.');
      assert(version === VERSION, 'a sealed text of a known version');
      try {
        const start = Buffer.from(nonce, 'base64url');
        const decipher = createDecipheriv(CIPHER, key, start, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(owner))
          .setAuthTag(Buffer.from(tag, 'base64url'));
        const open = [decipher.update(Buffer.from(body, 'base64url')), decipher.final()];
        return Buffer.concat(open).toString('utf8');
      } catch {
        // Another data folder than the one the database was filled from, most likely.
        throw new InvariantError('the installation’s sealing key opens what it sealed');
      }
    },
  };
}
