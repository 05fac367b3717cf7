/** One receipt as it was first written: `terms` and `hash` are all that is kept of it. */
export type ReceiptRow = {
  number: string;
  kind: 'contract' | 'cover' | 'option';
  user_id: string;
  subject: string;
  terms: string;
  hash: Buffer;
  key: number | null;
  signature: Buffer | null;
};
