import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { EmbeddedPostgresError } from './postgres-errors.ts';
import { commandAs, type PostgresUser } from './postgres-user.ts';

export const SUPERUSER = 'candor';
const MAJOR_VERSION = '18';

/** Where the parts of the embedded database stand inside the data folder. */
export type ClusterPaths = {
  home: string;
  cluster: string;
  password: string;
  links: string;
  socket: string;
};

export function clusterPaths(dataDir: string): ClusterPaths {
  const home = join(dataDir, 'postgres');
  return {
    home,
    cluster: join(home, 'cluster'),
    password: join(home, 'superuser-password'),
    links: join(home, 'library-links'),
    socket: join(home, 'socket'),
  };
}

/** Who owns the existing cluster; null when there is none yet. */
export function clusterOwner(paths: ClusterPaths): { uid: number; gid: number } | null {
  if (!existsSync(paths.cluster)) return null;
  const { uid, gid } = statSync(paths.cluster);
  return { uid, gid };
}

/** Makes the database's own folder, for nobody else's eyes. */
export function makeHome(paths: ClusterPaths): void {
  mkdirSync(paths.home, { recursive: true, mode: 0o700 });
  const uid = process.getuid?.();
  const owner = statSync(paths.home).uid;
  if (uid !== undefined && uid !== 0 && owner !== uid) {
    throw new EmbeddedPostgresError(
      `The database folder ${paths.home} belongs to another user (${owner}): ` +
        'start Candor as that user, or with another DATA_DIR.',
    );
  }
}

/**
 * Answers the superuser's password of the cluster, which it creates on the first start.
 *
 * initdb works in a folder aside that becomes the cluster by one rename: a start that was killed
 * half way leaves nothing that looks like a database.
 */
export async function openCluster(options: {
  paths: ClusterPaths;
  binaries: PostgresBinaries;
  user: PostgresUser;
}): Promise<string> {
  const { paths } = options;
  if (!existsSync(paths.cluster)) await createCluster(options);
  const version = readFileSync(join(paths.cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new EmbeddedPostgresError(
      `The database in ${paths.cluster} is of PostgreSQL ${version}, this Candor brings ` +
        `${MAJOR_VERSION}: upgrade it with pg_upgrade, or start with another DATA_DIR.`,
    );
  }
  if (!existsSync(paths.password)) {
    throw new EmbeddedPostgresError(
      `The password file ${paths.password} of the database is gone: put it back from a backup.`,
    );
  }
  return readFileSync(paths.password, 'utf8').trim();
}

async function createCluster(options: {
  paths: ClusterPaths;
  binaries: PostgresBinaries;
  user: PostgresUser;
}): Promise<void> {
  const { paths, binaries, user } = options;
  const unfinished = `${paths.cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  writeSecret(paths.password, randomBytes(24).toString('base64url'));
  const identity = ['--username', SUPERUSER, '--pwfile', paths.password, '--auth=scram-sha-256'];
  // C.UTF-8 is built in since 17: one order of text on every machine, whatever its libc says.
  const text = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const rest = ['--locale=C', '--data-checksums', '-D', unfinished];
  const [file, ...args] = commandAs(user, binaries, binaries.initdb, identity, text, rest);
  try {
    await promisify(execFile)(file, args, { timeout: 120_000 });
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().replaceAll('\n', ' ') : 'unknown';
    throw new EmbeddedPostgresError(`The database in ${paths.home} cannot be made: ${reason}`);
  }
  renameSync(unfinished, paths.cluster);
  syncFolder(paths.home);
}

function writeSecret(path: string, secret: string): void {
  rmSync(path, { force: true });
  const file = openSync(path, 'wx', 0o600);
  writeSync(file, `${secret}\n`);
  fsyncSync(file);
  closeSync(file);
}

function syncFolder(path: string): void {
  // Windows has no handle for a folder; there a rename is journalled by the file system.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
