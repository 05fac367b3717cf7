import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type UnixMs, assert, isUuid, uuidTime } from '@candor/kernel';
import {
  SecretsRefused,
  isSealed,
  readSecretFile,
  sealText,
  syncFolder,
  unsealText,
  writeSecretFile,
} from './sealed-file.ts';

/**
 * Keys of single records, each a file of the data folder, outside the database and its copies: a record whose
 * key is destroyed is opened by nobody any more, whatever copy of the database it stands in.
 */
export type RecordKeys = {
  /**
   * A new key for a record, on the disk before it is answered. It counts as open until `settle` or `destroy`: a
   * caller that never learns whether its record was written asks later, of what `listOpen` names.
   */
  make(id: string, owner: KeyOwner): Promise<Buffer>;
  /** The record of a key was written: the key stays. */
  settle(id: string, owner: KeyOwner): Promise<void>;
  /** Records from before a moment of which nobody knows whether they were written. */
  listOpen(owner: KeyOwner, before: UnixMs): Promise<string[]>;
  /** The key of a record; null for one that never was or was destroyed. @throws SecretsRefused */
  find(id: string): Promise<Buffer | null>;
  /** Destroys a key for good; nothing happens where there is none. */
  destroy(id: string): Promise<void>;
};

/** Who keeps the records. */
export type KeyOwner = 'files' | 'identity';

const KEY_BYTES = 32;
/** Names of keys whose records may not be there, a folder for each owner; nothing stands in its files. */
const OPEN = '.open';
/** Of more the rest is looked at the next time. */
const OPEN_MAX = 1_000;
/** Written once every key of the folder is sealed under the one that is kept elsewhere. */
const SEALED = '.sealed';

/** Ids begin with their time: their ends spread them over so many folders. */
const shardOf = (id: string): string => id.slice(-2);

/** Overwritten before its name goes: on many disks that is all a program can do. */
async function destroyFile(folder: string, name: string): Promise<void> {
  const file = await open(join(folder, name), 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return;
  try {
    const { size } = await file.stat();
    await file.write(randomBytes(size), 0, size, 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await rm(join(folder, name), { force: true });
  await syncFolder(folder);
}

/**
 * Opens the keys of a data folder. With a key that is kept elsewhere (`KEK_FILE`) each lies there sealed under
 * it; those that were made before it are sealed at the first start that has it.
 *
 * @throws SecretsRefused when they are sealed and the key is missing
 */
export async function openRecordKeys(options: {
  readonly dataDir: string;
  /** The text of the file that is kept elsewhere; null: the keys lie open. */
  readonly kek: string | null;
  /** Brings a folder to the disk; a test watches which. */
  readonly sync?: (folder: string) => Promise<void>;
}): Promise<RecordKeys> {
  const { dataDir, kek, sync = syncFolder } = options;
  const root = join(dataDir, 'keys');
  const key =
    kek === null
      ? null
      : Buffer.from(hkdfSync('sha256', kek, '', 'candor record keys v1', KEY_BYTES));
  await mkdir(root, { recursive: true, mode: 0o700 });
  await sync(dataDir);

  const openOf = (owner: KeyOwner): string => join(root, OPEN, owner);
  const owners: readonly KeyOwner[] = ['files', 'identity'];
  for (const owner of owners) await mkdir(openOf(owner), { recursive: true, mode: 0o700 });

  /** Folders of keys that are there and on the disk. At most 256: the last two digits of an id. */
  const shards = new Map<string, Promise<void>>();

  /** A key in a folder the disk does not list would be gone with the power: the folder first. */
  function shardReady(folder: string): Promise<void> {
    const known = shards.get(folder);
    if (known !== undefined) return known;
    const made = mkdir(folder, { recursive: true, mode: 0o700 }).then(() => sync(root));
    shards.set(folder, made);
    // One that failed is made again by the next key.
    made.catch(() => shards.delete(folder));
    return made;
  }

  async function settle(id: string, owner: KeyOwner): Promise<void> {
    assert(isUuid(id), 'a record’s key is named by its id');
    await rm(join(openOf(owner), id), { force: true });
  }

  const folderOf = (id: string): string => {
    assert(isUuid(id), 'a record’s key is named by its id');
    return join(root, shardOf(id));
  };
  const textOf = (id: string, made: Buffer): string => {
    const text = made.toString('base64url');
    return key === null ? text : sealText(key, id, text);
  };

  async function sealAll(sealing: Buffer): Promise<void> {
    for (const shard of await readdir(root)) {
      if (shard.startsWith('.')) continue;
      const folder = join(root, shard);
      for (const id of await readdir(folder)) {
        const text = id.startsWith('.') ? null : await readSecretFile(folder, id);
        if (text === null || isSealed(text)) continue;
        await writeSecretFile(folder, id, sealText(sealing, id, text));
      }
    }
    await writeSecretFile(root, SEALED, 'every key of this folder is sealed under KEK_FILE');
  }

  const isAllSealed = (await readSecretFile(root, SEALED)) !== null;
  if (key === null && isAllSealed) {
    throw new SecretsRefused(
      'The keys of documents in this data folder are sealed: KEK_FILE must name the key',
    );
  }
  if (key !== null && !isAllSealed) await sealAll(key);

  return {
    async make(id, owner) {
      const folder = folderOf(id);
      await shardReady(folder);
      // Its name first: a key without one is never looked for. The name alone does no harm.
      await writeFile(join(openOf(owner), id), '', { mode: 0o600 });
      const made = randomBytes(KEY_BYTES);
      await writeSecretFile(folder, id, textOf(id, made));
      return made;
    },
    settle,
    async listOpen(owner, before) {
      // The oldest first: ids begin with their time.
      const ids = (await readdir(openOf(owner))).filter(isUuid).toSorted();
      return ids.filter((id) => uuidTime(id) < before).slice(0, OPEN_MAX);
    },
    async find(id) {
      const text = await readSecretFile(folderOf(id), id);
      if (text === null) return null;
      if (!isSealed(text)) return Buffer.from(text, 'base64url');
      if (key === null) throw new SecretsRefused('KEK_FILE must name the key of documents');
      return Buffer.from(unsealText(key, id, text), 'base64url');
    },
    async destroy(id) {
      await destroyFile(folderOf(id), id);
      for (const owner of owners) await settle(id, owner);
    },
  };
}
