import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { InvariantError } from '@candor/kernel';
import {
  openRecord as decrypt,
  sealRecord as encrypt,
} from '../platform/secrets/record-sealing.ts';

const KEY_BYTES = 32;

/** A sealed picture: its own key, sealed under the installation's, and what that key sealed. */
export type Sealed = { readonly sealedKey: Buffer; readonly body: Buffer };

/** Whose picture it is, which one, and what it shows: it opens as no other. */
export type Label = { readonly userId: string; readonly fileId: string; readonly kind: string };

/** Seals pictures and their links under the key of the installation. */
export type FileSealing = {
  /** Seals a picture with a key made for it alone. */
  seal(picture: Buffer, label: Label): Sealed;
  /** @throws InvariantError when the key or the label is another one, or a byte was changed */
  open(sealed: Sealed, label: Label): Buffer;
  /** The proof in a link that its maker may hand this picture out until then. */
  linkSeal(fileId: string, until: number): string;
  /** Whether a proof is the one made for this picture and time. */
  isLinkSeal(presented: string, of: { fileId: string; until: number }): boolean;
};

/** Sealing under a secret of the installation: AES-256-GCM, a new key and nonce each time. */
export function createFileSealing(secret: string, former: string | null = null): FileSealing {
  const derive = (from: string, what: string): Buffer =>
    Buffer.from(hkdfSync('sha256', from, '', `candor files ${what} v1`, KEY_BYTES));
  const keyOfKeys = derive(secret, 'keys');
  const keyOfLinks = derive(secret, 'links');
  const formerKeys = former === null ? [] : [derive(former, 'keys')];
  const textOf = ({ userId, fileId, kind }: Label): string => `${userId}/${fileId}/${kind}`;
  const linkSeal = (fileId: string, until: number): string =>
    createHmac('sha256', keyOfLinks).update(`${fileId}/${until}`).digest('base64url');
  return {
    seal(picture, label) {
      const key = randomBytes(KEY_BYTES);
      const text = textOf(label);
      return {
        sealedKey: encrypt(keyOfKeys, key, `key/${text}`),
        body: encrypt(key, picture, text),
      };
    },
    open({ sealedKey, body }, label) {
      const text = textOf(label);
      for (const key of [keyOfKeys, ...formerKeys]) {
        try {
          return decrypt(decrypt(key, sealedKey, `key/${text}`), body, text);
        } catch {
          // Another key than the one the picture was sealed under, most likely.
        }
      }
      throw new InvariantError('the installation’s key of files opens what it sealed');
    },
    linkSeal,
    isLinkSeal(presented, { fileId, until }) {
      const made = Buffer.from(linkSeal(fileId, until));
      const given = Buffer.from(presented);
      return given.length === made.length && timingSafeEqual(given, made);
    },
  };
}
