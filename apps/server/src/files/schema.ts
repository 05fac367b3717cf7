import type { PictureKind } from './rules.ts';

/** A picture that is there, sealed. */
export type FileRow = {
  id: string;
  user_id: string;
  purpose: string;
  kind: PictureKind;
  sealed_key: Buffer;
  body: Buffer;
};
