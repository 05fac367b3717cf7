import type { PictureKind } from './rules.ts';

/** A picture that is there, sealed. */
export type FileRow = {
  id: string;
  user_id: string;
  purpose: string;
  kind: PictureKind;
  /** Null where its key is kept apart. */
  sealed_key: Buffer | null;
  body: Buffer;
};
