import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { BASE_PATH, CALLS } from '@candor/protocol/light';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { cleanUp, newFolder } from '../support/product.ts';
import { until } from '../support/until.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** A module the server imports, and one of a page; both are touched and stay as they are. */
const SERVED = join(ROOT, 'apps/server/src/portfolio/rules.ts');
const PAGE = '/src/pages/Trust.tsx';
/** Two starts of the server on a busy machine. */
const WITHIN_MS = 120_000;
/** Only what a process needs to run at all, and what keeps this run apart from others. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH'] as const;

let running: ChildProcess | null = null;

afterAll(async () => {
  if (running?.exitCode === null) running.kill('SIGTERM');
  await cleanUp();
});

function startDeveloping(dataDir: string) {
  const kept = KEPT.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const child = spawn(process.execPath, [join(ROOT, 'tool.mjs'), 'scripts/dev.ts'], {
    env: {
      ...Object.fromEntries(kept),
      PORT: '0',
      DATA_DIR: dataDir,
      FEED: 'simulated',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  }
  const addresses = () =>
    lines.flatMap((line) => /^Candor runs at (http:\/\/\S+)$/.exec(line)?.[1] ?? []);
  return { child, lines, addresses };
}

/** The database's own note of its process. */
const databaseOf = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // No process has this number any more.
    return false;
  }
}

/** A call as the page makes it: from its own origin, for a session in a cookie. */
async function post(url: string, call: 'accounts.register' | 'accounts.login', username: string) {
  const response = await fetch(`${url}${BASE_PATH}${CALLS[call].path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ username, password: 'a fence around the orchard', client: 'web' }),
  });
  return ((await response.json()) as { code: string }).code;
}

test(
  'npm run dev: one address, a changed page is sent hot, a changed server starts anew on the database that stayed, and a stop leaves nothing',
  { timeout: 4 * WITHIN_MS },
  async () => {
    const dataDir = join(await newFolder(), 'data');
    const { child, lines, addresses } = startDeveloping(dataDir);
    const exited = once(child, 'exit');
    const isUp = (times: number) => () => {
      if (child.exitCode !== null) throw new Error(`It ended:\n${lines.join('\n')}`);
      return addresses().length >= times;
    };
    await until('a first start', isUp(1), WITHIN_MS);
    const [url = ''] = addresses();
    const database = databaseOf(dataDir);
    const username = `d${randomUUID().slice(0, 12)}`;
    expect(await post(url, 'accounts.register', username)).toBe('200');

    const hot = new WebSocket(url.replace('http', 'ws'), 'vite-hmr');
    const heard: string[] = [];
    hot.on('message', (data: Buffer) => heard.push(data.toString()));
    await until('the line a page hears changes over', () => heard.length > 0, WITHIN_MS);
    expect(await (await fetch(`${url}/trust`)).text()).toContain('src="/src/main.tsx"');
    expect((await fetch(`${url}${PAGE}`)).headers.get('content-type')).toMatch(/javascript/);
    const now = new Date(performance.timeOrigin + performance.now());
    utimesSync(join(ROOT, 'apps/web', PAGE), now, now);
    const isSent = () =>
      heard.some((said) => said.includes('"type":"update"') && said.includes(`"path":"${PAGE}"`));
    await until('the changed page, hot', isSent, WITHIN_MS);
    hot.close();
    expect(addresses().length).toBe(1);

    utimesSync(SERVED, now, now);
    await until('the server anew', isUp(2), WITHIN_MS);
    expect(addresses()).toEqual([url, url]);
    expect(await post(url, 'accounts.login', username)).toBe('200');
    expect(databaseOf(dataDir)).toBe(database);

    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(isAlive(database)).toBe(false);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  },
);
