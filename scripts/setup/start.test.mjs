import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pinnedNodePackage } from './node-binary.mjs';

const repository = join(import.meta.dirname, '..', '..');
let root = '';

const put = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

// A checkout with everything but the product: `npm` and the build only note that they were called.
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'candor-start-'));
  cpSync(join(repository, 'start.mjs'), join(root, 'start.mjs'));
  cpSync(join(repository, 'scripts', 'setup'), join(root, 'scripts', 'setup'), { recursive: true });
  const packages = {
    '': {},
    'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  };
  put('package-lock.json', JSON.stringify({ packages }));
  delete packages['node_modules/other-platform'];
  put('node_modules/.package-lock.json', JSON.stringify({ packages }));
  put(`node_modules/${pinnedNodePackage()}/bin/.keep`, '');
  symlinkSync(process.execPath, join(root, 'node_modules', pinnedNodePackage(), 'bin', 'node'));
  put('apps/server/src/main.ts', 'console.log(JSON.stringify(process.argv.slice(2)) as string);');
  put('npm/npm', '#!/bin/sh\ntouch "$(dirname "$0")/called"\nexit 1\n');
  chmodSync(join(root, 'npm', 'npm'), 0o755);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const environment = () => ({ PATH: `${join(root, 'npm')}:/usr/bin:/bin`, HOME: root });

function start(...args) {
  const all = [join(root, 'start.mjs'), ...args];
  return spawnSync(process.execPath, all, { encoding: 'utf8', env: environment() });
}

test('the server gets our arguments and we end with its exit code', () => {
  put('apps/server/src/main.ts', 'console.log(process.argv.slice(2)[0]); process.exitCode = 7;');
  const { status, stdout } = start('--rehearsal');
  expect(stdout).toBe('--rehearsal\n');
  expect(status).toBe(7);
});

test('with everything installed npm is not asked, so a machine without a network starts', () => {
  expect(start().status).toBe(0);
  expect(existsSync(join(root, 'npm', 'called'))).toBe(false);
});

test.each([
  ['a changed lock file', { 'node_modules/one': { version: '1.0.1', integrity: 'sha512-new' } }],
  ['a package that is missing', { 'node_modules/two': { version: '2.0.0' } }],
])('%s makes it install, and it says so when that fails', (_, packages) => {
  put('package-lock.json', JSON.stringify({ packages }));
  const { status, stderr } = start();
  expect(existsSync(join(root, 'npm', 'called'))).toBe(true);
  expect(stderr).toContain('npm ci could not install the dependencies');
  expect(status).toBe(1);
});

test('a SIGTERM reaches the server, which ends in its own time and with its own code', async () => {
  put(
    'apps/server/src/main.ts',
    `const forever = setInterval(() => {}, 1000);
     process.on('SIGTERM', () => setTimeout(() => {
       clearInterval(forever); console.log('drained'); process.exit(3);
     }, 100));
     console.log('up');`,
  );
  const child = spawn(process.execPath, [join(root, 'start.mjs')], { env: environment() });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
    if (said === 'up\n') child.kill('SIGTERM');
  });
  const [code] = await once(child, 'exit');
  expect(said).toBe('up\ndrained\n');
  expect(code).toBe(3);
});

test('a SIGTERM that reaches only npm’s shell stops the server too', async () => {
  put(
    'apps/server/src/main.ts',
    `const forever = setInterval(() => {}, 1000);
     process.on('SIGTERM', () => { clearInterval(forever); console.log('drained'); });
     console.log('up');`,
  );
  const env = { ...environment(), npm_lifecycle_event: 'start' };
  const line = `"${process.execPath}" "${join(root, 'start.mjs')}"; exit`;
  const shell = spawn('/bin/sh', ['-c', line], { env });
  let said = '';
  shell.stdout.on('data', (chunk) => {
    said += chunk;
    if (said === 'up\n') shell.kill('SIGTERM');
  });
  await once(shell.stdout, 'close');
  expect(said).toBe('up\ndrained\n');
});

test('a server that ends over an error is started again; one that ends by itself is not', () => {
  put(
    'apps/server/src/main.ts',
    `import { existsSync, writeFileSync } from 'node:fs';
     const isFirst = !existsSync('crashed');
     console.log(isFirst ? 'first' : 'second');
     if (isFirst) { writeFileSync('crashed', ''); process.exit(70); }
     process.exit(5);`,
  );
  const { status, stdout, stderr } = start();
  expect(stdout).toBe('first\nsecond\n');
  expect(stderr).toBe('Candor ended over an error and is started again in 1 s.\n');
  expect(status).toBe(5);
});

test('one that is killed is started again, and a signal to us ends the waiting', async () => {
  put('apps/server/src/main.ts', `process.kill(process.pid, 'SIGKILL');`);
  const child = spawn(process.execPath, [join(root, 'start.mjs')], { env: environment() });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
    child.kill('SIGTERM');
  });
  const [code, signal] = await once(child, 'exit');
  expect([code, signal]).toEqual([null, 'SIGTERM']);
  expect(said).toBe('Candor ended over an error and is started again in 1 s.\n');
});

test('five crashes within a minute end it, in a sentence and with the exit code', async () => {
  put(
    'once.mjs',
    `import { appendFileSync } from 'node:fs'; appendFileSync('runs', 'x'); process.exit(70);`,
  );
  const program = [process.execPath, join(root, 'once.mjs')];
  put(
    'loop.mjs',
    `import { endAs, keepRunning } from './scripts/setup/run.mjs';
     endAs(await keepRunning(${JSON.stringify(program)}, { cwd: '.', firstMs: 5 }));`,
  );
  const { status, stderr } = spawnSync(process.execPath, ['loop.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(readFileSync(join(root, 'runs'), 'utf8')).toBe('xxxxx');
  const waits = stderr.match(/started again in [\d.]+ s/g);
  expect(waits).toEqual([0.005, 0.01, 0.02, 0.04].map((s) => `started again in ${s} s`));
  expect(stderr).toMatch(
    /ended over an error 5 times within a minute and is not started again:.*\n$/,
  );
  expect(status).toBe(70);
});

test('the web app is built when its sources changed, and only then', () => {
  const built = join(root, 'builds');
  const vite = `import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
    rmSync('dist', { recursive: true, force: true });
    mkdirSync('dist'); appendFileSync(${JSON.stringify(built)}, 'built ');`;
  put('node_modules/vite/package.json', '{"type":"module"}');
  put('node_modules/vite/bin/vite.js', vite);
  put('apps/web/vite.config.ts', '');
  put('packages/ui/src/button.ts', 'one');
  for (const change of ['', '', 'two', '']) {
    appendFileSync(join(root, 'packages', 'ui', 'src', 'button.ts'), change);
    expect(start().status).toBe(0);
  }
  put('apps/web/src/home.test.tsx', 'a test is not part of the page');
  expect(start().status).toBe(0);
  expect(readFileSync(built, 'utf8')).toBe('built built ');
});
