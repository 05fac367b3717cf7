import { type Clock, DAY_MS, type UnixMs } from '@candor/kernel';
import type { RiskCheck } from '@candor/protocol/desk';
import type { Audit } from '../../audit/index.ts';
import { reconcile } from '../../ledger/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';

const FAULTS_MAX = 20;
const FAULT_TEXT_MAX = 300;

/** The checks of the books and of the audit log: they run in the background, one after the other. */
export type Checks = {
  state(): RiskCheck[];
  /** Begins them, if they are not under way. */
  begin(): void;
  /** Begins them where the last time was a day ago. */
  beginDaily(): void;
  /** Resolves when none is under way. */
  idle(): Promise<void>;
};

/** Makes the checks; none runs before one begins. */
export function createChecks(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly audit: Pick<Audit, 'verify'>;
}): Checks {
  const { db, clock, log, audit } = deps;
  const looks = {
    books: async () => (await reconcile(db)).faults,
    audit: async () => {
      const { fault } = await audit.verify();
      return fault === null ? [] : [fault];
    },
  };
  const names = ['books', 'audit'] as const;
  const states = new Map<string, RiskCheck>(
    names.map((name) => [
      name,
      { name, isRunning: false, lastAt: null, tookMs: null, result: null, faults: [] },
    ]),
  );
  let running: Promise<void> | null = null;
  let beganAt: UnixMs | null = null;

  async function one(name: (typeof names)[number]): Promise<void> {
    const before = states.get(name) as RiskCheck;
    states.set(name, { ...before, isRunning: true });
    const lastAt = clock.now();
    const began = performance.now();
    let found: Pick<RiskCheck, 'result' | 'faults'>;
    try {
      const faults = await looks[name]();
      const shown = faults.slice(0, FAULTS_MAX).map((fault) => fault.slice(0, FAULT_TEXT_MAX));
      found = { result: faults.length === 0 ? 'sound' : 'faults', faults: shown };
      if (faults.length > 0) log.error({ check: name, faults: shown }, 'a check found faults');
    } catch (error) {
      log.error({ err: error, check: name }, 'a check could not be carried out');
      found = { result: 'failed', faults: [] };
    }
    const tookMs = Math.round(performance.now() - began);
    states.set(name, { name, isRunning: false, lastAt, tookMs, ...found });
  }

  function begin(): void {
    if (running !== null) return;
    beganAt = clock.now();
    running = (async () => {
      for (const name of names) await one(name);
    })().finally(() => {
      running = null;
    });
  }

  return {
    state: () => [...states.values()],
    begin,
    beginDaily() {
      if (beganAt === null || clock.now() - beganAt >= DAY_MS) begin();
    },
    idle: () => running ?? Promise.resolve(),
  };
}
