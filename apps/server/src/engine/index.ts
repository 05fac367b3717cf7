/**
 * engine — one loop every 250 ms: prices in, stops and settlements out, pushes to who looks.
 * Owns: running contracts in memory, rebuilt from the store at start.
 * Announces: nothing; the commands it calls do.
 * Needs: market, contracts, portfolio, live, the ledger.
 * Refuses: to move money itself; every act goes through the same command a user's does.
 */
import {
  CONTRACTS_CHANGED,
  CONTRACTS_CLOSED,
  CONTRACTS_OPENED,
  CONTRACTS_PLACED,
  type ContractsChanged,
} from '../contracts/index.ts';
import { ENTRIES_COMMITTED, type EntriesCommitted } from '../ledger/index.ts';
import type { Bus } from '../platform/bus.ts';
import { PULSE_MS, type PulseDeps, createPulse } from './pulse.ts';

export type { EngineMarket } from './pulse.ts';

/** The running engine. */
export type Engine = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** One turn now, for tests that turn the clock themselves. */
  pulse(): Promise<void>;
  /** Contracts in memory. */
  size(): number;
  /** Accounts that cannot be judged, because a contract of theirs has no mark. */
  unjudged(): number;
};

/**
 * Makes the engine. With `turns: 'byHand'` it never turns by itself, so that a test decides when.
 */
export function createEngine(
  deps: PulseDeps & { readonly bus: Bus; readonly turns: 'byTimer' | 'byHand' },
): Engine {
  const pulse = createPulse(deps);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const hear = ({ changed }: ContractsChanged): void => changed.forEach(pulse.changed);
  for (const topic of [CONTRACTS_PLACED, CONTRACTS_CHANGED, CONTRACTS_CLOSED]) {
    deps.bus.subscribe(topic, hear);
  }
  deps.bus.subscribe(CONTRACTS_OPENED, ({ changed }: ContractsChanged) =>
    changed.forEach(pulse.opened),
  );
  deps.bus.subscribe(ENTRIES_COMMITTED, ({ books }: EntriesCommitted) =>
    books.forEach(pulse.posted),
  );
  deps.live.onJoin((book) => pulse.joined(book));
  deps.contracts.beforeClosing(pulse.nightPaid);
  deps.contracts.beforeChanging(pulse.reached);

  function turn(): Promise<void> {
    running = running
      .then(() => pulse.run())
      .catch((error: unknown) => {
        deps.log.error({ err: error }, 'a pulse failed');
      });
    return running;
  }

  /** The next turn is planned when one ends, so a slow turn sees newer quotes, never a queue. */
  function plan(startedAt: number): void {
    if (stopped) return;
    const wait = Math.max(0, PULSE_MS - (deps.clock.now() - startedAt));
    timer = setTimeout(() => {
      const began = deps.clock.now();
      void turn().then(() => plan(began));
    }, wait);
  }

  return {
    async start() {
      await pulse.load();
      if (deps.turns === 'byTimer') plan(deps.clock.now());
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
    pulse: turn,
    size: () => pulse.size(),
    unjudged: () => pulse.unjudged(),
  };
}
