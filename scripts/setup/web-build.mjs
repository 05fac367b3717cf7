import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Beside what it describes: a change that removes the one removes the other.
const STAMP = '.sources.sha256';

/** The product's pages and the operator's desk. */
const APPS = ['web', 'desk'];

// Everything that ends up in a page, and what decides how it is built.
const SOURCES = [
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

/** Builds each web application when its sources are not those of the build that stands there. */
export function buildWebApps(root, node) {
  for (const app of APPS) buildWebApp({ root, node, app });
}

function buildWebApp({ root, node, app }) {
  const folder = join(root, 'apps', app);
  if (!existsSync(join(folder, 'vite.config.ts'))) return;
  const stamp = join(folder, 'dist', STAMP);
  const sources = hashOfSources(root, app);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  process.stderr.write(`Building ${app === 'desk' ? 'the desk' : 'the web app'} …\n`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(node, [vite, 'build', '--logLevel=warn'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    // A build for people, also when the caller runs tests.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`apps/${app} could not be built: see above.`);
  writeFileSync(stamp, sources);
}

/** One number for the names and contents of all sources. */
function hashOfSources(root, app) {
  const hash = createHash('sha256');
  for (const path of [`apps/${app}`, ...SOURCES].flatMap((source) => listFiles(root, source))) {
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
