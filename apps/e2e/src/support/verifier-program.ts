import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { newFolder } from './product.ts';

const PROGRAMS = fileURLToPath(new URL('../../../../scripts/verify/', import.meta.url));

/**
 * The Node an outside verifier has: the machine's own where there is one, not the one we run on.
 */
function bareEnvironment(): Record<string, string> {
  const path = process.env['PATH'] ?? '';
  const own = path.split(delimiter).filter((place) => !place.includes('node_modules'));
  return { PATH: own.join(delimiter) };
}

/** What a run of the verifier said, and how it ended. */
type Verified = { readonly code: number | null; readonly said: string };

/** The verifier in a folder of its own, where nothing else of the product is. */
export type Verifier = {
  readonly folder: string;
  verify(...args: string[]): Promise<Verified>;
};

/** Copies the verifier as an outside reader has it. */
export async function newVerifier(): Promise<Verifier> {
  const folder = await newFolder();
  const files = (await readdir(PROGRAMS)).filter((name) => name.endsWith('.mjs'));
  for (const name of files) await cp(join(PROGRAMS, name), join(folder, name));
  return {
    folder,
    async verify(...args) {
      const child = spawn('node', ['verify.mjs', ...args], {
        cwd: folder,
        env: bareEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [out, err] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code: child.exitCode, said: `${out}${err}` };
    },
  };
}
