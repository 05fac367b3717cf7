import { DAY_MS, type UnixMs, plusMs } from '@candor/kernel';
import type { HealthView, RiskCheck } from '@candor/protocol/desk';
import type { Cases } from '../../cases/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { Files } from '../../files/index.ts';
import type { Identity } from '../../identity/index.ts';
import type { Market } from '../../market/index.ts';
import { type UnsentMessages, countUnsent } from '../../messaging/index.ts';
import type { Host } from '../../platform/host.ts';

/** What health is read from. */
export type HealthDeps = Pick<Host, 'db' | 'clock' | 'relay' | 'failing'> & {
  readonly market: Market;
  readonly engine: Pick<Engine, 'figures' | 'unjudged'>;
  readonly cases: Pick<Cases, 'figures'>;
  readonly files: Pick<Files, 'undestroyed'>;
  readonly identity: Pick<Identity, 'undestroyed'>;
};

/** What is counted in the database. */
export type Counted = {
  readonly cases: Awaited<ReturnType<Cases['figures']>>;
  readonly mails: UnsentMessages;
};

/** Counts what waits in the database. */
export async function countWaiting({ db, clock, cases }: HealthDeps): Promise<Counted> {
  const since = plusMs(clock.now(), -DAY_MS);
  const [figures, mails] = await Promise.all([cases.figures(), countUnsent(db, since)]);
  return { cases: figures, mails };
}

const ageAt = (now: UnixMs, at: UnixMs | null): number | null =>
  at === null ? null : Math.max(0, now - at);
const whole = (ms: number): number => Math.max(0, Math.round(ms));

/** How everything is doing: from memory, but for what was counted before. */
export function healthOf(
  { clock, relay, failing, market, engine, files, identity }: HealthDeps,
  { cases, mails }: Counted,
  checks: RiskCheck[],
): HealthView {
  const now = clock.now();
  const { due, stuck, unactedMs, aside } = engine.figures();
  const listeners = failing();
  return {
    at: now,
    feed: { mode: market.feed().mode },
    sources: market.sources().map(({ name, status, lastTickAt }) => {
      return { name, status, ageMs: ageAt(now, lastTickAt) };
    }),
    instruments: market.list().map(({ code, freshForMs }) => {
      const quote = market.latest(code);
      const ageMs = ageAt(now, quote?.receivedAt ?? null);
      const source = quote?.source ?? null;
      return { code, status: market.status(code, now), source, ageMs, freshForMs };
    }),
    stuck: {
      due,
      stuck,
      unactedMs: whole(unactedMs),
      aside,
      unjudged: engine.unjudged(),
      casesOverdue: cases.overdue,
      casesUndoneMs: whole(cases.undoneSeconds * 1_000),
      listenersFailing: listeners.listeners,
      listenersFailingMs: whole(listeners.seconds * 1_000),
      outboxLagMs: whole(relay.lag() * 1_000),
      mailsWaiting: mails.waiting,
      mailsWaitingMs: ageAt(now, mails.oldestAt) ?? 0,
      mailsFailed: mails.failed,
      keysUndestroyed: files.undestroyed(),
      usersUndestroyed: identity.undestroyed(),
    },
    checks,
  };
}
