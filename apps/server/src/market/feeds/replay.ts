import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, type UnixMs, ensure, unixMs, utcDayOf } from '@candor/kernel';
import type { Log } from '../../platform/process/log.ts';
import type { Feed, FeedSink, FeedStart } from './feed.ts';
import { FeedRefused } from './refused.ts';
import { type Recording, contentDigest, inspect } from './replay-file.ts';
import { type Player, createPlayer } from './replay-player.ts';

/** What has to be left of a price's freshness for storing it and looking at it. */
const FRESH_MARGIN_MS = 500;
/** How often due ticks are looked for. */
const STEP_MS = 20;

/** "PATH" or "PATH@SPEED". @throws FeedRefused when the speed is not a number above zero */
export function parseReplay(text: string): { path: string; speed: number } {
  const at = text.lastIndexOf('@');
  const tail = at === -1 ? '' : text.slice(at + 1);
  if (at === -1 || tail.includes('/')) return { path: text, speed: 1 };
  const isNumber = /^\d{1,6}(\.\d{1,3})?$/.test(tail);
  const speed = isNumber ? +tail : 0;
  if (speed <= 0) throw new FeedRefused(`"${tail}" is not a speed; write 1, 60 or 0.5.`);
  return { path: text.slice(0, at), speed };
}

/** Milliseconds of market time between two ticks; null where they come when they come. */
function stepMsOf(recording: Recording): number | null {
  return recording.barMs === null ? null : recording.barMs / 4;
}

/** The least whole speed at which a recording's prices stay fresh from one tick to the next. */
function leastSpeed(recording: Recording): number {
  const stepMs = stepMsOf(recording);
  if (stepMs === null) return 0;
  return Math.ceil(stepMs / (recording.instrument.freshForMs - FRESH_MARGIN_MS));
}

function isFastEnough(recording: Recording, speed: number): boolean {
  const stepMs = stepMsOf(recording);
  const longestMs = recording.instrument.freshForMs - FRESH_MARGIN_MS;
  return stepMs === null || stepMs / speed <= longestMs;
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new FeedRefused(`There is no recording at ${path}.`);
  if (found.isFile()) return [path];
  const names = (await readdir(path)).filter((name) => /\.csv(\.gz)?$/.test(name)).toSorted();
  return names.map((name) => join(path, name));
}

/** Finer recordings lead: quotes before trades before bars, short bars before long ones. */
function coarseness(recording: Recording): number {
  if (recording.kind === 'quotes') return 0;
  return recording.kind === 'trades' ? 1 : ensure(recording.barMs, 'a bar has a length');
}

async function recordingsAt(path: string, log: Log): Promise<Recording[]> {
  const recordings: Recording[] = [];
  for (const file of await filesOf(path)) {
    const recording = await inspect(file);
    if (recording !== null) recordings.push(recording);
    else log.warn({ file }, 'the name of this recording names no instrument of the catalogue');
  }
  if (recordings.length === 0) {
    throw new FeedRefused(`No file at ${path} records an instrument of the catalogue.`);
  }
  return recordings.toSorted((a, b) => coarseness(a) - coarseness(b));
}

/** The recordings a speed can play. @throws FeedRefused when there is none */
function playable(recordings: readonly Recording[], speed: number, log: Log): Recording[] {
  const fast = recordings.filter((one) => isFastEnough(one, speed));
  if (fast.length === 0) {
    const least = Math.min(...recordings.map(leastSpeed));
    throw new FeedRefused(
      `At speed ${speed} these prices would be stale between two ticks. ` +
        `The least speed that works is ${least}: add @${least}.`,
    );
  }
  for (const one of recordings) {
    if (!fast.includes(one)) {
      log.warn({ file: one.name, leastSpeed: leastSpeed(one) }, 'recording too coarse, left out');
    }
  }
  return fast;
}

/**
 * Names a set of recordings by what is in them: the same rows of the same instruments are the same
 * run of prices under any file name, and other rows are another under the same one.
 */
async function digestOf(recordings: readonly Recording[]): Promise<string> {
  const contents = await Promise.all(
    recordings.map(async (one) =>
      [one.instrument.code, one.source, await contentDigest(one.path)].join('\t'),
    ),
  );
  return createHash('sha256').update(contents.toSorted().join('\n')).digest('hex').slice(0, 12);
}

function labelOf(day: string, venues: readonly string[]): string {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  return `Recorded prices of ${date.format(Date.parse(day))} (${venues.join(', ')})`;
}

/**
 * Plays recorded files on one market clock: the start of the earliest, at the speed asked for.
 * Started again, each goes on from its own last tick on the tape, so that open contracts meet no
 * jump, and what one had not yet said when the process ended is not left out.
 *
 * @throws FeedRefused when nothing at the path can be played, or not at this speed
 */
export async function openReplay(options: {
  readonly path: string;
  readonly speed: number;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<Feed> {
  const { speed, clock, log } = options;
  const recordings = playable(await recordingsAt(options.path, log), speed, log);
  const sources = [...new Set(recordings.map((one) => one.source))];
  const venues = [...new Set(recordings.map((one) => one.venue))];
  const recordedFrom = unixMs(Math.min(...recordings.map((one) => one.firstTime)));
  const recordedDay = utcDayOf(recordedFrom);
  const codes = new Set<string>(recordings.map((one) => one.instrument.code));
  const feedKey = `replay:${await digestOf(recordings)}@${speed}`;

  let players: Player[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** Market and wall time at which this process began to play; null before. */
  let begun: { market: UnixMs; wall: UnixMs } | null = null;
  let endedAt: UnixMs | null = null;

  function marketTime(now: UnixMs): UnixMs {
    if (endedAt !== null) return endedAt;
    if (begun === null) return recordedFrom;
    return unixMs(begun.market + Math.max(0, Math.floor((now - begun.wall) * speed)));
  }

  function step(sink: FeedSink): void {
    const market = marketTime(clock.now());
    for (const player of players) player.playUntil(market, sink);
    if (players.every((player) => player.isOver())) {
      endedAt = unixMs(Math.max(...players.map((player) => player.lastTime() ?? recordedFrom)));
      clearInterval(timer);
      log.info({ feedKey }, 'the recording has played to its end');
    }
  }

  return {
    describe: () => ({
      mode: 'replay',
      feedKey,
      label: labelOf(recordedDay, venues),
      recordedDay,
      recordedSource: venues.join(', '),
      speed,
      notice: endedAt === null ? null : 'recordingEnded',
      sources: sources.map((name) => {
        const own = players.filter((player) => player.source === name);
        const isOver = own.length > 0 && own.every((player) => player.isOver());
        const state = isOver ? 'ended' : begun === null ? 'connecting' : 'ok';
        return { name, state };
      }),
    }),
    codes: () => codes,
    // A recording plays what its files hold, of the lists that come with the product.
    serves: ({ symbol }) => codes.has(symbol),
    marketStart: () => recordedFrom,
    async start(sink, from: FeedStart) {
      const after = from.lastSourceTime;
      players = recordings.map((recording) => {
        const own = from.lastTimeOf(recording.instrument.code, recording.source);
        return createPlayer(recording, own ?? after, log);
      });
      await Promise.all(players.map((player) => player.fill()));
      begun = { market: after ?? recordedFrom, wall: clock.now() };
      timer = setInterval(() => step(sink), STEP_MS);
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(players.map((player) => player.close()));
    },
    marketTime,
    // What a recording has told is on the tape; of the time before it nothing is known.
    history: async () => [],
  };
}
