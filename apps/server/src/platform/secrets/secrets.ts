import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecret } from './session.ts';

/** The secrets of one installation, kept in its data folder. */
export type Secrets = {
  /** A secret this installation has already; null when it was never made here. */
  find(name: string): Promise<string | null>;
  /** A secret, made at first use. */
  get(name: string): Promise<string>;
};

/** The secrets cannot be opened as things are; the sentence is all an operator needs. */
export class SecretsRefused extends Error {
  override readonly name = 'SecretsRefused';
}

const MARK = 'kek1';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is written of a secret under a key that is kept elsewhere; its name is sealed in. */
function seal(key: Buffer, name: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'));
  return [MARK, ...parts].join('.');
}

function unseal(key: Buffer, name: string, sealed: string): string {
  const [, nonce = '', tag = '', body = ''] = sealed.split('.');
  try {
    const start = Buffer.from(nonce, 'base64url');
    const decipher = createDecipheriv(CIPHER, key, start, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(name))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    const text = [decipher.update(Buffer.from(body, 'base64url')), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    throw new SecretsRefused(
      `KEK_FILE is not the file the secret “${name}” of this data folder was sealed under`,
    );
  }
}

/** Written whole or not at all, and on the disk before it takes the place of another. */
async function write(folder: string, name: string, text: string): Promise<void> {
  const made = join(folder, `.${name}.new`);
  const file = await open(made, 'w', 0o600);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(made, join(folder, name));
  // Windows has no folders that can be brought to the disk by themselves.
  if (process.platform === 'win32') return;
  const entries = await open(folder, 'r');
  try {
    await entries.sync();
  } finally {
    await entries.close();
  }
}

async function read(folder: string, name: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, name), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const isSealed = (text: string): boolean => text.startsWith(`${MARK}.`);

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
