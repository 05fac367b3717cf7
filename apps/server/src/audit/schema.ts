import type { AuditActor } from './rules.ts';

/** One row of the log. */
export type RecordRow = {
  seq: string;
  at: number;
  actor_kind: AuditActor['kind'];
  actor: string;
  role: string | null;
  action: string;
  subject: string | null;
  user_id: string | null;
  details: string;
  is_shown: boolean;
  previous: Buffer;
  hash: Buffer;
};

/** How many rows there are, and the hash of the last. */
export type HeadRow = { count: string; hash: Buffer };

/** What was signed of the log. */
export type SignedHeadRow = {
  count: string;
  hash: Buffer;
  at: number;
  key: number;
  signature: Buffer;
};
