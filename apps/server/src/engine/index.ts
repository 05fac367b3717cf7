/**
 * engine — prices in, stops and settlements out, pushes to users who look; each on its own time.
 * Owns: open orders in memory, rebuilt from the store at start; how far the tape was acted on.
 * Announces: nothing; the commands it calls do.
 * Needs: market, contracts, options, loans, portfolio, live, the ledger.
 * Refuses: to move money itself; what it sets off takes the path of a user's command.
 */
import {
  CONTRACTS_CHANGED,
  CONTRACTS_CLOSED,
  CONTRACTS_OPENED,
  CONTRACTS_PLACED,
  type ContractsChanged,
} from '../contracts/index.ts';
import { LOANS_CHANGED, type LoanWatching, type LoansChanged } from '../loans/index.ts';
import { ENTRIES_COMMITTED, type EntriesCommitted } from '../ledger/index.ts';
import type { Bus } from '../platform/commit/bus.ts';
import { createLoanWatch } from './loans/loan-watch.ts';
import { type EngineFigures, type OpenBook, type PulseDeps, createPulse } from './pulse.ts';

export type { EngineMarket, OpenBook } from './pulse.ts';

/** Time between two turns of each part. */
const TURN_MS = {
  act: 80,
  hear: 80,
  night: 250,
  options: 250,
  loans: 80,
  prices: 250,
  figures: 250,
} as const;
/** Time between two writings of what a start goes on from. */
const KEEP_MS = 5_000;

/** The running engine. */
export type Engine = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Everything once now, for tests that turn the clock themselves. */
  pulse(): Promise<void>;
  /** How it is doing. */
  figures(): EngineFigures;
  /** Every trading account with running contracts, and what it holds. */
  openBooks(): Iterable<OpenBook>;
  /** Contracts in memory. */
  size(): number;
  /** Accounts that cannot be judged, because a contract of theirs has no mark. */
  unjudged(): number;
  /** Running loans that are watched, and those of them whose collateral has no price now. */
  watchedLoans(): { readonly all: number; readonly unjudged: number };
};

/**
 * Does something again and again, the next time when the last is over: a slow one sees what is newer
 * then, and never makes a queue. Answers what ends it.
 */
function repeat(
  everyMs: number,
  part: () => Promise<unknown>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  function plan(waitMs: number): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      const began = performance.now();
      running = part()
        .then(() => undefined, failed)
        .then(() => plan(Math.max(0, everyMs - (performance.now() - began))));
    }, waitMs);
  }
  plan(everyMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

/**
 * Makes the engine. With `turns: 'byHand'` it never turns by itself, so that a test decides when.
 */
export function createEngine(
  deps: PulseDeps & {
    readonly bus: Bus;
    readonly turns: 'byTimer' | 'byHand';
    readonly loans: LoanWatching;
  },
): Engine {
  const pulse = createPulse(deps);
  const loanWatch = createLoanWatch(deps);
  let running: Promise<void> = Promise.resolve();
  let ends: (() => Promise<void>)[] = [];

  deps.contracts.onCommitted(pulse.told);
  const hear = ({ changed }: ContractsChanged): void => changed.forEach(pulse.announced);
  for (const topic of [CONTRACTS_PLACED, CONTRACTS_OPENED, CONTRACTS_CHANGED, CONTRACTS_CLOSED]) {
    deps.bus.subscribe(topic, hear);
  }
  deps.bus.subscribe(ENTRIES_COMMITTED, ({ books }: EntriesCommitted) =>
    books.forEach(pulse.posted),
  );
  deps.bus.subscribe(LOANS_CHANGED, ({ changed }: LoansChanged) =>
    changed.forEach(({ loanId }) => loanWatch.changed(loanId)),
  );
  deps.live.onJoin((account) => pulse.joined(account));
  deps.contracts.beforeChanging({ find: pulse.reached, lookBack: pulse.lookBack });
  deps.contracts.stating(pulse.passed);

  const failed =
    (part: string) =>
    (error: unknown): void =>
      deps.log.error({ err: error, part }, 'a pulse failed');

  function turnByTimer(): void {
    const parts = {
      act: pulse.act,
      hear: pulse.hear,
      night: pulse.night,
      options: pulse.settleOptions,
      loans: loanWatch.turn,
      prices: pulse.pushPrices,
      figures: pulse.pushFigures,
    };
    for (const [name, part] of Object.entries(parts)) {
      ends.push(repeat(TURN_MS[name as keyof typeof TURN_MS], part, failed(name)));
    }
    ends.push(repeat(KEEP_MS, pulse.keep, failed('keep')));
  }

  /** All parts once; loans come last, when what their owners hold was seen to. */
  async function run(): Promise<void> {
    await pulse.run();
    await loanWatch.turn();
    await loanWatch.idle();
  }

  return {
    async start() {
      await pulse.load();
      await loanWatch.load();
      if (deps.turns === 'byTimer') turnByTimer();
    },
    async stop() {
      const ending = ends.map((end) => end());
      ends = [];
      await Promise.all(ending);
      await running;
      await Promise.all([pulse.end(), loanWatch.end()]);
      // Without it a start follows trailing stops again from where they were stored last.
      await pulse.keep().catch(failed('keep'));
    },
    pulse() {
      running = running.then(run).catch(failed('all'));
      return running;
    },
    figures: pulse.figures,
    openBooks: pulse.openBooks,
    size: pulse.size,
    unjudged: pulse.unjudged,
    watchedLoans: () => ({ all: loanWatch.size(), unjudged: loanWatch.unjudged() }),
  };
}
