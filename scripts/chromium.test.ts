import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findChromium, onPath } from './chromium.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-chromium-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, exitCode: number): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('the browser somebody names wins over the one on PATH', async () => {
  program('chromium', 0);
  const named = program('named', 0);
  expect(await findChromium({ CANDOR_CHROMIUM: named, PATH: folder })).toBe(named);
});

test('a program on PATH that does not run is passed over', async () => {
  program('chromium', 1);
  const works = program('google-chrome', 0);
  expect(await findChromium({ PATH: folder })).toBe(works);
});

test('without a browser the other ways are tried in their order', async () => {
  const tried: string[] = [];
  const way = (name: string, answer: string | null) => () => {
    tried.push(name);
    return answer;
  };
  const ways = [onPath, way('debian', null), way('playwright', '/found'), way('never', null)];
  expect(await findChromium({ PATH: folder }, ways)).toBe('/found');
  expect(tried).toEqual(['debian', 'playwright']);
});

test('when none works, one sentence names the four ways', async () => {
  const sentence =
    'The browser tests need Chromium: name one in CANDOR_CHROMIUM, put one on PATH, ' +
    'run as root where Debian’s package can be installed, or let Playwright download its own.';
  await expect(findChromium({ PATH: folder }, [onPath])).rejects.toThrow(sentence);
});

test('a named browser that does not run is not replaced in silence', async () => {
  const broken = program('broken', 1);
  program('chromium', 0);
  const asked = findChromium({ CANDOR_CHROMIUM: broken, PATH: folder });
  await expect(asked).rejects.toThrow(`CANDOR_CHROMIUM is set, but ${broken} does not run`);
});
