import { setTimeout } from 'node:timers/promises';
import type { BacktestInstrument } from '@candor/advisor';
import {
  type Result,
  type UnixMs,
  type UserId,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  ensure,
  fail,
  money,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import { type Bar, type Interval, INTERVALS, INTERVAL_MS } from '@candor/pricing';
import type { Failure, plans as protocol } from '@candor/protocol';
import { networkOf } from '../../platform/http/address.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { maxLossRateMin } from '../fund/least-loss.ts';
import { listOffered } from '../plan/plan-store.ts';
import type { Chosen, PlanVersion } from '../plan/plan.ts';
import { decideChosen } from '../plan/rules.ts';
import { versionHash } from '../plan/versions.ts';
import { publishedPart } from '../products/backtest-text.ts';
import { figureText } from '../products/figures.ts';
import type { ToBacktest } from './backtest-worker.ts';
import {
  type StoredBacktest,
  askBacktest,
  endBacktest,
  findBacktest,
  findPart,
  findPublished,
  publish,
  takeNext,
} from './backtest-store.ts';
import { createHoles } from './bar-holes.ts';
import { endCandidate, nextCandidate } from './candidate-store.ts';
import { createThread } from './thread.ts';

/** Backtests that may wait or run, of all users together. */
const WAITING_MAX = 20;
/** Of these, from one network: a user with many accounts fills no more of it. */
const NETWORK_MAX = 5;
/** Results that are kept of a user. */
const KEPT_MAX = 50;
/** Bars of one backtest, of all its instruments. */
const BARS_MAX = 600_000;
/** Days a backtest may cover. */
const DAYS_MAX = 366;
/** Days the published backtest of a plan covers. */
const PUBLISHED_DAYS = 90;
/** Bars read at once: as many as the venue that tells fewest tells at once of the time before the tape. */
const PAGE = 300;
/** How often bars that did not come are asked for again in one backtest, and how long after. */
const TRIES_MAX = 10;
const AGAIN_MS = 500;
/** Share of the work that reading the bars is. */
const READING = 0.4;
/** The longest a backtest that could not be published waits until it is tried again. */
const AGAIN_MOST_MS = 6 * HOUR_MS;
const AMOUNT = money('USDT', 10_000_000_000n);

type Span = { readonly from: UnixMs; readonly to: UnixMs; readonly finest?: Interval };

/** The finest bars that are few enough; null where even those of the interval are too many. */
function baseOf(chosen: Chosen, { from, to, finest = '1m' }: Span): Interval | null {
  const longest = INTERVALS.indexOf(chosen.interval);
  const first = Math.min(longest, INTERVALS.indexOf(finest));
  const fits = INTERVALS.slice(first, longest + 1).find(
    (one) => ((to - from) / INTERVAL_MS[one]) * chosen.codes.length <= BARS_MAX,
  );
  return fits ?? null;
}

/** Backtests that users ask for and those that are published, one after another in one thread. */
export function createBacktests(
  deps: Pick<PlanDeps, 'db' | 'acting' | 'clock' | 'log'> & {
    readonly market: PlanDeps['market'];
  },
) {
  const { db, acting, clock, log, market } = deps;
  const thread = createThread();
  const progress = new Map<string, number>();
  /** From which network those that wait or run were asked for, of this process: as many as may wait at most. */
  const askedFrom = new Map<string, string>();
  let running: Promise<void> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** Plans whose backtest could not be made, with how often and until when it is not tried again. */
  const failed = new Map<string, { readonly times: number; readonly until: number }>();
  let publishing: Promise<void> | null = null;
  /** Proposals whose backtest was tried to be made by this process, by their hashes. */
  const tried = new Set<string>();
  let isStopping = false;

  /** Hands the bars of a span to the thread, a page at a time. */
  async function feed(
    facts: { readonly chosen: Chosen; readonly base: Interval; readonly span: Span },
    say: (word: ToBacktest) => void,
    { told, given }: { readonly told: (share: number) => void; readonly given: AbortSignal },
  ): Promise<void> {
    const isOver = (): boolean => isStopping || given.aborted;
    const { chosen, base, span } = facts;
    const length = PAGE * INTERVAL_MS[base];
    const seen = chosen.codes.map((code) => {
      const instrument = ensure(market.instrument(code), 'the catalogue knows what is tried');
      return { code, holes: createHoles(instrument, { base, from: span.from, to: span.to }) };
    });
    let tries = TRIES_MAX;
    for (let at = span.from; at < span.to && !isOver(); at = plusMs(at, length)) {
      const to = plusMs(Math.min(span.to, at + length) as UnixMs, -1);
      for (const [index, { code, holes }] of seen.entries()) {
        const read = async (): Promise<Bar[]> => {
          const found = await market.bars({ code, interval: base, from: at, to });
          return found.filter(({ time }) => time >= at && time <= to);
        };
        let bars = await read();
        // A venue that did not answer in time is asked again.
        for (let more = 2; more > 0 && bars.length === 0 && tries > 0 && !isOver(); more -= 1) {
          tries -= 1;
          await setTimeout(AGAIN_MS);
          bars = await read();
        }
        holes.add(bars);
        if (bars.length > 0) say({ kind: 'bars', index, bars });
      }
      told((READING * (at - span.from)) / (span.to - span.from));
    }
    // What was handed over so far is no backtest: the next process begins it anew.
    if (isOver()) throw new Error('a backtest was broken off');
    const missing = seen.flatMap(({ holes }) => holes.end());
    say({ kind: 'run', missing });
  }

  /** One after another: there is one thread. */
  function inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function runOne(
    chosen: Chosen,
    span: Span,
    told: (share: number) => void,
  ): Promise<protocol.PlanBacktest | null> {
    const base = baseOf(chosen, span);
    if (base === null) return null;
    const instruments = chosen.codes.map((code): BacktestInstrument => {
      const found = ensure(market.instrument(code), 'the catalogue knows what is tried');
      const { feeRate, spreadRate, tickSize, quoteCurrency } = found;
      return { code, feeRate, spreadRate, tickSize, quoteCurrency };
    });
    const { label, mode } = market.describe();
    return inTurn(() =>
      thread.run(
        async (say, given) => {
          const trial = { instruments, base, amount: AMOUNT, source: label };
          const hash = versionHash(chosen);
          say({
            kind: 'begin',
            trial: { ...trial, chosen: { ...chosen, hash }, isGenerated: mode === 'simulated' },
          });
          await feed({ chosen, base, span }, say, { told, given });
        },
        (share) => told(READING + (1 - READING) * share),
      ),
    );
  }

  async function runAsked(job: StoredBacktest): Promise<void> {
    let report: protocol.PlanBacktest | null = null;
    try {
      report = await runOne(job.chosen, job, (share) => void progress.set(job.id, share));
    } catch (error) {
      // What was broken off by a stop is taken up by the next process.
      if (isStopping) return;
      log.error({ err: error, backtest: job.id }, 'a backtest failed');
    } finally {
      progress.delete(job.id);
      askedFrom.delete(job.id);
    }
    await endBacktest(acting, job, { report, at: clock.now() });
  }

  async function work(): Promise<void> {
    while (!isStopping) {
      const job = await takeNext(acting);
      if (job === null) return;
      await runAsked(job);
    }
  }

  /** Begins to work on what waits, unless that is being done. */
  function wake(): Promise<void> {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  }

  /** A backtest as it is published; null where too little is known of its days. */
  async function publishable(chosen: Chosen): Promise<protocol.PlanBacktest | null> {
    const to = market.marketTime(clock.now());
    const from = plusMs(to, -PUBLISHED_DAYS * DAY_MS);
    const report = await runOne(chosen, { from, to, finest: '15m' }, () => undefined);
    if (report === null) return null;
    // Of less than half of its days nothing is published: the venue may tell the rest later.
    const gap = report.missing.reduce((sum, hole) => sum + hole.to - hole.from, 0);
    return 2 * gap >= to - from ? null : report;
  }

  /** Makes the backtest of each proposed version that has none yet; those who decide see it beside the case. */
  async function tryCandidates(): Promise<void> {
    while (!isStopping) {
      const next = await nextCandidate(acting, [...tried]);
      if (next === null) return;
      tried.add(next.hash);
      const report = await publishable(next.chosen);
      if (report === null) continue;
      await endCandidate(acting, next.hash, { report, part: publishedPart(report) });
    }
  }

  async function publishOne(plan: PlanVersion): Promise<boolean> {
    if ((await findPart(acting, plan)) !== null) return true;
    const report = await publishable(plan);
    if (report === null) return false;
    await publish(acting, plan, { report, part: publishedPart(report), at: clock.now() });
    return true;
  }

  async function publishAll(): Promise<void> {
    const offered = (await listOffered(acting)).filter(({ planStatus }) => planStatus !== 'ended');
    const keys = new Set(offered.map(({ planId, version }) => `${planId} ${version}`));
    for (const key of failed.keys()) if (!keys.has(key)) failed.delete(key);
    for (const plan of offered) {
      const key = `${plan.planId} ${plan.version}`;
      const before = failed.get(key);
      if (isStopping) return;
      if (before !== undefined && clock.now() < before.until) continue;
      const isMade = await publishOne(plan).catch((error: unknown) => {
        if (!isStopping) log.error({ err: error, plan: plan.planId }, 'a backtest failed');
        return false;
      });
      const times = (before?.times ?? 0) + 1;
      const wait = Math.min(AGAIN_MOST_MS, MINUTE_MS * 2 ** times);
      if (isMade) failed.delete(key);
      else failed.set(key, { times, until: clock.now() + wait });
    }
  }

  const viewOf = (job: StoredBacktest): protocol.PlanBacktestJob => ({
    id: job.id,
    state: job.state,
    progress: figureText(job.state === 'done' ? 1 : (progress.get(job.id) ?? 0)),
    report: job.report,
    maxLossRateMin: maxLossRateMin(job.chosen.codes, market),
  });

  return {
    /**
     * Asks for a backtest.
     *
     * @failure those of `decideChosen` · quantity-refused (field from: no span, or more than may be run) ·
     *          too-many — one of the user's, or too many of all or of their network, wait or run
     */
    async ask(
      userId: UserId,
      body: Omit<Parameters<typeof decideChosen>[0], 'interval'> &
        Span & { readonly interval?: string | undefined },
      address: string,
    ): Promise<Result<protocol.PlanBacktestJob, Failure>> {
      const chosen = decideChosen({ interval: undefined, ...body }, (code) =>
        market.instrument(code),
      );
      if (!chosen.ok) return chosen;
      const at = clock.now();
      const until = market.marketTime(at);
      const span = { from: body.from, to: Math.min(body.to, until) as UnixMs };
      const days = (span.to - span.from) / DAY_MS;
      if (days < 1 || days > DAYS_MAX || baseOf(chosen.value, span) === null) {
        return fail({
          name: 'quantity-refused',
          field: 'from',
          facts: { min: '1', max: String(DAYS_MAX) },
        });
      }
      const asked = { userId, id: newUuid(at), chosen: chosen.value, ...span };
      const limits = { waiting: WAITING_MAX, kept: KEPT_MAX, at };
      const network = networkOf(address);
      const ofNetwork = [...askedFrom.values()].filter((one) => one === network).length;
      if (ofNetwork >= NETWORK_MAX) return fail({ name: 'too-many' });
      askedFrom.set(asked.id, network);
      let isTaken = false;
      try {
        isTaken = await db.transaction((tx) => askBacktest(tx, asked, limits));
      } finally {
        if (!isTaken) askedFrom.delete(asked.id);
      }
      if (!isTaken) return fail({ name: 'too-many' });
      return ok(viewOf({ ...asked, state: 'waiting', report: null }));
    },
    async get(named: { readonly userId: UserId; readonly id: string }) {
      const found = await findBacktest(db, named);
      return found === null ? null : viewOf(found);
    },
    wake,
    published: {
      part: (of: Parameters<typeof findPart>[1]) => findPart(db, of),
      report: (of: Parameters<typeof findPublished>[1]) => findPublished(db, of),
    },
    /**
     * Publishes a backtest with each version that is offered and has none yet, then makes those of proposals; a
     * second call waits for the first.
     */
    publishAll(): Promise<void> {
      publishing ??= publishAll()
        .then(tryCandidates)
        .finally(() => {
          publishing = null;
        });
      return publishing;
    },
    async stop(): Promise<void> {
      isStopping = true;
      await thread.stop();
      // What failed was told where it ran.
      await Promise.allSettled([running, publishing]);
    },
  };
}

/** @see createBacktests */
export type Backtests = ReturnType<typeof createBacktests>;
