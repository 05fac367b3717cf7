import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';

/** Whether npm has the local node of Ethereum for this machine. */
export function hasNode(): boolean {
  const name = `@foundry-rs/anvil-${platform()}-${arch() === 'x64' ? 'amd64' : arch()}`;
  const chains = new URL('../../../chains/src/main.ts', import.meta.url);
  try {
    createRequire(chains).resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Orders of a rehearsal's chains: blocks at once, where their own come every two seconds. Answers the
 * hash of a payment, and the chain's height after blocks.
 *
 * @throws Error where the chain refuses it
 */
export async function orderChain(
  dataDir: string,
  what: 'fund' | 'mine' | 'reorg',
  said: object,
): Promise<{ readonly hash?: string; readonly height?: number }> {
  const text = await readFile(join(dataDir, 'chains', 'control.json'), 'utf8');
  const { url, token } = JSON.parse(text) as { url: string; token: string };
  const answer = await fetch(`${url}/${what}`, {
    method: 'POST',
    headers: { authorization: token },
    body: JSON.stringify(said),
  });
  if (!answer.ok) throw new Error(`the chain refuses to ${what}: ${await answer.text()}`);
  return (await answer.json()) as { hash?: string; height?: number };
}
