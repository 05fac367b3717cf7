import type { InstallationKind } from '../../platform/postgres/installation.ts';
import { REHEARSAL } from '../../platform/process/rehearsal.ts';
import {
  type Clock,
  DAY_MS,
  type Mode,
  type Result,
  type UnixMs,
  type UtcDay,
  fail,
  newUuid,
  ok,
  plusMs,
  startOfDay,
  utcDayOf,
} from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import {
  REPORT_DAYS_MAX,
  REPORT_KEPT_MS,
  type ReportFormat,
  type ReportItem,
  type ReportKind,
} from '@candor/protocol/desk';
import type { Pdfs } from '../../platform/formats/pdf/pdf.ts';
import type { Log } from '../../platform/process/log.ts';
import { fileOf, typeOf, wholeOf } from './files.ts';
import { ROWS_MAX, type ReportDay, TEXT_MAX, type TableDeps, tableOf } from './tables.ts';

/** Reports of one member, and of all together, that are remembered. */
const OWN_MAX = 5;
const ALL_MAX = 40;
/** Reports that wait or are being written. */
const WAITING_MAX = 8;
/** What all finished files may take. @units bytes */
const BYTES_MAX = 64 * 1_048_576;

/** Reports that are of neither books, real or demo. */
const APART: Partial<Record<ReportKind, string>> = { staff: 'Staff', complaints: 'Complaints' };

/** What a member asks for. */
export type ReportAsk = {
  readonly kind: ReportKind;
  readonly format: ReportFormat;
  readonly mode: Mode;
  readonly from: string;
  readonly to: string;
};

type Job = { item: ReportItem; readonly memberId: string; file: Buffer | null };

/** Reports that are written in the background, one after another, and fetched once. */
export type Reports = {
  /** @failure unreadable — days that are none, too many or to come; too-many — others wait already */
  start(memberId: string, ask: ReportAsk): Result<ReportItem, Failure<'unreadable' | 'too-many'>>;
  list(memberId: string): ReportItem[];
  /** Gives a finished file out and forgets it. @failure not-found — none, fetched, or another’s */
  fetch(
    memberId: string,
    id: string,
  ): Result<
    { readonly type: string; readonly name: string; readonly content: Buffer },
    Failure<'not-found'>
  >;
  /** Ends after the day that is being read. */
  stop(): Promise<void>;
};

/** The days of a span, both ends included; null for a span that cannot be reported. */
function daysOfSpan(ask: Pick<ReportAsk, 'from' | 'to'>, now: UnixMs): UtcDay[] | null {
  const from = startOfDay(ask.from as UtcDay);
  const to = startOfDay(ask.to as UtcDay);
  const count = (to - from) / DAY_MS + 1;
  if (count < 1 || count > REPORT_DAYS_MAX || to > now) return null;
  return Array.from({ length: count }, (_, at) => utcDayOf(plusMs(from, at * DAY_MS)));
}

/** No report yet. */
export function createReports(
  deps: TableDeps & {
    readonly clock: Clock;
    readonly log: Log;
    readonly pdfs: Pick<Pdfs, 'write'>;
    /** Every file of a rehearsal says what it is; real where nothing is said. */
    readonly installation?: InstallationKind;
    readonly origin: () => string;
  },
): Reports {
  const { clock, log, pdfs, origin, installation = 'real' } = deps;
  const mark = installation === 'rehearsal' ? REHEARSAL : null;
  let jobs: Job[] = [];
  let last: Promise<void> = Promise.resolve();
  let isStopped = false;

  const isOver = ({ item }: Job): boolean => item.state !== 'waiting' && item.state !== 'running';
  const change = (job: Job, changed: Partial<ReportItem>): void => {
    job.item = { ...job.item, ...changed };
  };

  function forgetOld(): void {
    const now = clock.now();
    jobs = jobs.filter((job) => !isOver(job) || job.item.expiresAt > now);
  }

  /** Lets the oldest finished ones go that stand in the way of a new one. */
  function makeRoom(memberId: string): void {
    const drop = (some: readonly Job[], most: number): void => {
      const over = some.filter(isOver).slice(0, Math.max(0, some.length - most + 1));
      jobs = jobs.filter((job) => !over.includes(job));
    };
    drop(
      jobs.filter((job) => job.memberId === memberId),
      OWN_MAX,
    );
    drop(jobs, ALL_MAX);
  }

  async function write(job: Job, days: readonly UtcDay[]): Promise<void> {
    const { kind, mode, format, from, to, askedAt } = job.item;
    const table = tableOf(deps, kind, mode);
    const read: ReportDay[] = [];
    let rows = 0;
    let text = 0;
    change(job, { state: 'running' });
    for (const day of days) {
      if (isStopped) return;
      const one = await table.read(day);
      read.push(one);
      rows += one.lines.length;
      for (const line of one.lines) for (const cell of line) text += cell.length;
      change(job, { done: read.length, rows });
      if (rows > ROWS_MAX || text > TEXT_MAX)
        return change(job, { state: 'failed', why: 'too-long' });
    }
    const books = APART[kind] ?? (mode === 'real' ? 'Real books' : 'Demo books');
    const facts = {
      lead: [`${books}, ${from} to ${to}`],
      footer: [origin()],
      at: askedAt as UnixMs,
    };
    const file = await fileOf(wholeOf(table, read), facts, { format, pdfs, mark });
    if (file === null) return change(job, { state: 'failed', why: 'too-long' });
    const held = jobs.reduce((sum, one) => sum + (one.file?.length ?? 0), 0);
    if (held + file.length > BYTES_MAX) return change(job, { state: 'failed', why: 'no-room' });
    job.file = file;
    const expiresAt = plusMs(clock.now(), REPORT_KEPT_MS);
    change(job, { state: 'ready', bytes: file.length, expiresAt });
  }

  async function run(job: Job, days: readonly UtcDay[]): Promise<void> {
    try {
      await write(job, days);
    } catch (error) {
      log.error({ err: error, report: job.item.kind }, 'a report could not be written');
      change(job, { state: 'failed', why: 'fault' });
    }
  }

  return {
    start(memberId, ask) {
      const now = clock.now();
      const days = daysOfSpan(ask, now);
      if (days === null) return fail({ name: 'unreadable', field: 'from' });
      forgetOld();
      if (jobs.filter((job) => !isOver(job)).length >= WAITING_MAX)
        return fail({ name: 'too-many' });
      makeRoom(memberId);
      const job: Job = {
        memberId,
        file: null,
        item: {
          ...ask,
          id: newUuid(now),
          state: 'waiting',
          done: 0,
          days: days.length,
          rows: 0,
          bytes: 0,
          why: null,
          askedAt: now,
          expiresAt: plusMs(now, REPORT_KEPT_MS),
        },
      };
      jobs.push(job);
      const asked = job.item;
      last = last.then(() => run(job, days));
      return ok(asked);
    },
    list(memberId) {
      forgetOld();
      return jobs
        .filter((job) => job.memberId === memberId)
        .map(({ item }) => item)
        .toReversed();
    },
    fetch(memberId, id) {
      forgetOld();
      const job = jobs.find((one) => one.item.id === id && one.memberId === memberId);
      if (job === undefined || job.file === null) return fail({ name: 'not-found' });
      const { kind, mode, from, to, format } = job.item;
      const about = APART[kind] === undefined ? `${mode}-${kind}` : kind;
      const name = `candor-${about}-${from}-${to}.${format}`;
      const content = job.file;
      job.file = null;
      change(job, { state: 'fetched', bytes: 0 });
      return ok({ type: typeOf(format), name, content });
    },
    stop() {
      isStopped = true;
      return last;
    },
  };
}
