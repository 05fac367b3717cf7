import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another running Candor works on this data folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
  readonly dataDir: string;

  constructor(dataDir: string, holder: string | null) {
    const who = holder === null ? 'another process' : `process ${holder}`;
    super(
      `The data folder ${dataDir} is in use by ${who}: ` +
        'stop that one first, or start this one with another DATA_DIR.',
    );
    this.dataDir = dataDir;
  }
}

export type DataDirLock = { release(): void };

const SQLITE_BUSY = 5;

/**
 * Makes this process the only one that works on a data folder, or refuses.
 *
 * The lock is the operating system's own file lock, held through SQLite because Node has no
 * call for it: the kernel drops it with the process, so a kill -9 leaves nothing to clean up
 * and two starters can never both believe that they took over a stale file.
 *
 * @throws DataDirInUse when this or another process holds the folder
 */
export function lockDataDir(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const holderFile = join(dataDir, 'lock.pid');
  // A holder that was just killed may need a moment to be gone, so a busy lock is asked again.
  const database = new DatabaseSync(join(dataDir, 'lock'));
  try {
    database.exec('PRAGMA busy_timeout = 1000; PRAGMA journal_mode = MEMORY');
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new DataDirInUse(dataDir, readHolder(holderFile));
    throw error;
  }
  writeFileSync(holderFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release() {
      if (!database.isOpen) return;
      rmSync(holderFile, { force: true });
      database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function readHolder(holderFile: string): string | null {
  try {
    return readFileSync(holderFile, 'utf8').trim() || null;
  } catch {
    // The holder is between taking the lock and writing its number: nothing to name yet.
    return null;
  }
}
