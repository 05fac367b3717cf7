import { chmodSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './postgres-errors.ts';

/** Where the database listens: a socket in a folder only we may enter, or Windows' loopback. */
export type PostgresAddress = {
  host: string;
  port: number;
  settings: Record<string, string>;
  /** Takes away what a killed database left: its number may live on as a zombie or as another. */
  clear(): void;
  remove(): void;
};

// The kernel's address of a Unix socket has room for 107 bytes and the closing zero.
const SOCKET_PATH_MAX_BYTES = 107;
const PORT = 5432;
const SHORT_PREFIX = 'candor-';

export async function choosePostgresAddress(socketDir: string): Promise<PostgresAddress> {
  if (process.platform === 'win32') return chooseLoopback();
  const note = join(dirname(socketDir), 'socket-dir');
  removeNoted(note);
  let folder = socketDir;
  if (isTooLong(socketDir)) {
    folder = makeShortFolder();
    writeFileSync(note, `${folder}\n`, { mode: 0o600 });
  } else {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  }
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
  };
  const clear = (): void => clearSocket(folder);
  return { host: folder, port: PORT, settings, clear, remove: () => removeNoted(note) };
}

function clearSocket(folder: string): void {
  const socket = join(folder, `.s.PGSQL.${PORT}`);
  for (const file of [socket, `${socket}.lock`]) rmSync(file, { force: true });
}

function isTooLong(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) > SOCKET_PATH_MAX_BYTES;
}

function makeShortFolder(): string {
  const pattern = join(tmpdir(), SHORT_PREFIX);
  if (!isTooLong(`${pattern}XXXXXX`)) return mkdtempSync(pattern);
  throw new EmbeddedPostgresError(
    'The data folder’s name is too long for a database socket, and so is that of the folder for ' +
      'temporary files: choose a shorter DATA_DIR.',
  );
}

/** Takes away the short folder of this or of an earlier start, which kill -9 left behind. */
function removeNoted(note: string): void {
  if (!existsSync(note)) return;
  const folder = readFileSync(note, 'utf8').trim();
  if (basename(folder).startsWith(SHORT_PREFIX)) rmSync(folder, { recursive: true, force: true });
  rmSync(note);
}

async function chooseLoopback(): Promise<PostgresAddress> {
  const host = '127.0.0.1';
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, host, listening));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  const settings = { listen_addresses: host };
  return { host, port, settings, clear: () => undefined, remove: () => undefined };
}
