import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { d18 } from './oracle.ts';

const RECORDINGS = process.env['CANDOR_RECORDINGS'] ?? '';
const RECORDED = join(RECORDINGS, 'crypto/BTCUSD_bitfinex_1m_20180101-20180131.csv.gz');
const CRASH_DAY = Date.parse('2018-01-16T00:00:00Z');
const DAY_MINUTES = 1_440;
const EVERY_MINUTES = 10;

/** Whether the day on which Bitcoin lost a quarter is there to be played. */
export const HAS_CRASH_DAY = RECORDINGS !== '' && existsSync(RECORDED);

/** Moves of the recorded day, ten minutes each, in parts of ten thousand. */
export async function crashDayMoves(): Promise<number[]> {
  const rows = gunzipSync(await readFile(RECORDED))
    .toString()
    .trim()
    .split('\n')
    .slice(1);
  const closes = rows
    .map((row) => row.split(','))
    .filter(([time = '']) => Number.parseInt(time, 10) >= CRASH_DAY)
    .slice(0, DAY_MINUTES)
    .filter((_, index) => index % EVERY_MINUTES === 0)
    .map(([, , , , close = '']) => d18(close));
  return closes.slice(1).map((close, index) => {
    const before = closes[index] ?? close;
    return Number.parseInt(String(((close - before) * 10_000n) / before), 10);
  });
}
