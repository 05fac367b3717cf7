import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Result, fail, ok } from '@candor/kernel';
import { UPLOAD_BYTES_MAX, UPLOAD_PIXELS_MAX } from '@candor/protocol';
import type { Outline } from '../platform/formats/pdf/pdf.ts';
import type { DrawParams, PictureParams, Ready, Told, ViewParams } from './picture-process.ts';
import type { PictureKind, SentKind } from './rules.ts';

/** A picture as it is kept: read by us and written anew. */
export type Picture = {
  readonly kind: PictureKind;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  /** What it looks like, where that was asked. */
  readonly look?: Uint8Array;
};

/** Why no picture came of it. */
export type PictureFailure = {
  readonly name: 'image-format' | 'image-size' | 'upload-failed';
  /** Nobody looked at it: too many wait already. */
  readonly isUnread?: true;
};

/** Reads pictures away from everything else. */
export type Pictures = {
  /**
   * Reads a picture and writes it anew.
   *
   * @failure image-format — it cannot be read as what it says it is
   * @failure image-size — too many points, or too large however it is written
   * @failure upload-failed — reading it took too long or too much, or too many wait already
   */
  rewrite(picture: {
    kind: SentKind;
    bytes: Buffer;
    /** Whose turn it is: one user has few of the places. */
    owner: string;
    wantsLook?: boolean;
    /** Largest copy that is kept; 2 MB unless said. @units bytes */
    bytesMax?: number;
    /** A document: kept as large as it is ever shown. */
    edgeMax?: number;
    /** Written as JPG, whatever it came as. */
    asJpeg?: boolean;
  }): Promise<Result<Picture, PictureFailure>>;
  /** Makes a drawing of our own program, as SVG, a picture so wide. @failure upload-failed — as when one is read anew */
  draw(params: {
    svg: string;
    width: number;
    owner: string;
  }): Promise<Result<Picture, PictureFailure>>;
  /**
   * A picture of ours with a line laid all over it, for one reader at one moment; it is kept nowhere. It waits for no
   * upload.
   *
   * @failure upload-failed — as when one is read anew
   */
  mark(params: {
    bytes: Buffer;
    outline: Outline;
    /** Who looks at it. */
    owner: string;
  }): Promise<Result<Picture, PictureFailure>>;
  /** Begins the process that marks, where none runs: a member of staff is about to look, and need not wait for it. */
  expectViews(): void;
  /** Ends the readers' processes. */
  stop(): void;
};

/** What a reader may use up before it is ended. */
export type PictureLimits = {
  /** Of the processor, for one picture; of the clock where no system tells it. @units milliseconds */
  readonly timeMs: number;
  /** Of the clock, also on a machine that has much else to do. @units milliseconds */
  readonly wallMs: number;
  /** Resident memory of the reader. @units bytes */
  readonly memoryBytes: number;
  /** A reader that holds more after a picture is replaced: what it took it does not give back. @units bytes */
  readonly restBytes: number;
  /** Pictures that wait while one is read. */
  readonly waiting: number;
  /** Of them, those of one owner. */
  readonly waitingOfOne: number;
  /** What all that wait weigh. @units bytes */
  readonly waitingBytes: number;
};

const LIMITS: PictureLimits = {
  timeMs: 8_000,
  wallMs: 40_000,
  memoryBytes: 450 * 1024 * 1024,
  restBytes: 270 * 1024 * 1024,
  waiting: 16,
  waitingOfOne: 3,
  waitingBytes: 128 * 1024 * 1024,
};
const CHECK_MS = 100;
/** A reader is replaced now and then: nothing a picture did to it lasts. */
const PICTURES_PER_READER = 50;
const PAGE_BYTES = 4_096;
/** Of the processor's time as Linux tells it: a hundredth of a second. */
const TICK_MS = 10;
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const OWN_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const READER = new URL('./picture-process.ts', import.meta.url);
const OWN_FOLDER = fileURLToPath(new URL('./', import.meta.url));
const BINDING = new URL('./picture-binding.ts', import.meta.url).href;

/** What a process uses: null where no system says it. */
type Usage = { readonly memoryBytes: number | null; readonly timeMs: number | null };

async function usageOf(pid: number): Promise<Usage> {
  const read = (name: string): Promise<string | null> =>
    readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => null);
  const [memory, stat] = await Promise.all([read('statm'), read('stat')]);
  const pages = memory?.split(' ')[1];
  // Behind the name, which may have spaces in it, the process's own time is the 12th and 13th field.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  const [user, system] = [fields[11], fields[12]];
  return {
    memoryBytes: pages === undefined ? null : Number.parseInt(pages, 10) * PAGE_BYTES,
    timeMs:
      user === undefined || system === undefined
        ? null
        : (Number.parseInt(user, 10) + Number.parseInt(system, 10)) * TICK_MS,
  };
}

/** A process for pictures; one that is begun ahead makes itself quick before it is asked. */
function startReader(program: URL, isWarmed: boolean): ChildProcess {
  return fork(program, isWarmed ? ['warm'] : [], {
    // No secret of ours, no file but its own code, no process, little heap. No machine code either:
    // Node's permissions do not hold it. WebAssembly asks Node for every file, and its threads too.
    env: {},
    execArgv: [
      '--permission',
      '--allow-worker',
      `--allow-fs-read=${MODULES}`,
      `--allow-fs-read=${OWN_MODULES}`,
      `--allow-fs-read=${OWN_FOLDER}`,
      `--allow-fs-read=${fileURLToPath(new URL('./', program))}`,
      `--import=${BINDING}`,
      '--max-old-space-size=128',
      // What a picture took is given back behind each.
      '--expose-gc',
      '--no-warnings',
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

type Params = PictureParams | ViewParams | DrawParams;
type Lane = {
  inTurn(owner: string, params: Params): Promise<Result<Picture, PictureFailure>>;
  expect(): void;
  stop(): void;
};

/**
 * One reader with those who wait for it; its process begins with the first picture. Where it is warmed, the next process
 * is ready before it takes the place of one that is used up.
 */
function createLane(limits: PictureLimits, program: URL, isWarmed: boolean): Lane {
  let reader: ChildProcess | null = null;
  let readCount = 0;
  let next: { readonly process: ChildProcess; isReady: boolean } | null = null;
  let waitingBytes = 0;
  const waiting = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  function end(): void {
    reader?.kill('SIGKILL');
    reader = null;
    readCount = 0;
  }

  function start(): ChildProcess {
    const started = startReader(program, isWarmed);
    // One that cannot begin fails the picture it is asked for.
    started.on('error', () => undefined);
    return started;
  }

  /** Begins the process that follows on the reader, once. */
  function beginNext(): void {
    if (next !== null) return;
    const begun = { process: start(), isReady: false };
    next = begun;
    begun.process.once('message', () => {
      begun.isReady = true;
    });
    begun.process.once('exit', () => {
      if (next === begun) next = null;
    });
  }

  /** Puts the process that is ready in the reader's place. */
  function takeNext(): void {
    if (next === null || !next.isReady) return;
    end();
    next.process.removeAllListeners('exit');
    reader = next.process;
    next = null;
  }

  /** A reader that is used up makes room: at once, or as soon as the next one is ready. */
  function replace(): void {
    if (isWarmed) return beginNext();
    end();
    // On its way while nobody waits for it.
    reader = start();
  }

  /** Whether the reader may go on: within its time and memory. */
  function isWithin(usage: Usage, before: Usage, since: number): boolean {
    const { memoryBytes, timeMs } = usage;
    const passed = performance.now() - since;
    const used = timeMs === null || before.timeMs === null ? passed : timeMs - before.timeMs;
    const isSmall = memoryBytes === null || memoryBytes <= limits.memoryBytes;
    return isSmall && used <= limits.timeMs && passed <= limits.wallMs;
  }

  async function ask(params: Params): Promise<Told | null> {
    // Nobody begins a process for those who wait when all of it ends.
    if (isStopped) return null;
    takeNext();
    if (reader?.connected === false) end();
    const asking = (reader ??= start());
    readCount += 1;
    const since = performance.now();
    const pid = asking.pid ?? 0;
    const before = await usageOf(pid);
    return new Promise((resolve) => {
      const finish = (told: Told | null): void => {
        clearTimeout(late);
        clearInterval(watch);
        asking.removeAllListeners();
        // One that failed is never asked again.
        if (told === null && asking === reader) end();
        // Ended for another reason, or not: nobody listens any more.
        asking.on('error', () => undefined);
        resolve(told);
      };
      const late = setTimeout(() => finish(null), limits.wallMs);
      const watch = setInterval(() => {
        void usageOf(pid).then((usage) => {
          if (!isWithin(usage, before, since)) finish(null);
        });
      }, CHECK_MS);
      asking.on('message', (told) => {
        // Said by one that was asked before it was quick.
        if (!('isReady' in (told as Told | Ready))) finish(told as Told);
      });
      asking.once('exit', () => finish(null));
      asking.once('error', () => finish(null));
      if (!asking.connected) return finish(null);
      asking.send(params, (error) => {
        if (error !== null) finish(null);
      });
    });
  }

  async function answer(params: Params): Promise<Result<Picture, PictureFailure>> {
    const told = await ask(params);
    if (reader !== null && !isStopped) {
      const { memoryBytes } = await usageOf(reader.pid ?? 0);
      const isLarge = memoryBytes !== null && memoryBytes > limits.restBytes;
      if (isLarge || readCount >= PICTURES_PER_READER) replace();
    }
    if (told === null) return fail({ name: 'upload-failed' });
    if ('refused' in told) return fail({ name: told.refused });
    return ok({ ...told, bytes: Buffer.from(told.bytes) });
  }

  return {
    stop() {
      isStopped = true;
      end();
      next?.process.kill('SIGKILL');
      next = null;
    },
    expect() {
      if (reader === null && !isStopped) reader = start();
    },
    async inTurn(owner, params) {
      const own = waiting.get(owner) ?? 0;
      const { length } = params.bytes;
      const all = [...waiting.values()].reduce((sum, count) => sum + count, 0);
      const isFull = all >= limits.waiting || own >= limits.waitingOfOne;
      const isHeavy = all > 0 && waitingBytes + length > limits.waitingBytes;
      if (isFull || isHeavy) return fail({ name: 'upload-failed', isUnread: true });
      waiting.set(owner, own + 1);
      waitingBytes += length;
      // One after the other: a picture open takes a hundred megabytes.
      const turn = last.then(() => answer(params));
      last = turn.catch(() => undefined);
      return turn.finally(() => {
        const left = (waiting.get(owner) ?? 1) - 1;
        if (left === 0) waiting.delete(owner);
        else waiting.set(owner, left);
        waitingBytes -= length;
      });
    },
  };
}

/** Makes the readers: what users send and what staff look at wait apart from one another. */
export function createPictures(limits: PictureLimits = LIMITS, program: URL = READER): Pictures {
  const uploads = createLane(limits, program, false);
  const views = createLane(limits, program, true);
  return {
    rewrite: ({ owner, ...picture }) =>
      uploads.inTurn(owner, {
        task: 'rewrite',
        bytesMax: UPLOAD_BYTES_MAX,
        ...picture,
        pixelsMax: UPLOAD_PIXELS_MAX,
      }),
    draw: ({ owner, svg, width }) =>
      uploads.inTurn(owner, { task: 'draw', bytes: Buffer.from(svg), width }),
    mark: ({ owner, ...params }) => views.inTurn(owner, { task: 'view', ...params }),
    expectViews: () => views.expect(),
    stop() {
      uploads.stop();
      views.stop();
    },
  };
}
