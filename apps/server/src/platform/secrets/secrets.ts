import { hkdfSync } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  SecretsRefused,
  isSealed,
  readSecretFile as read,
  sealText as seal,
  unsealText as unseal,
  writeSecretFile as write,
} from './sealed-file.ts';
import { newSecret } from './session.ts';

export { SecretsRefused } from './sealed-file.ts';

/** The secrets of one installation, kept in its data folder. */
export type Secrets = {
  /** A secret this installation has already; null when it was never made here. */
  find(name: string): Promise<string | null>;
  /** A secret, made at first use. */
  get(name: string): Promise<string>;
};

const KEY_BYTES = 32;

/**
 * Opens the secrets of a data folder. With a key that is kept elsewhere (`KEK_FILE`) every one of
 * them lies there sealed: those that an earlier start left open are sealed now.
 *
 * @throws SecretsRefused when they are sealed and the key is missing or another one
 */
export async function openSecrets(options: {
  readonly dataDir: string;
  /** The text of the file that is kept elsewhere; null: the secrets lie open. */
  readonly kek: string | null;
  /** For an operator who looks on while Candor runs: what lies there stays as it is. */
  readonly leaves?: boolean;
}): Promise<Secrets> {
  const { dataDir, kek, leaves = false } = options;
  const folder = join(dataDir, 'secrets');
  const key =
    kek === null ? null : Buffer.from(hkdfSync('sha256', kek, '', 'candor secrets v1', KEY_BYTES));

  function opened(name: string, text: string): string {
    if (!isSealed(text)) return text;
    if (key !== null) return unseal(key, name, text);
    throw new SecretsRefused(
      'The secrets of this data folder are sealed: KEK_FILE must name the key',
    );
  }

  async function keep(name: string, secret: string): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write(folder, name, key === null ? secret : seal(key, name, secret));
    return secret;
  }

  async function find(name: string): Promise<string | null> {
    const text = await read(folder, name);
    return text === null ? null : opened(name, text);
  }

  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((one) => !one.startsWith('.'))) {
    const text = await read(folder, name);
    if (text === null) continue;
    const secret = opened(name, text);
    if (key !== null && !leaves && !isSealed(text)) await keep(name, secret);
  }
  // Before there was one key for all, `KEK_FILE` itself was what pictures were sealed under.
  if (kek !== null && !leaves && names.includes('app-role') && !names.includes('files')) {
    await keep('files', kek);
  }
  return { find, get: async (name) => (await find(name)) ?? keep(name, newSecret()) };
}
