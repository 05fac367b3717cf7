import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const INSTALL_TIMEOUT_MS = 600_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** One way to a browser: answers its program, or null. */
type Way = (environment: Environment) => string | null;

// The order of least effort: what was chosen, what is there, what has to be fetched.
const WAYS: readonly Way[] = [onPath, fromPlaywright, installFromDebian, downloadByPlaywright];

/**
 * A Chromium for the browser tests, installed if there is none.
 *
 * @throws Error with one sentence that names the four ways, when none works here
 */
export async function findChromium(
  environment: Environment = process.env,
  ways: readonly Way[] = WAYS,
): Promise<string> {
  const chosen = environment['CANDOR_CHROMIUM'] ?? '';
  if (chosen !== '' && runs(chosen)) return chosen;
  if (chosen === '') {
    for (const way of ways) {
      const found = way(environment);
      if (found !== null) return found;
    }
  }
  const but = chosen === '' ? '' : ` (CANDOR_CHROMIUM is set, but ${chosen} does not run)`;
  throw new Error(
    `The browser tests need Chromium${but}: name one in CANDOR_CHROMIUM, put one on PATH, ` +
      'run as root where Debian’s package can be installed, or let Playwright download its own.',
  );
}

function runs(program: string): boolean {
  const { status } = spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 30_000 });
  return status === 0;
}

export function onPath(environment: Environment): string | null {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const exe = process.platform === 'win32' ? '.exe' : '';
  const programs = NAMES.flatMap((name) => folders.map((folder) => join(folder, name + exe)));
  return programs.find((program) => existsSync(program) && runs(program)) ?? null;
}

/** Where Playwright keeps its own, if it was downloaded before. */
function fromPlaywright(): string | null {
  const program = (requirePlaywright('playwright-core') as Playwright).chromium.executablePath();
  return existsSync(program) && runs(program) ? program : null;
}

type Playwright = { chromium: { executablePath(): string } };

/** The e2e workspace declares Playwright; from here it is found through that workspace. */
const requirePlaywright = createRequire(new URL('../apps/e2e/package.json', import.meta.url));

function installFromDebian(environment: Environment): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  say('Installing Chromium from Debian’s package …');
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  run('apt-get', [...wait, 'update'], env);
  run('apt-get', [...wait, 'install', '-y', '--no-install-recommends', 'chromium'], env);
  return onPath(environment);
}

function downloadByPlaywright(environment: Environment): string | null {
  say('Downloading Chromium by Playwright …');
  const folder = dirname(requirePlaywright.resolve('playwright-core/package.json'));
  run(process.execPath, [join(folder, 'cli.js'), 'install', 'chromium'], environment);
  return fromPlaywright();
}

/** Whether it worked is seen by whether there is a browser; what it said helps when there is none. */
function run(program: string, args: readonly string[], env: Environment): void {
  const result = spawnSync(program, args, {
    env: env as NodeJS.ProcessEnv,
    encoding: 'utf8',
    timeout: INSTALL_TIMEOUT_MS,
  });
  if (result.status !== 0) say(`${result.stdout ?? ''}${result.stderr ?? ''}`.trim());
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
