import { createHmac, hkdfSync } from 'node:crypto';
import type { UnixMs } from '@candor/kernel';
import type { RecordKeys } from '../platform/secrets/record-keys.ts';
import { openRecord, sealRecord } from '../platform/secrets/record-sealing.ts';
import type { AddressTerms, Details } from './rules.ts';

type Label = { readonly userId: string; readonly id: string };

/** What is sealed of a submission. */
export type Said = Details | Pick<AddressTerms, 'proof' | 'issuedOn'>;

const KEY_BYTES = 32;
const textOf = ({ userId, id }: Label): string => `details/${userId}/${id}`;

/** Seals what users say of themselves, each submission by a key of its own outside the database. */
export type DetailSealing = {
  /** Its key is on the disk when this answers. */
  seal(said: Said, of: Label): Promise<Buffer>;
  /** Null once it was destroyed. @throws when it was sealed as another's */
  open(sealed: Buffer | null, of: Label): Promise<Said | null>;
  /** A submission was written: its key stays. */
  settle(id: string): Promise<void>;
  /** Submissions from before a moment of which nobody knows whether they were written. */
  listOpen(before: UnixMs): Promise<string[]>;
  /** Destroys the key of a submission. */
  forget(id: string): Promise<void>;
  /** What tells a document's number from others without naming it. */
  hashOf(number: string): Buffer;
};

/** Opens the sealing of details; numbers are hashed under a secret of the installation. */
export function createDetailSealing(deps: {
  readonly recordKeys: RecordKeys;
  readonly secret: string;
}): DetailSealing {
  const { recordKeys, secret } = deps;
  const numbers = Buffer.from(
    hkdfSync('sha256', secret, '', 'candor identity numbers v1', KEY_BYTES),
  );
  return {
    async seal(said, of) {
      const key = await recordKeys.make(of.id, 'identity');
      return sealRecord(key, Buffer.from(JSON.stringify(said)), textOf(of));
    },
    async open(sealed, of) {
      const key = sealed === null ? null : await recordKeys.find(of.id);
      if (sealed === null || key === null) return null;
      return JSON.parse(openRecord(key, sealed, textOf(of)).toString()) as Said;
    },
    settle: (id) => recordKeys.settle(id, 'identity'),
    listOpen: (before) => recordKeys.listOpen('identity', before),
    forget: (id) => recordKeys.destroy(id),
    hashOf: (number) => createHmac('sha256', numbers).update(number).digest(),
  };
}
