import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '../names/outcome.ts';

/** What a program said and how it ended; `code` is null when it was stopped. */
export type Ended = { readonly code: number | null; readonly output: string };

/** One part of the check: its name for the case that it breaks, and what it finds. */
export type Step = { readonly name: string; run(): Promise<readonly Outcome[]> };

/** A check that hangs is a failed check. The slowest takes some seconds, and minutes where others compute beside it. */
const PATIENCE_MS = 600_000;

/** Runs a Node program to its end, output and errors in one text. */
export function runNode(root: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE_MS,
    });
    let output = '';
    const hear = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', (error) => resolve({ code: null, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code, output: output.trim() }));
  });
}

/** The program of an installed package, as `node_modules/.bin` would start it. */
export function programOf(root: string, packageName: string): string {
  const folder = join(root, 'node_modules', packageName);
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { bin } = manifest as { bin: string | Record<string, string> };
  const path = typeof bin === 'string' ? bin : (bin[packageName] ?? Object.values(bin)[0] ?? '');
  return join(folder, path);
}

/** Runs steps side by side, one for each core; `tell` hears of each as soon as it ended. */
export async function runSteps(
  steps: readonly Step[],
  tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[][] = steps.map(() => []);
  const waiting = steps.map((step, index) => ({ step, index }));
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const found = await runStep(next.step);
      outcomes[next.index] = [...found];
      for (const outcome of found) tell(outcome);
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return outcomes.flat();
}

/** A step that breaks has not found that all is well. */
async function runStep({ name, run }: Step): Promise<readonly Outcome[]> {
  try {
    return await run();
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ name, ok: false, detail }];
  }
}
