import { Worker } from 'node:worker_threads';
import { type Result, assert, ensure, fail, ok } from '@candor/kernel';
import { DEFAULT_LOCALE } from '@candor/locales';
import {
  PDF_ATTACHED_MAX,
  PDF_LINES_MAX,
  PDF_TEXT_MAX,
  type PdfDocument,
  textsOf,
} from './document.ts';
import type { Outline, OutlineParams } from './outline.ts';
import type { WriterParams, Written } from './pdf-worker.ts';

export type { PdfPart, PdfRow } from './document.ts';
export type { Outline } from './outline.ts';
export { PDF_LINES_MAX, leftToRight } from './document.ts';

/** A document as a capability says it; whether it is marked is the installation’s to say. */
export type PdfPaper = Omit<PdfDocument, 'mark'>;

/** Why no document came of it. */
export type PdfFailure = {
  readonly name: 'too-long' | 'busy';
};

/** Writes documents, one after another, away from everything else. */
export type Pdfs = {
  /**
   * Writes a document as PDF for a caller; equal documents come to equal bytes.
   *
   * @failure too-long — more lines, text or pages than a document may have
   * @failure busy — too many wait already, of all or of this caller, or writing it took too long
   */
  write(paper: PdfPaper, by: string): Promise<Result<Buffer, PdfFailure>>;
  /** A line of text as outlines of its letters, which has places of its own to wait. @failure busy — as for a document */
  outline(text: string): Promise<Result<Outline, PdfFailure>>;
  /**
   * Lines of one language as outlines, in their order: what draws them needs no fonts.
   *
   * @failure busy, too-long — as for a document
   */
  outlines(asked: OutlineParams, by: string): Promise<Result<readonly Outline[], PdfFailure>>;
  /** Ends the thread. */
  stop(): Promise<void>;
};

/** What a writer may use up before it is ended. */
export type PdfLimits = {
  /** @units milliseconds */
  readonly timeMs: number;
  /** Documents that wait while one is written. */
  readonly waiting: number;
  /** Those of one caller among them: nobody keeps all others from theirs. */
  readonly waitingOfOne: number;
};

const LIMITS: PdfLimits = { timeMs: 60_000, waiting: 16, waitingOfOne: 3 };
/** Single lines of staff that wait beside all documents: what they look at does not wait for what users ask for. */
const LINES_WAITING = 8;
const HEAP_MB = 256;
/** Lines that are outlined at once. */
const OUTLINES_MAX = 100;
const WRITER = new URL('./pdf-worker.ts', import.meta.url);

function isTooLong(document: PdfDocument): boolean {
  const tables = document.parts.flatMap((part) => ('columns' in part ? [part.lines.length] : []));
  if (tables.some((lines) => lines > PDF_LINES_MAX)) return true;
  const { attached = [] } = document;
  if (attached.reduce((sum, { text }) => sum + text.length, 0) > PDF_ATTACHED_MAX) return true;
  return textsOf(document).reduce((sum, text) => sum + text.length, 0) > PDF_TEXT_MAX;
}

/** Makes the writer; its thread begins with the first document. */
export function createPdfs(
  options: {
    /** The sentence of a mark on every page, in a language; null where the installation has none. */
    readonly markOf?: (language: string) => string | null;
    readonly limits?: PdfLimits;
    readonly program?: URL;
  } = {},
): Pdfs {
  const { markOf = () => null, limits = LIMITS, program = WRITER } = options;
  let writer: Worker | null = null;
  const waiting = new Map<string, number>();
  let lines = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function end(): Promise<void> {
    const ending = writer;
    writer = null;
    await ending?.terminate();
  }

  function start(): Worker {
    const made = new Worker(program, {
      // Nothing of the installation is known to it but what it is asked to write.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    // A document that is being written never keeps the process alive.
    made.unref();
    // A caller is told by a listener of its own question; between two there is none.
    made.on('error', () => undefined);
    return made;
  }

  function ask(asked: WriterParams): Promise<Written | null> {
    const asking = (writer ??= start());
    return new Promise((resolve) => {
      const finish = (written: Written | null): void => {
        clearTimeout(late);
        asking.off('message', finish).off('exit', failed).off('error', failed);
        // One that failed is never asked again.
        if (written === null && asking === writer) void end();
        resolve(written);
      };
      const failed = (): void => finish(null);
      const late = setTimeout(failed, limits.timeMs);
      asking.once('message', finish).once('exit', failed).once('error', failed);
      // A thread has no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      asking.postMessage(asked);
    });
  }

  async function inTurn(asked: WriterParams): Promise<Result<Written, PdfFailure>> {
    // One after the other: each takes one processor whole.
    const turn = last.then(() => ask(asked));
    last = turn.catch(() => undefined);
    const written = await turn;
    if (written === null) return fail({ name: 'busy' });
    return 'refused' in written ? fail({ name: written.refused }) : ok(written);
  }

  async function inTurnOf(by: string, asked: WriterParams): Promise<Result<Written, PdfFailure>> {
    const all = [...waiting.values()].reduce((sum, one) => sum + one, 0);
    const before = waiting.get(by) ?? 0;
    if (all >= limits.waiting || before >= limits.waitingOfOne) return fail({ name: 'busy' });
    waiting.set(by, before + 1);
    try {
      return await inTurn(asked);
    } finally {
      const left = (waiting.get(by) ?? 1) - 1;
      if (left === 0) waiting.delete(by);
      else waiting.set(by, left);
    }
  }

  async function inTurnOfLines(asked: WriterParams): Promise<Result<Written, PdfFailure>> {
    if (lines >= LINES_WAITING) return fail({ name: 'busy' });
    lines += 1;
    try {
      return await inTurn(asked);
    } finally {
      lines -= 1;
    }
  }

  async function outlined(
    asked: OutlineParams,
    turn: typeof inTurn,
  ): Promise<Result<readonly Outline[], PdfFailure>> {
    if (asked.texts.length > OUTLINES_MAX) return fail({ name: 'too-long' });
    const written = await turn({ outlines: asked });
    if (!written.ok) return written;
    assert('outlines' in written.value, 'outlines were asked for');
    return ok(written.value.outlines);
  }

  return {
    async write(paper, by) {
      const text = markOf(paper.language);
      const document = { ...paper, mark: text === null ? null : { text } };
      if (isTooLong(document)) return fail({ name: 'too-long' });
      const written = await inTurnOf(by, { document });
      if (!written.ok) return written;
      assert('bytes' in written.value, 'a document was asked for');
      return ok(Buffer.from(written.value.bytes));
    },
    async outline(text) {
      const made = await outlined({ texts: [text], language: DEFAULT_LOCALE }, inTurnOfLines);
      return made.ok ? ok(ensure(made.value[0], 'a line was asked for')) : made;
    },
    outlines: (asked, by) => outlined(asked, (one) => inTurnOf(by, one)),
    stop: end,
  };
}
