import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const programOf = (name: string): string =>
  fileURLToPath(new URL(`../../../server/src/${name}.ts`, import.meta.url));

/** Of this machine's settings only those a process needs to run, and to run soon. */
const environment = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

type Place =
  | string
  | { readonly dataDir: string; readonly databaseUrl: string }
  | { readonly dataDir: string; readonly deskPort: string };
type Ended = { readonly exitCode: number | null; readonly said: string };

async function run(program: string, at: Place, args: readonly string[]): Promise<Ended> {
  const place =
    typeof at === 'string'
      ? { DATA_DIR: at }
      : 'deskPort' in at
        ? { DATA_DIR: at.dataDir, DESK_PORT: at.deskPort }
        : { DATA_DIR: at.dataDir, DATABASE_URL: at.databaseUrl };
  const child = spawn(process.execPath, [programOf(program), ...args], {
    env: { ...environment(), ...place },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const said = await text(child.stdout);
  await ended;
  return { exitCode: child.exitCode, said: said.trim() };
}

/** Runs the operator's program on an installation; answers what it said and how it ended. */
export const operate = (at: Place, ...args: readonly string[]): Promise<Ended> =>
  run('operator', at, args);

/** The same for what is played in a rehearsal. */
export const rehearse = (at: Place, ...args: readonly string[]): Promise<Ended> =>
  run('rehearse', at, args);
