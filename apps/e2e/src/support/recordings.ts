import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MINUTE_MS } from '@candor/kernel';
import { createRandom } from '@candor/testkit';
import { newFolder } from './product.ts';

const FOLDER = process.env['CANDOR_RECORDINGS'];

/** Folder of recorded market data; null where this machine has none: then their tests are left. */
export const RECORDINGS = FOLDER !== undefined && existsSync(FOLDER) ? FOLDER : null;

/** Moment of the first row of every generated recording. */
export const GENERATED_START = Date.parse('2024-03-04T09:00:00Z');

/** The lines of a text file, unpacked. */
export async function linesOf(path: string): Promise<string[]> {
  const bytes = await readFile(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text.trim().split('\n');
}

/** Writes a recording under the name that says what it records. */
export async function writeRecording(name: string, lines: readonly string[]): Promise<string> {
  const path = join(await newFolder(), name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

/** Bars of a minute each of a made-up market: the same seed always gives the same file. */
export function generatedBars(seed: number, count: number): string[] {
  const random = createRandom(seed);
  let close = 60_000;
  const rows = Array.from({ length: count }, (_, index) => {
    const open = close;
    close = open + random.between(-60, 60);
    const high = Math.max(open, close) + random.between(0, 25);
    const low = Math.min(open, close) - random.between(0, 25);
    const time = GENERATED_START + index * MINUTE_MS;
    return [time, open, high, low, close, random.between(1, 9)].join(',');
  });
  return ['time,open,high,low,close,volume', ...rows];
}
