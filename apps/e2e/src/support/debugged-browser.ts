import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const SAYS_WHERE = /^DevTools listening on (ws:\/\/\S+)$/;

/** A Chromium that programs of other makers may drive through a port. */
export type DebuggedBrowser = {
  readonly port: string;
  /** Leaves in its storage what an earlier visit of an address would have left. */
  remember(url: string, kept: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a Chromium without a window that asks nobody but this machine; the caller stops it. */
export async function openDebugged(program: string): Promise<DebuggedBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-debugged-'));
  const args = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    '--disable-background-networking',
    '--no-first-run',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    // Chromium refuses its own sandbox to root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const child = spawn(program, [...args, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const said = new Promise<string>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, found] = SAYS_WHERE.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const address = await Promise.race([said, ended.then(() => null)]);
  if (address === null) throw new Error(`${program} did not start`);
  return {
    port: new URL(address).port,
    async remember(url, kept) {
      const browser = await chromium.connectOverCDP(address);
      const [context] = browser.contexts();
      if (context === undefined) throw new Error('the browser has no window');
      const page = await context.newPage();
      await page.goto(url);
      await page.evaluate((all) => {
        for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value);
      }, kept);
      await page.close();
      await browser.close();
    },
    async stop() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
