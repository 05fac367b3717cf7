import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * These tests see the product from outside, so what helps them and is made of its parts runs in a
 * process of its own and is spoken to in lines of JSON.
 */
function pathOf(helper: string): string {
  return fileURLToPath(new URL(`../../../server/test/${helper}`, import.meta.url));
}

const RUN_WITHIN_MS = 60_000;

/** Runs a helper to its end and answers what it said. */
export async function runHelper(helper: string, args: readonly string[]): Promise<string> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [pathOf(helper), ...args], {
    timeout: RUN_WITHIN_MS,
  });
  return stdout;
}

/** A helper that stays, and what it says line by line. */
export type Helper = {
  readonly lines: Interface;
  /** The first line it said. */
  readonly first: string;
  tell(line: string): void;
  end(): Promise<void>;
};

const helpers = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of helpers) child.kill('SIGKILL');
});

/** Starts a helper and waits for its first line. */
export async function startHelper(helper: string, args: readonly string[]): Promise<Helper> {
  const child = spawn(process.execPath, [pathOf(helper), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  helpers.add(child);
  let consoleErrors = '';
  child.stderr.on('data', (chunk: Buffer) => (consoleErrors += chunk.toString()));
  const exited = once(child, 'exit').then(() => helpers.delete(child));
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), exited.then(() => null)]);
  if (first === null) throw new Error(`The helper ${helper} ended: ${consoleErrors}`);
  return {
    lines,
    first: String(first[0]),
    tell: (line) => void child.stdin.write(`${line}\n`),
    async end() {
      if (helpers.has(child)) child.kill('SIGTERM');
      await exited;
    },
  };
}
