import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const NEEDED = 24;

/** The package that carries the pinned Node for this machine; macOS has none. */
export function pinnedNodePackage() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  return `node-${system}-${process.arch}`;
}

/** The pinned Node 24, or the running one where it is new enough. */
export function findNode(root) {
  const exe = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', pinnedNodePackage(), 'bin', exe);
  for (const node of [pinned, process.execPath]) if (majorOf(node) >= NEEDED) return node;
  throw new Error(
    `Candor runs on Node ${NEEDED} or newer, which npm cannot bring for ` +
      `${process.platform} ${process.arch}, and this is ${process.version}: ` +
      'install it from nodejs.org.',
  );
}

function majorOf(node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number.parseInt((stdout ?? '').replace('v', ''), 10) || 0;
}
