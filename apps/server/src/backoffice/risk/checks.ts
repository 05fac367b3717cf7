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
  /** Looks at the rows the audit log got since the last look: a broken one is told within minutes. */
  follow(): Promise<void>;
  /** Resolves when none is under way. */
  idle(): Promise<void>;
};

/** Makes the checks; none runs before one begins. */
export function createChecks(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly audit: Pick<Audit, 'verify' | 'verifyNext'>;
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
  let isBegun = false;
  let beganAt: UnixMs | null = null;

  /** Carries a look out and keeps what it found; one that answers null has not come to its end. */
  async function one(
    name: (typeof names)[number],
    look: () => Promise<readonly string[] | null>,
  ): Promise<void> {
    const before = states.get(name) as RiskCheck;
    states.set(name, { ...before, isRunning: true });
    const lastAt = clock.now();
    const began = performance.now();
    let found: Pick<RiskCheck, 'result' | 'faults'>;
    try {
      const faults = await look();
      if (faults === null) return void states.set(name, before);
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

  /** One after the other. */
  function run(act: () => Promise<void>): Promise<void> {
    const mine = (running ?? Promise.resolve()).then(act).finally(() => {
      if (running === mine) running = null;
    });
    running = mine;
    return mine;
  }

  function begin(): void {
    if (isBegun) return;
    isBegun = true;
    beganAt = clock.now();
    void run(async () => {
      for (const name of names) await one(name, looks[name]);
      isBegun = false;
    });
  }

  return {
    state: () => [...states.values()],
    begin,
    beginDaily() {
      if (beganAt === null || clock.now() - beganAt >= DAY_MS) begin();
    },
    follow: () =>
      run(() =>
        one('audit', async () => {
          const { fault, isWhole } = await audit.verifyNext();
          if (fault !== null) return [fault];
          return isWhole ? [] : null;
        }),
      ),
    idle: () => running ?? Promise.resolve(),
  };
}
