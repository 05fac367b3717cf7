import type { Receipt } from '@candor/protocol';

/** One receipt as it was first written: `terms` and `hash` are all that is kept of it. */
export type ReceiptRow = {
  number: string;
  kind: Receipt['kind'];
  user_id: string;
  subject: string;
  terms: string;
  hash: Buffer;
  key: number | null;
  signature: Buffer | null;
};

/** A document as it was published: time as Unix ms, hash in hex. */
export type PublicationRow = { kind: string; subject: string; since: number; hash: string };
