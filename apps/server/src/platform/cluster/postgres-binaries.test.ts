import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPostgresBinaries, restoreLibraryLinks } from './postgres-binaries.ts';

const isRoot = process.getuid?.() === 0;
let root = '';

type PackageLink = { source: string; target: string };

/** Only the kernel's own folders refuse root as a read-only folder refuses all other users. */
function makeUnwritable(packageRoot: string, links: readonly PackageLink[]): void {
  const refused = { source: links[0]?.source, target: relative(packageRoot, '/sys/refused') };
  const list = isRoot ? [refused, ...links] : links;
  writeFileSync(join(packageRoot, 'native', 'pg-symlinks.json'), JSON.stringify(list));
  chmodSync(join(packageRoot, 'native', 'lib'), 0o555);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'candor-links-'));
  mkdirSync(join(root, 'native', 'lib'), { recursive: true });
  writeFileSync(join(root, 'native', 'lib', 'libpq.so.5.18'), 'library');
  const list = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(list));
});

afterEach(() => {
  for (const folder of [root, join(root, 'copy')].filter(existsSync)) {
    chmodSync(join(folder, 'native', 'lib'), 0o755);
  }
  rmSync(root, { recursive: true, force: true });
});

test('the links that npm could not pack stand beside their libraries, also a second time', () => {
  const link = join(root, 'native', 'lib', 'libpq.so.5');
  expect(existsSync(link)).toBe(false);
  expect(restoreLibraryLinks(root, join(root, 'links'))).toBeNull();
  expect(readlinkSync(link)).toBe('libpq.so.5.18');
  expect(restoreLibraryLinks(root, join(root, 'links'))).toBeNull();
  expect(existsSync(join(root, 'links'))).toBe(false);
});

test.skipIf(isRoot && !existsSync('/sys'))(
  'in an installation that cannot be written they stand in a folder of our own',
  () => {
    makeUnwritable(root, [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]);
    const links = join(root, 'links');
    expect(restoreLibraryLinks(root, links)).toBe(`${links}:${join(root, 'native', 'lib')}`);
    const source = readlinkSync(join(links, 'libpq.so.5'));
    expect(source).toBe(join(root, 'native', 'lib', 'libpq.so.5.18'));
    expect(existsSync(join(root, 'native', 'lib', 'libpq.so.5'))).toBe(false);
  },
);

test.runIf(process.platform === 'linux')(
  'the programs find their libraries through that folder too',
  () => {
    const original = findPostgresBinaries(join(root, 'unused'));
    const packaged = dirname(dirname(dirname(original.initdb)));
    const copy = join(root, 'copy');
    cpSync(join(packaged, 'native'), join(copy, 'native'), { recursive: true });
    const text = readFileSync(join(copy, 'native', 'pg-symlinks.json'), 'utf8');
    const list = JSON.parse(text) as PackageLink[];
    for (const { target } of list) rmSync(join(copy, target));
    const initdb = join(copy, 'native', 'bin', 'initdb');
    const version = (env: Record<string, string>): string =>
      execFileSync(initdb, ['--version'], { env, encoding: 'utf8', stdio: 'pipe' });
    expect(() => version({})).toThrow('error while loading shared libraries');
    makeUnwritable(copy, list);
    const libraries = restoreLibraryLinks(copy, join(root, 'links')) ?? '';
    expect(version({ LD_LIBRARY_PATH: libraries })).toContain('PostgreSQL) 18');
  },
);
