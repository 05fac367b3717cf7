import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { EmbeddedPostgresError } from './postgres-errors.ts';

/** Under whose name the database's programs run: PostgreSQL refuses to run as root. */
export type PostgresUser = {
  label: string;
  /** The command that runs the rest of its arguments under this name; empty: as we are. */
  prefix: readonly string[];
  /** Who must own the cluster's files, as seen from here. */
  ownerUid: number | null;
};

type UserNumbers = { uid: number; gid: number };

// When the server process dies without a word (kill -9), the kernel sends the database a
// request for a fast shutdown, so that no database stays behind without its owner.
const DIE_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT'];

/**
 * The names to try, best first.
 *
 * As root on Linux: a user namespace in which our own uid has another number keeps every file
 * root's and works below folders that only root may enter. Where namespaces are forbidden (many
 * containers), an unprivileged uid that may still pass those folders. A cluster that already
 * belongs to an unprivileged user keeps its owner.
 */
export function listPostgresUsers(clusterOwner: UserNumbers | null): PostgresUser[] {
  const uid = process.getuid?.() ?? null;
  if (uid !== 0) {
    const asWeAre = { label: 'the current user', prefix: [], ownerUid: uid };
    if (process.platform !== 'linux') return [asWeAre];
    return [{ ...asWeAre, prefix: DIE_WITH_PARENT }, asWeAre];
  }
  if (process.platform !== 'linux') return [];
  const ordinary = findOrdinaryUser();
  if (clusterOwner !== null && clusterOwner.uid !== 0) return [droppedTo(clusterOwner)];
  const namespace = ['unshare', '--user', `--map-user=${ordinary.uid}`];
  namespace.push(`--map-group=${ordinary.gid}`);
  return [
    { label: 'root in a namespace', prefix: [...namespace, ...DIE_WITH_PARENT], ownerUid: 0 },
    droppedTo(ordinary),
    { label: 'root in a namespace', prefix: namespace, ownerUid: 0 },
  ];
}

function droppedTo({ uid, gid }: UserNumbers): PostgresUser {
  const drop = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const pass = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  // PostgreSQL looks for its programs with access(2), which forgets the capability without this.
  pass.push('--securebits=+no_setuid_fixup');
  return {
    label: `user ${uid}`,
    prefix: [...DIE_WITH_PARENT, ...drop, ...pass],
    ownerUid: uid,
  };
}

/** initdb looks its user up by number, so only one that the machine knows will do. */
function findOrdinaryUser(): UserNumbers {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && fields[2] !== '0')
    .map(([name, , uid, gid]) => ({ name, uid: Number.parseInt(uid ?? '', 10), gid }))
    .map((user) => ({ ...user, gid: Number.parseInt(user.gid ?? '', 10) }));
  const chosen = users.find((user) => user.name === 'nobody') ?? users[0];
  if (chosen === undefined) throw new EmbeddedPostgresError(NO_USER);
  return chosen;
}

const NO_USER =
  'PostgreSQL does not run as root and this machine lets root neither open a user namespace nor ' +
  'drop to another user: start Candor as an ordinary user, or set DATABASE_URL.';

/**
 * The first name under which the binaries truly run and `folder` can truly be written.
 *
 * @throws EmbeddedPostgresError when none works
 */
export function choosePostgresUser(options: {
  candidates: readonly PostgresUser[];
  binaries: PostgresBinaries;
  folder: string;
}): PostgresUser {
  const { binaries, folder } = options;
  let reason = '';
  for (const user of options.candidates) {
    giveTo(folder, user.ownerUid);
    const [file, ...args] = commandAs(user, binaries, '/bin/sh', PROBE, binaries.postgres, folder);
    if (process.platform === 'win32') return user;
    try {
      execFileSync(file, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 10_000 });
      return user;
    } catch (error) {
      reason = error instanceof Error ? error.message.trim().replaceAll('\n', ' ') : '';
    }
  }
  if (process.getuid?.() === 0) throw new EmbeddedPostgresError(`${NO_USER} ${reason}`.trim());
  throw new EmbeddedPostgresError(`The embedded PostgreSQL does not run here: ${reason}`);
}

const PROBE = ['-c', 'test "$(id -u)" != 0 && test -w "$1" && "$0" --version'];

/** The whole command line for one of the database's programs. */
export function commandAs(
  user: PostgresUser,
  binaries: PostgresBinaries,
  file: string,
  ...args: readonly (string | readonly string[])[]
): [string, ...string[]] {
  const libraries = binaries.libraryPath;
  const env = libraries === null ? [] : ['env', `LD_LIBRARY_PATH=${libraries}`];
  const [first, ...rest] = [...user.prefix, ...env, file, ...args.flat()];
  return [first ?? file, ...rest];
}

/** PostgreSQL insists that its user owns the cluster; only root can, and need, put that right. */
function giveTo(folder: string, ownerUid: number | null): void {
  if (process.getuid?.() !== 0 || ownerUid === null) return;
  if (lstatSync(folder).uid === ownerUid) return;
  chownSync(folder, ownerUid, -1);
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    if (!lstatSync(path).isSymbolicLink()) chownSync(path, ownerUid, -1);
  }
}
