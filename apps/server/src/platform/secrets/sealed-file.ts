import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** The secrets cannot be opened as things are; the sentence is all an operator needs. */
export class SecretsRefused extends Error {
  override readonly name = 'SecretsRefused';
}

const MARK = 'kek1';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is written of a secret under a key that is kept elsewhere; its name is sealed in. */
export function sealText(key: Buffer, name: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'));
  return [MARK, ...parts].join('.');
}

/** A secret as it was sealed. @throws SecretsRefused when the key is another one */
export function unsealText(key: Buffer, name: string, sealed: string): string {
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

/** Whether a text was sealed under a key that is kept elsewhere. */
export const isSealed = (text: string): boolean => text.startsWith(`${MARK}.`);

/** Brings what a folder lists to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no folders that can be brought to the disk by themselves.
  if (process.platform === 'win32') return;
  const entries = await open(folder, 'r');
  try {
    await entries.sync();
  } finally {
    await entries.close();
  }
}

/** Written whole or not at all, and on the disk before it takes the place of another. */
export async function writeSecretFile(folder: string, name: string, text: string): Promise<void> {
  const made = join(folder, `.${name}.new`);
  const file = await open(made, 'w', 0o600);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(made, join(folder, name));
  await syncFolder(folder);
}

/** The text of a file; null where there is none. */
export async function readSecretFile(folder: string, name: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, name), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
