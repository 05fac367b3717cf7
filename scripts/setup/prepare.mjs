import { installDependencies } from './dependencies.mjs';
import { findNode } from './node-binary.mjs';
import { buildWebApps } from './web-build.mjs';

/**
 * Everything between a fresh clone and a running program: dependencies, Node 24, the web app.
 * Each step looks first and does nothing when there is nothing to do.
 */
export async function prepare({ root, buildWeb }) {
  installDependencies(root);
  const node = findNode(root);
  if (buildWeb) buildWebApps(root, node);
  return { node };
}
