import type { UnixMs } from '@candor/kernel';
import type { RecordKeys } from '../platform/secrets/record-keys.ts';
import { openRecord, sealRecord } from '../platform/secrets/record-sealing.ts';
import { isApart } from './rules.ts';
import type { FileSealing } from './sealing.ts';
import type { FileRow } from './store.ts';

/** Whose picture it is, which one, what it is for and how it is written. */
type Named = Pick<FileRow, 'purpose' | 'kind'> & {
  readonly userId: string;
  readonly fileId: string;
};

/** Seals and opens what is in pictures, each by the key that is its own. */
export type Contents = {
  /** A key kept apart is on the disk when this answers; `forget` it when nothing comes of the picture. */
  seal(picture: Buffer, of: Named): Promise<{ sealedKey: Buffer | null; body: Buffer }>;
  /** Null where its key was destroyed. @throws when it was sealed as another's */
  open(row: FileRow): Promise<Buffer | null>;
  /** The picture was written: its key stays. */
  settle(of: Pick<Named, 'fileId' | 'purpose'>): Promise<void>;
  /** Keys from before a moment of which nobody knows whether their pictures were written. */
  listOpen(before: UnixMs): Promise<string[]>;
  /** Destroys the key of a picture, where it is kept apart. */
  forget(id: string): Promise<void>;
};

/** The label a document is sealed under: another user's, another document and another kind do not open. */
const labelOf = ({ userId, fileId, purpose }: Named): string =>
  `document/${userId}/${fileId}/${purpose}`;

/** Opens the contents of pictures in a process. */
export function createContents(deps: {
  readonly sealing: FileSealing;
  readonly recordKeys: RecordKeys;
}): Contents {
  const { sealing, recordKeys } = deps;
  return {
    async seal(picture, of) {
      if (!isApart(of.purpose)) return sealing.seal(picture, of);
      const key = await recordKeys.make(of.fileId, 'files');
      return { sealedKey: null, body: sealRecord(key, picture, labelOf(of)) };
    },
    async open(row) {
      const { id: fileId, user_id: userId, purpose, kind, sealed_key: sealedKey, body } = row;
      const of = { userId, fileId, purpose, kind };
      if (sealedKey !== null) return sealing.open({ sealedKey, body }, of);
      const key = await recordKeys.find(fileId);
      return key === null ? null : openRecord(key, body, labelOf(of));
    },
    async settle({ fileId, purpose }) {
      if (isApart(purpose)) await recordKeys.settle(fileId, 'files');
    },
    listOpen: (before) => recordKeys.listOpen('files', before),
    forget: (id) => recordKeys.destroy(id),
  };
}
