import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, on Linux. */
const MEMORY_FOLDER = '/dev/shm';
/** Several times what a run was seen to write there at once. */
const ROOM_BYTES = 3 * 2 ** 30;

/**
 * Where one run of the tests writes, and the environment that tells it so: in memory where there is
 * room. A new database is a thousand small files, which a disk makes twenty times as dear. No test
 * sees the difference: what a killed process wrote is there, forced to a disk or not.
 */
export function makeRunFolder(inMemory = MEMORY_FOLDER) {
  const folder = mkdtempSync(join(hasRoom(inMemory) ? inMemory : tmpdir(), 'candor-run-'));
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  return {
    // What one process compiled the next one reads: a run starts the same programs again and again.
    env: { TMPDIR: temporary, NODE_COMPILE_CACHE: join(folder, 'compiled') },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function hasRoom(folder) {
  if (process.availableMemory() < 2 * ROOM_BYTES) return false;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES && runsPrograms(folder);
  } catch {
    // No such folder, or not ours to write in.
    return false;
  }
}

/** Containers often forbid programs there, and some tests write one and start it. */
function runsPrograms(folder) {
  const own = mkdtempSync(join(folder, 'candor-tried-'));
  try {
    const program = join(own, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
