import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CONFIG = 'apps/web/vite.config.ts';
const DIST = 'apps/web/dist';
// Beside what it describes: a change that removes the one removes the other.
const STAMP = '.sources.sha256';

// Everything that ends up in the page, and what decides how it is built.
const SOURCES = [
  'apps/web',
  'packages/kernel',
  'packages/locales',
  'packages/pricing',
  'packages/protocol',
  'packages/ui',
  // The page runs the rules of the verifier.
  'scripts/verify',
  'package-lock.json',
  'tsconfig.base.json',
];
const NOT_SOURCES = /(^|\/)(node_modules|dist)(\/|$)|\.test\.tsx?$/;

/** Builds the web app when its sources are not those of the build that stands there. */
export function buildWebApp(root, node) {
  if (!existsSync(join(root, CONFIG))) return;
  const stamp = join(root, DIST, STAMP);
  const sources = hashOfSources(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  process.stderr.write('Building the web app …\n');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(node, [vite, 'build', '--logLevel=warn'], {
    cwd: join(root, 'apps', 'web'),
    stdio: ['ignore', 2, 2],
    // A build for people, also when the caller runs tests.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('The web app could not be built: see above.');
  writeFileSync(stamp, sources);
}

/** One number for the names and contents of all sources. */
function hashOfSources(root) {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => listFiles(root, source))) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function listFiles(root, path) {
  if (NOT_SOURCES.test(path) || !existsSync(join(root, path))) return [];
  let names;
  try {
    names = readdirSync(join(root, path)).sort();
  } catch (error) {
    if (error.code !== 'ENOTDIR') throw error;
    return [path];
  }
  return names.flatMap((name) => listFiles(root, `${path}/${name}`));
}
