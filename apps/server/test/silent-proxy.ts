import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import type { PoolConfig } from 'pg';
import { vi } from 'vitest';

/** A network between a process and its database that a test can make go silent. */
export type SilentProxy = {
  /** The database as it is reached through this network. */
  readonly route: (config: PoolConfig) => PoolConfig;
  /** From now on nothing comes through on connections that exist, and none of them ends. */
  mute(): void;
  /** The same of a connection behind the next thing it says that holds a text: that arrives. */
  muteBehind(text: string): void;
  /** Ends every connection; new ones are silent from their beginning while `isSilent`. */
  cut(isSilent: boolean): void;
  /** New connections come through again. */
  mend(): void;
  /** Connections that were muted and that the process let go of. */
  letGo(): number;
  /** Connections that were muted and are held still. */
  held(): number;
  end(): Promise<void>;
};

type Way = { readonly near: Socket; readonly far: Socket; isMuted: boolean; isOver: boolean };

/** Starts a network on a free port of this machine; where it leads the first route says. */
export async function startSilentProxy(): Promise<SilentProxy> {
  let target: PoolConfig = {};
  const ways = new Set<Way>();
  let wanted: Buffer | null = null;
  let isSilent = false;

  function join(near: Socket): void {
    const { host = '', port = 0 } = target;
    const far = host.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect({ host, port });
    const way: Way = { near, far, isMuted: isSilent, isOver: false };
    ways.add(way);
    near.on('data', (chunk: Buffer) => {
      if (way.isMuted) return;
      far.write(chunk);
      if (wanted === null || !chunk.includes(wanted)) return;
      wanted = null;
      way.isMuted = true;
    });
    far.on('data', (chunk: Buffer) => {
      if (!way.isMuted) near.write(chunk);
    });
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('close', () => {
      way.isOver = true;
      // The other end of a network that is silent hears of nothing.
      if (!way.isMuted) far.destroy();
    });
    far.on('close', () => {
      if (!way.isMuted) near.destroy();
    });
  }

  const server = createServer(join);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const muted = (isOver: boolean): number =>
    [...ways].filter((way) => way.isMuted && way.isOver === isOver).length;

  return {
    route(config) {
      target = config;
      return { ...config, host: '127.0.0.1', port };
    },
    mute() {
      for (const way of ways) if (!way.isOver) way.isMuted = true;
    },
    muteBehind(text) {
      wanted = Buffer.from(text);
    },
    cut(from) {
      isSilent = from;
      for (const { near, far } of ways) {
        near.destroy();
        far.destroy();
      }
      ways.clear();
    },
    mend() {
      isSilent = false;
    },
    letGo: () => muted(true),
    held: () => muted(false),
    async end() {
      for (const { near, far } of ways) {
        near.destroy();
        far.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Does something and, once the network is silent, lets a minute of waiting pass at most. Answers
 * what it came to or failed with; undefined while it still waits.
 */
export async function waitOut(proxy: SilentProxy, act: () => Promise<unknown>): Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let isOver = false;
    let outcome: unknown;
    const settled = (value: unknown): void => {
      isOver = true;
      outcome = value;
    };
    void act().then(settled, settled);
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    while (proxy.held() === 0 && !isOver) await turn();
    for (let passed = 0; passed < 60 && !isOver; passed += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await turn();
    }
    return outcome;
  } finally {
    vi.useRealTimers();
  }
}
