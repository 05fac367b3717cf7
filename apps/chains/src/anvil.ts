import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { replaceFile } from './journal.ts';

/** Network number of the local chain, which no public network has. */
export const CHAIN_ID = 31_337;
/** The first block's time, in seconds: every chain of a rehearsal begins alike. */
export const GENESIS_SECONDS = 1_700_000_000;
const UP_MS = 20_000;

/** Where npm put the program for this machine. */
function programPath(): string {
  const system = platform() === 'win32' ? 'win32' : platform();
  const name = `@foundry-rs/anvil-${system}-${arch() === 'x64' ? 'amd64' : arch()}`;
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  return join(manifest, '..', 'bin', platform() === 'win32' ? 'anvil.exe' : 'anvil');
}

/** A node of Ethereum as a program of this machine, and how it is asked. */
export class Anvil {
  readonly #folder: string;
  readonly #balances: Readonly<Record<string, bigint>>;
  readonly port: number;
  #child: ChildProcess | null = null;

  constructor(options: {
    readonly folder: string;
    readonly port: number;
    /** What addresses own before the first block. */
    readonly balances: Readonly<Record<string, bigint>>;
  }) {
    this.#folder = options.folder;
    this.#balances = options.balances;
    this.port = options.port;
  }

  /** Begins a chain that has its first block and nothing else. */
  async start(): Promise<void> {
    this.#endOrphan();
    const genesis = join(this.#folder, 'genesis.json');
    replaceFile(genesis, JSON.stringify(this.#genesis()));
    const flags = ['--no-mining', '--silent', '--accounts', '0', '--order', 'fifo', '--no-cors'];
    const place = ['--host', '127.0.0.1', '--port', String(this.port), '--init', genesis];
    const chain = ['--chain-id', String(CHAIN_ID), '--timestamp', String(GENESIS_SECONDS)];
    const child = spawn(programPath(), [...flags, ...place, ...chain, '--hardfork', 'prague'], {
      stdio: 'ignore',
      env: {},
    });
    child.on('error', () => undefined);
    this.#child = child;
    if (child.pid !== undefined) replaceFile(join(this.#folder, 'anvil.pid'), `${child.pid}`);
    await this.#untilUp(child);
  }

  async #untilUp(child: ChildProcess): Promise<void> {
    const signal = AbortSignal.timeout(UP_MS);
    for (;;) {
      if (child.exitCode !== null || child.pid === undefined) {
        throw new Error('the local chain of Ethereum did not start');
      }
      try {
        await this.ask('eth_chainId');
        return;
      } catch (error) {
        if (signal.aborted) throw error;
        await pause(20);
      }
    }
  }

  /** A crash of ours leaves the program running; where that can be seen, it is ended. */
  #endOrphan(): void {
    const path = join(this.#folder, 'anvil.pid');
    if (!existsSync(path)) return;
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    const command = `/proc/${pid}/cmdline`;
    if (!existsSync(command) || !readFileSync(command, 'utf8').includes(this.#folder)) return;
    process.kill(pid, 'SIGKILL');
  }

  #genesis(): unknown {
    const owned = Object.entries(this.#balances).map(([address, units]) => [
      address,
      { balance: `0x${units.toString(16)}` },
    ]);
    return {
      config: { chainId: CHAIN_ID },
      nonce: '0x0',
      timestamp: `0x${GENESIS_SECONDS.toString(16)}`,
      extraData: '0x',
      gasLimit: '0x1c9c380',
      difficulty: '0x0',
      mixHash: `0x${'0'.repeat(64)}`,
      coinbase: `0x${'0'.repeat(40)}`,
      alloc: Object.fromEntries(owned) as unknown,
      baseFeePerGas: '0x3b9aca00',
      number: '0x0',
    };
  }

  async ask(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(UP_MS),
    });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (answer.error !== undefined) throw new Error(answer.error.message);
    return answer.result;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}
