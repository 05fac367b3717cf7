import { setImmediate as nextTurn } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS, type Mode, SECOND_MS } from '@candor/kernel';
import type { HealthView, RiskView } from '@candor/protocol/desk';
import type { Audit } from '../../audit/index.ts';
import type { Engine } from '../../engine/index.ts';
import { type HouseDays, createHouseDays } from '../../ledger/index.ts';
import type { Host } from '../../platform/host.ts';
import { type Checks, createChecks } from './checks.ts';
import { type HealthDeps, countWaiting, healthOf } from './health.ts';
import { type RiskLook, lookOver } from './ladder.ts';
import { type Made, createRefreshed } from './refreshed.ts';
import { riskView, rungView } from './risk-view.ts';
import { scenariosAt } from './scenarios.ts';

/** What risk and health are read from. */
export type RiskDeps = Omit<HealthDeps, keyof Host> & {
  readonly engine: Pick<Engine, 'figures' | 'unjudged' | 'openBooks'>;
  readonly audit: Pick<Audit, 'verify' | 'verifyNext'>;
};

/** Risk and health, looked at while a member of staff looks. */
export type Risk = {
  now(): Promise<RiskView>;
  /** Accounts of one rung of the ladder; null for one it has not. */
  accounts(asked: Parameters<typeof rungView>[1]): Promise<ReturnType<typeof rungView>>;
  house(mode: Mode): Promise<Made<HouseDays>>;
  health(): Promise<HealthView>;
  readonly checks: Checks;
};

/** Opens them in a process; the checks run once a day by themselves. */
export function wireRisk(host: Host, deps: RiskDeps): Risk {
  const { clock, log } = host;
  const { market, engine } = deps;
  const failed = (error: unknown): void => log.error({ err: error }, 'a look at risk failed');
  const looked = createRefreshed<RiskLook>({ clock, everyMs: 2 * SECOND_MS, failed }, () =>
    lookOver(engine.openBooks(), scenariosAt(market), () => nextTurn()),
  );
  const daysOf = (mode: Mode) =>
    createRefreshed(
      { clock, everyMs: MINUTE_MS, failed },
      createHouseDays(host, { mode, days: 'all' }),
    );
  const house = { real: daysOf('real'), demo: daysOf('demo') };
  const all = { ...host, ...deps };
  const waiting = createRefreshed({ clock, everyMs: 5 * SECOND_MS, failed }, () =>
    countWaiting(all),
  );
  const checks = createChecks({ ...host, ...deps });
  host.every(HOUR_MS, () => {
    if (host.turns === 'byTimer') checks.beginDaily();
  });
  host.every(MINUTE_MS, () => {
    if (host.turns === 'byTimer') void checks.follow();
  });
  host.metrics.gauge(
    'candor_checks_broken',
    'Checks of the books and of the audit log that found faults',
    () => checks.state().filter(({ result }) => result === 'faults').length,
  );
  host.onStop('commands', () => checks.idle());
  return {
    now: async () => riskView(await looked(), clock.now()),
    accounts: async (asked) => rungView(await looked(), asked),
    house: async (mode) => house[mode](),
    health: async () => healthOf(all, (await waiting()).value, checks.state()),
    checks,
  };
}

/** The days as they are answered. */
export function houseAnswer({ value, at }: Made<HouseDays>) {
  return { at, from: value.from, to: value.to, days: [...value.days] };
}
