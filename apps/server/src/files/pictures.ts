import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Result, fail, ok } from '@candor/kernel';
import { UPLOAD_BYTES_MAX, UPLOAD_PIXELS_MAX } from '@candor/protocol';
import type { Outline } from '../platform/formats/pdf/pdf.ts';
import type { PictureParams, Told, ViewParams } from './picture-process.ts';
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
    wantsLook?: boolean;
    /** Largest copy that is kept; 2 MB unless said. @units bytes */
    bytesMax?: number;
  }): Promise<Result<Picture, PictureFailure>>;
  /**
   * A picture of ours with a line laid all over it, for one reader at one moment; it is kept nowhere.
   *
   * @failure upload-failed — as when one is read anew
   */
  mark(params: { bytes: Buffer; outline: Outline }): Promise<Result<Picture, PictureFailure>>;
  /** Ends the reader's process. */
  stop(): void;
};

/** What a reader may use up before it is ended. */
export type PictureLimits = {
  /** @units milliseconds */
  readonly timeMs: number;
  /** Resident memory of the reader. @units bytes */
  readonly memoryBytes: number;
  /** Pictures that wait while one is read. */
  readonly waiting: number;
};

const LIMITS: PictureLimits = { timeMs: 8_000, memoryBytes: 450 * 1024 * 1024, waiting: 16 };
const MEMORY_CHECK_MS = 100;
/** A reader is replaced now and then: nothing a picture did to it lasts. */
const PICTURES_PER_READER = 50;
const PAGE_BYTES = 4_096;
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const OWN_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const READER = new URL('./picture-process.ts', import.meta.url);
const OWN_FOLDER = fileURLToPath(new URL('./', import.meta.url));
const BINDING = new URL('./picture-binding.ts', import.meta.url).href;

/** Resident memory of a process where the system says it; null elsewhere. */
async function memoryOf(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null);
  const pages = text?.split(' ')[1];
  return pages === undefined ? null : Number.parseInt(pages, 10) * PAGE_BYTES;
}

function startReader(program: URL): ChildProcess {
  return fork(program, {
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
      '--no-warnings',
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

/** Makes the reader; its process begins with the first picture. */
export function createPictures(limits: PictureLimits = LIMITS, program: URL = READER): Pictures {
  let reader: ChildProcess | null = null;
  let readCount = 0;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function end(): void {
    reader?.kill('SIGKILL');
    reader = null;
    readCount = 0;
  }

  function ask(params: PictureParams | ViewParams): Promise<Told | null> {
    if (readCount >= PICTURES_PER_READER || reader?.connected === false) end();
    const asking = (reader ??= startReader(program));
    readCount += 1;
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
      const late = setTimeout(() => finish(null), limits.timeMs);
      const watch = setInterval(() => {
        void memoryOf(asking.pid ?? 0).then((bytes) => {
          if (bytes !== null && bytes > limits.memoryBytes) finish(null);
        });
      }, MEMORY_CHECK_MS);
      asking.once('message', (told) => finish(told as Told));
      asking.once('exit', () => finish(null));
      asking.once('error', () => finish(null));
      asking.send(params, (error) => {
        if (error !== null) finish(null);
      });
    });
  }

  async function answer(
    params: PictureParams | ViewParams,
  ): Promise<Result<Picture, PictureFailure>> {
    const told = await ask(params);
    if (told === null) return fail({ name: 'upload-failed' });
    if ('refused' in told) return fail({ name: told.refused });
    return ok({ ...told, bytes: Buffer.from(told.bytes) });
  }

  async function inTurn(
    params: PictureParams | ViewParams,
  ): Promise<Result<Picture, PictureFailure>> {
    if (waiting >= limits.waiting) return fail({ name: 'upload-failed', isUnread: true });
    waiting += 1;
    // One after the other: a picture open takes a hundred megabytes.
    const turn = last.then(() => answer(params));
    last = turn.catch(() => undefined);
    return turn.finally(() => {
      waiting -= 1;
    });
  }

  return {
    rewrite: (picture) =>
      inTurn({
        task: 'rewrite',
        bytesMax: UPLOAD_BYTES_MAX,
        ...picture,
        pixelsMax: UPLOAD_PIXELS_MAX,
      }),
    mark: (params) => inTurn({ task: 'view', ...params }),
    stop: end,
  };
}
