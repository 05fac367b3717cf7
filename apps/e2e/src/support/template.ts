import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runHelper } from './helper-process.ts';

/** Where a worker finds the template: workers are begun with the environment of the run. */
const VARIABLE = 'CANDOR_TEST_TEMPLATE';

/**
 * The set-up of every project that starts the product. A data folder with a migrated database and
 * nothing else in it is made once per run; each start takes a copy. What a first start makes besides,
 * its secrets and its pages of text, every copy makes for itself.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Two projects of one run share it; the first makes it and takes it away.
  if (process.env[VARIABLE] !== undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'candor-template-'));
  const remove = async (): Promise<void> => {
    delete process.env[VARIABLE];
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await runHelper('template-child.ts', [folder]);
  } catch (error) {
    await remove();
    throw error;
  }
  process.env[VARIABLE] = folder;
  return remove;
}

/** Makes a data folder that is migrated already; nothing where this run has no template. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = process.env[VARIABLE];
  if (template === undefined) return;
  await mkdir(dataDir, { mode: 0o700 });
  const [from, to] = [join(template, 'postgres'), join(dataDir, 'postgres')];
  // The database may belong to a user of its own, which only `cp -a` keeps.
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-a', from, to]);
}
