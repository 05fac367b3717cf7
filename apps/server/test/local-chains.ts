import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Network } from '@candor/protocol';

const PROGRAM = fileURLToPath(new URL('../../chains/src/main.ts', import.meta.url));

/** The chains of a rehearsal, which mine when a test says so. */
export type TestChains = {
  readonly rpc: Readonly<Record<Network, string>>;
  readonly usdt: { readonly ethereum: string; readonly tron: string };
  readonly xpubs: Readonly<Record<Network, string>>;
  readonly hot: Readonly<Record<Network, string>>;
  order<Answer>(what: 'fund' | 'mine' | 'reorg' | 'sign', order: object): Promise<Answer>;
  /** Ends the process as a loss of power would, and starts it again on the same folder. */
  restart(): Promise<TestChains>;
  stop(): Promise<void>;
};

/** Starts the chains on a folder of their own. */
export async function startTestChains(
  folder = mkdtempSync(join(tmpdir(), 'candor-chains-')),
): Promise<TestChains> {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, folder, '--manual'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [line] = (await once(lines, 'line')) as [string];
  const said = JSON.parse(line) as Pick<TestChains, 'rpc' | 'usdt' | 'xpubs' | 'hot'>;
  const control = JSON.parse(readFileSync(join(folder, 'control.json'), 'utf8')) as {
    readonly url: string;
    readonly token: string;
  };
  return {
    ...said,
    async order<Answer>(what: string, order: object) {
      const response = await fetch(`${control.url}/${what}`, {
        method: 'POST',
        headers: { authorization: control.token },
        body: JSON.stringify(order),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${what}: ${response.status} ${text}`);
      return JSON.parse(text) as Answer;
    },
    async restart() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      return startTestChains(folder);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.stdin?.end();
      await ended;
    },
  };
}
