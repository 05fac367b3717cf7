import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecret } from './session.ts';

/** A secret this installation has already; null when it was never made here. */
export async function findInstallationSecret(
  dataDir: string,
  name: string,
): Promise<string | null> {
  try {
    return (await readFile(join(dataDir, 'secrets', name), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * A secret of this installation, made at first use and kept in the data folder, readable by its
 * owner alone.
 */
export async function installationSecret(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, 'secrets');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const known = await findInstallationSecret(dataDir, name);
  if (known !== null) return known;
  const file = join(folder, name);
  const secret = newSecret();
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  return secret;
}
