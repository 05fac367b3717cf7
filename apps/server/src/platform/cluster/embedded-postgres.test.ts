import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { ask, startDatabaseProcess } from '../../../test/embedded-postgres-process.ts';
import {
  DataDirInUse,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
  UnsafeDatabaseSettings,
  type EmbeddedPostgres,
} from './embedded-postgres.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { clusterPaths, makeHome, openCluster } from './postgres-cluster.ts';
import { findClusterProcesses } from './postgres-orphans.ts';
import { choosePostgresUser, listPostgresUsers } from './postgres-user.ts';

const root = mkdtempSync(join(tmpdir(), 'candor-pg-'));
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
let folders = 0;

function newDataDir(): string {
  folders += 1;
  return join(root, `case-${folders}`);
}

async function start(dataDir: string, settings?: Record<string, string>) {
  const log = (): void => undefined;
  return startEmbeddedPostgres({ dataDir, log, ...(settings ? { settings } : {}) });
}

async function withDatabase(
  dataDir: string,
  work: (database: EmbeddedPostgres) => Promise<void>,
): Promise<void> {
  const database = await start(dataDir);
  try {
    await work(database);
  } finally {
    await database.stop();
  }
}

function canRun(...command: [string, ...string[]]): boolean {
  try {
    execFileSync(command[0], command.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a first start', () => {
  test('makes a private cluster with checksums, UTF-8 and a secret superuser', async () => {
    const dataDir = newDataDir();
    await withDatabase(dataDir, async ({ connection }) => {
      const [row] = await ask(
        connection,
        `SELECT current_setting('data_checksums') AS checksums, datlocale AS locale,
           pg_encoding_to_char(encoding) AS encoding, current_setting('listen_addresses') AS tcp
         FROM pg_database WHERE datname = current_database()`,
      );
      expect(row).toEqual({ checksums: 'on', locale: 'C.UTF-8', encoding: 'UTF8', tcp: '' });
      expect(statSync(dataDir).mode & 0o777).toBe(0o700);
      expect(statSync(connection.host).mode & 0o777).toBe(0o700);
      const secret = join(dataDir, 'postgres', 'superuser-password');
      expect(statSync(secret).mode & 0o777).toBe(0o600);
      expect(readFileSync(secret, 'utf8').trim()).toBe(connection.password);
      const wrong = ask({ ...connection, password: 'guess' }, 'SELECT 1');
      await expect(wrong).rejects.toThrow('password authentication failed');
    });
  });

  test('that was killed half way is done again from the beginning', async () => {
    const dataDir = newDataDir();
    mkdirSync(join(dataDir, 'postgres', 'cluster.unfinished'), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, 'postgres', 'cluster.unfinished', 'PG_VERSION'), '18\n');
    writeFileSync(join(dataDir, 'postgres', 'superuser-password'), 'of-the-unfinished-start\n');
    await withDatabase(dataDir, async ({ connection }) => {
      expect(connection.password).not.toBe('of-the-unfinished-start');
      expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });
});

describe('one folder, one Candor', () => {
  test('a second start is refused in one sentence, from this and from another process', async () => {
    const dataDir = newDataDir();
    await withDatabase(dataDir, async ({ connection }) => {
      await expect(start(dataDir)).rejects.toThrow(DataDirInUse);
      const other = await startDatabaseProcess(dataDir);
      await other.end('SIGTERM');
      expect(other.answer.refused).toBe('DataDirInUse');
      expect(other.answer.message).toBe(
        `The data folder ${dataDir} is in use by process ${process.pid}: ` +
          'stop that one first, or start this one with another DATA_DIR.',
      );
      expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });

  test('a proper stop leaves the folder free and the data in it', async () => {
    const dataDir = newDataDir();
    await withDatabase(dataDir, async ({ connection }) => {
      await ask(connection, 'CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (7)');
    });
    expect(findClusterProcesses(join(dataDir, 'postgres', 'cluster'))).toEqual([]);
    await withDatabase(dataDir, async ({ connection }) => {
      expect(await ask(connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    });
  });
});

describe('after a kill -9', () => {
  test('of server and database together, confirmed rows are there and the lock is free', async () => {
    const dataDir = newDataDir();
    const first = await startDatabaseProcess(dataDir);
    await ask(first.answer.connection, 'CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (1)');
    const cluster = join(dataDir, 'postgres', 'cluster');
    // A backend in the middle of something outlives its postmaster for as long as it is busy.
    const busy = ask(first.answer.connection, 'SELECT count(*) FROM generate_series(1, 1e9)');
    const cut = busy.catch((error: unknown) => error);
    await pause(100);
    process.kill(-first.pid, 'SIGKILL');
    process.kill(first.answer.serverPid, 'SIGKILL');
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(true);
    expect(findClusterProcesses(cluster)).not.toEqual([]);
    await withDatabase(dataDir, async ({ connection }) => {
      expect(await ask(connection, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    });
    expect(await cut).toBeInstanceOf(Error);
  });

  test('of the server alone, the database it left is stopped and taken over', async () => {
    const dataDir = newDataDir();
    const first = await startDatabaseProcess(dataDir);
    await ask(first.answer.connection, 'CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (2)');
    await first.end('SIGKILL');
    await withDatabase(dataDir, async ({ connection, serverPid }) => {
      expect(serverPid).not.toBe(first.answer.serverPid);
      expect(await ask(connection, 'SELECT n FROM kept')).toEqual([{ n: 2 }]);
    });
  });

  test.skipIf(process.platform !== 'linux')(
    'of the server alone, the database ends by itself',
    async () => {
      const dataDir = newDataDir();
      const first = await startDatabaseProcess(dataDir);
      await first.end('SIGKILL');
      const cluster = join(dataDir, 'postgres', 'cluster');
      await expect.poll(() => findClusterProcesses(cluster), { timeout: 5_000 }).toEqual([]);
    },
  );

  test('a process number in postmaster.pid that is now somebody else’s is not killed', async () => {
    const dataDir = newDataDir();
    await withDatabase(dataDir, async () => undefined);
    const stale = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    writeFileSync(stale, `${process.pid}\n${dataDir}\n`);
    await withDatabase(dataDir, async ({ connection }) => {
      expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });

  test('of the database alone, it is started again and takes connections', async () => {
    await withDatabase(newDataDir(), async (database) => {
      const lost = database.serverPid;
      await ask(database.connection, 'CREATE TABLE kept AS SELECT 3 AS n');
      process.kill(lost, 'SIGKILL');
      await expect.poll(() => database.serverPid, { timeout: 10_000 }).not.toBe(lost);
      expect(await ask(database.connection, 'SELECT n FROM kept')).toEqual([{ n: 3 }]);
    });
  });
});

describe('settings that could lose a confirmed commit', () => {
  test.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
    '%s=off is refused by name and leaves nothing running',
    async (name) => {
      const dataDir = newDataDir();
      const refused = start(dataDir, { [name]: 'off' });
      await expect(refused).rejects.toThrow(UnsafeDatabaseSettings);
      await expect(refused).rejects.toThrow(`${name}=off`);
      expect(findClusterProcesses(join(dataDir, 'postgres', 'cluster'))).toEqual([]);
    },
  );

  test('are refused too when somebody stored them in the cluster', async () => {
    const dataDir = newDataDir();
    await withDatabase(dataDir, async ({ connection }) => {
      await ask(connection, 'ALTER SYSTEM SET fsync = off');
    });
    await expect(start(dataDir)).rejects.toThrow('fsync=off');
  });
});

describe('where and as whom it runs', () => {
  test('below a folder that only its owner may enter', async () => {
    const locked = join(newDataDir(), 'private');
    mkdirSync(locked, { recursive: true });
    chmodSync(locked, 0o700);
    await withDatabase(join(locked, 'deeper', 'data'), async ({ connection }) => {
      expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });

  test('in a folder whose name is too long for a socket, through a short one of its own', async () => {
    const dataDir = join(newDataDir(), 'a-long-name-'.repeat(10));
    let host = '';
    await withDatabase(dataDir, async ({ connection }) => {
      host = connection.host;
      expect(statSync(host).mode & 0o777).toBe(0o700);
      expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
    expect(host.startsWith(dataDir)).toBe(false);
    expect(existsSync(host)).toBe(false);
  });

  // As an ordinary user, root is played by a namespace that maps us to it, where that is allowed.
  const asRoot = isRoot ? [] : ['unshare', '--user', '--map-root-user'];
  const canBeRoot = isRoot || canRun('unshare', '--user', '--map-root-user', 'true');
  test.skipIf(!canBeRoot)('as root, although PostgreSQL refuses root', async () => {
    const child = await startDatabaseProcess(newDataDir(), asRoot);
    const { uid, connection } = child.answer;
    expect(uid).toBe(0);
    expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await child.end('SIGTERM')).toBe(0);
  });

  // The capability lets the other user read a checkout below a folder of root's.
  const drop = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const pass = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  pass.push('--securebits=+no_setuid_fixup');
  test('as an ordinary user', async () => {
    const dataDir = newDataDir();
    mkdirSync(dataDir, { recursive: true });
    if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
    const child = await startDatabaseProcess(dataDir, isRoot ? ['setpriv', ...drop, ...pass] : []);
    expect(child.answer.uid).not.toBe(0);
    expect(await ask(child.answer.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await child.end('SIGTERM')).toBe(0);
  });

  test.runIf(isRoot && process.platform === 'linux')(
    'as root where namespaces are forbidden, under the same 0700 folder, again and again',
    async () => {
      const dataDir = newDataDir();
      const log = (): void => undefined;
      const users = listPostgresUsers(null).filter((user) => user.ownerUid !== 0);
      const first = await startEmbeddedPostgres({ dataDir, log, users });
      await ask(first.connection, 'CREATE TABLE kept AS SELECT 4 AS n');
      expect(statSync(`/proc/${first.serverPid}`).uid).not.toBe(0);
      await first.stop();
      await withDatabase(dataDir, async ({ connection }) => {
        expect(await ask(connection, 'SELECT n FROM kept')).toEqual([{ n: 4 }]);
      });
    },
  );

  test.runIf(isRoot && process.platform === 'linux')(
    'as root where namespaces are forbidden, with the programs below a 0700 folder too',
    async () => {
      const hidden = newDataDir();
      mkdirSync(hidden, { mode: 0o700 });
      const paths = clusterPaths(join(hidden, 'data'));
      makeHome(paths);
      const original = findPostgresBinaries(paths.links);
      const native = join(hidden, 'native');
      cpSync(dirname(dirname(original.postgres)), native, { recursive: true });
      const bin = (program: string): string => join(native, 'bin', program);
      const programs = { initdb: bin('initdb'), postgres: bin('postgres'), pgCtl: bin('pg_ctl') };
      const binaries = { ...original, ...programs };
      const candidates = listPostgresUsers(null).filter((user) => user.ownerUid !== 0);
      const user = choosePostgresUser({ candidates, binaries, folder: paths.home });
      expect(await openCluster({ paths, binaries, user })).toMatch(/^[\w-]{32}$/);
      expect(statSync(paths.cluster).uid).toBe(user.ownerUid);
    },
  );

  test('nowhere to run is one sentence that says what to do', async () => {
    const users = [{ label: 'none', prefix: ['candor-no-such-program'], ownerUid: null }];
    const log = (): void => undefined;
    const refused = startEmbeddedPostgres({ dataDir: newDataDir(), log, users });
    await expect(refused).rejects.toThrow(EmbeddedPostgresError);
  });
});
