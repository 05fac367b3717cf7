import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type UnixMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, ensure } from '@candor/kernel';
import type { Instrument } from '@candor/pricing';
import { parse } from 'csv-parse';
import { findById } from '../catalogue/catalogue.ts';
import { FeedRefused } from './refused.ts';
import { venueTitle } from './venue-title.ts';

/** What a row of a recording is. */
export type RecordingKind = 'bars' | 'quotes' | 'trades';

/** A recording file, from its name, its header and its first rows. */
export type Recording = {
  readonly path: string;
  readonly name: string;
  readonly instrument: Instrument;
  readonly kind: RecordingKind;
  /** Name of the source of its ticks, marks included. */
  readonly source: string;
  readonly venue: string;
  readonly firstTime: UnixMs;
  /** Length of a bar; null for quotes and trades, which come when they come. */
  readonly barMs: number | null;
};

/** A row by column name, all text. */
export type Row = Readonly<Record<string, string>>;

/** Rows read to learn how long a bar is: gaps are common, so the smallest distance counts. */
const SAMPLE_ROWS = 200;

/** The rows of a file, one by one; no more than a buffer of it is ever in memory. */
export async function* rowsOf(path: string): AsyncGenerator<Row> {
  const file = createReadStream(path);
  const rows = parse({ columns: true, skip_empty_lines: true, trim: true });
  const fail = (error: Error): void => void rows.destroy(error);
  file.on('error', fail);
  if (path.endsWith('.gz')) file.pipe(createGunzip().on('error', fail)).pipe(rows);
  else file.pipe(rows);
  try {
    for await (const row of rows) yield row as Row;
  } finally {
    rows.destroy();
    file.destroy();
  }
}

/** SHA-256 of a file's text in hex, compressed or not. */
export async function contentDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = createReadStream(path);
  if (path.endsWith('.gz')) await pipeline(file, createGunzip(), hash);
  else await pipeline(file, hash);
  return hash.digest('hex');
}

/** A row's time. @throws FeedRefused when it is not Unix ms */
export function timeOf(row: Row, path: string): UnixMs {
  const text = row['time'] ?? '';
  if (!/^\d{10,16}$/.test(text)) {
    throw new FeedRefused(`${basename(path)}: "${text}" is not a time in Unix milliseconds.`);
  }
  return Number.parseInt(text, 10) as UnixMs;
}

function kindOf(row: Row): RecordingKind | null {
  const has = (...columns: string[]): boolean => columns.every((column) => column in row);
  if (has('time', 'open', 'high', 'low', 'close')) return 'bars';
  if (has('time', 'bid', 'ask')) return 'quotes';
  return has('time', 'price') ? 'trades' : null;
}

function smallestDistance(times: readonly UnixMs[]): number | null {
  let smallest: number | null = null;
  for (let index = 1; index < times.length; index += 1) {
    const distance = ensure(times[index], 'inside') - ensure(times[index - 1], 'inside');
    if (distance > 0 && (smallest === null || distance < smallest)) smallest = distance;
  }
  return smallest;
}

/** "1-minute", "3-minute", "1-hour": how marks name a bar's length. */
function lengthText(ms: number): string {
  if (ms % DAY_MS === 0) return `${ms / DAY_MS}-day`;
  if (ms % HOUR_MS === 0) return `${ms / HOUR_MS}-hour`;
  if (ms % MINUTE_MS === 0) return `${ms / MINUTE_MS}-minute`;
  return `${ms / SECOND_MS}-second`;
}

function sourceOf(venue: string, kind: RecordingKind, barMs: number | null): string {
  if (kind === 'quotes') return `${venue}, recorded quotes`;
  if (kind === 'trades') return `${venue}, recorded trades, spread rebuilt`;
  return `${venue}, rebuilt from ${lengthText(barMs ?? MINUTE_MS)} bars`;
}

/**
 * Looks at a file: what it records, of which instrument, from when, in which steps.
 *
 * @shape  path → recording; null when its name names no instrument of the catalogue
 * @throws FeedRefused when its header is none of the three kinds, or a time is unreadable
 */
export async function inspect(path: string): Promise<Recording | null> {
  const name = basename(path);
  const [id = '', venueText = ''] = name.replace(/\.csv(\.gz)?$/, '').split('_');
  const instrument = findById(id.toUpperCase());
  if (instrument === undefined) return null;
  const times: UnixMs[] = [];
  let kind: RecordingKind | null = null;
  for await (const row of rowsOf(path)) {
    kind ??= kindOf(row);
    if (kind === null) {
      const columns = Object.keys(row).join(',');
      throw new FeedRefused(`${name}: the columns ${columns} are not bars, quotes or trades.`);
    }
    times.push(timeOf(row, path));
    if (times.length === SAMPLE_ROWS) break;
  }
  const firstTime = times[0];
  if (kind === null || firstTime === undefined) throw new FeedRefused(`${name} has no rows.`);
  const barMs = kind === 'bars' ? (smallestDistance(times) ?? MINUTE_MS) : null;
  const venue = venueTitle(venueText);
  const source = sourceOf(venue, kind, barMs);
  return { path, name, instrument, kind, source, venue, firstTime, barMs };
}
