import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../server/src/operator.ts', import.meta.url));

/** Runs the operator's program on a data folder; answers what it said and how it ended. */
export async function operate(
  dataDir: string,
  ...args: readonly string[]
): Promise<{ exitCode: number | null; said: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const said = await text(child.stdout);
  await ended;
  return { exitCode: child.exitCode, said: said.trim() };
}
