import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RecordKeys, openRecordKeys } from '../src/platform/secrets/record-keys.ts';

/** Keys of documents in a folder of a test's own; `drop` it at the end. */
export type TestKeys = {
  readonly recordKeys: RecordKeys;
  readonly dataDir: string;
  drop(): Promise<void>;
};

/** Opens such keys. */
export async function openTestKeys(): Promise<TestKeys> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-keys-'));
  return {
    recordKeys: await openRecordKeys({ dataDir, kek: null }),
    dataDir,
    drop: () => rm(dataDir, { recursive: true, force: true }),
  };
}
