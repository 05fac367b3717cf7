import { type Clock, DAY_MS, plusMs } from '@candor/kernel';
import type { FastifyInstance } from 'fastify';
import { type Bus, type Failing, createBus } from './commit/bus.ts';
import type { Database } from './postgres/db.ts';
import type { InstallationKind } from './postgres/installation.ts';
import { forgetAnswers } from './commit/forget-answers.ts';
import type { Route } from './http/http.ts';
import { createOwnOrigins } from './http/own-origins.ts';
import { type InFlight, createInFlight } from './http/in-flight.ts';
import type { Log } from './process/log.ts';
import { type Metrics, createMetrics } from './process/metrics.ts';
import { type Relay, createRelay } from './commit/outbox.ts';
import { pruneOutbox } from './commit/outbox-prune.ts';
import { type Proxies, createProxies } from './http/proxies.ts';

/** What the process itself brings to its capabilities. */
export type HostOptions = {
  readonly db: Database;
  /** The same database over connections that callers never take: for whatever a price sets off. */
  readonly acting: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether money may be real here, or nothing is; real where nothing is said. */
  readonly installation?: InstallationKind;
  /** Address browsers use, when it is not this machine; cookies are then for https alone. */
  readonly publicUrl: string | null;
  /** Addresses of proxies in front of us; what they say of a caller's address counts. */
  readonly proxies?: readonly string[];
  /** Factor on every rate limit; more than 1 only on a test installation. */
  readonly limitScale: number;
  readonly turns: 'byTimer' | 'byHand';
};

/**
 * When something stops: calls are taken no more, then the engine turns no more, what was taken ends,
 * readers of facts keep their place, and what all of them stand on goes last. Within one of them in
 * the order of registration.
 */
const STOPS = ['calls', 'turns', 'commands', 'readers', 'prices', 'facts', 'messages'] as const;
type Stop = (typeof STOPS)[number];

/** What a capability registers with, and what it finds there. Nothing runs before `start`. */
export type Host = HostOptions & {
  readonly installation: InstallationKind;
  readonly metrics: Metrics;
  readonly proxyList: Proxies;
  /** Counts calls that are still read. */
  readonly inFlight: InFlight;
  /** Committed facts, as soon as they are. */
  readonly bus: Bus;
  readonly relay: Relay;
  /** Whether pages come over https. */
  readonly isSecure: boolean;
  /** A bus of its own, for listeners that take their time; `said` is logged when one fails. */
  busOf(said: string): Bus;
  /** Listeners that failed last time, of all buses. */
  failing(): Failing;
  /** Says that facts were committed. */
  committed(): void;
  /** Origins of our own pages: the public address, or this machine under each of its names. */
  origins(): readonly string[];
  /** The first of them; null while nothing listens. */
  pagesAt(): string | null;
  addRoutes(routes: readonly Route[]): void;
  routes(): readonly Route[];
  /** Keeps something fresh while the process runs; what fails is logged and tried at the next turn. */
  every(ms: number, run: () => unknown): void;
  /** Runs at the start, in the order of registration, one after another. */
  onStart(run: () => unknown): void;
  onStop(stop: Stop, run: () => unknown): void;
  /** Tells where the process listens. */
  listensAt(http: Pick<FastifyInstance, 'addresses'>): void;
  start(): Promise<void>;
  stop(): Promise<void>;
};

const TIDY_MS = 60_000;
/** Facts stay a day at least: who listens without a place of their own is told again until then. */
const FACTS_KEPT_MS = DAY_MS;

/** Figures of what waits to be told. */
function measureBuses(metrics: Metrics, relay: Relay, failing: () => Failing): void {
  metrics.gauge(
    'candor_outbox_lag_seconds',
    'How long the oldest fact has waited to be handed on',
    () => relay.lag(),
  );
  metrics.gauge(
    'candor_listeners_failing',
    'Listeners that are told a fact again',
    () => failing().listeners,
  );
  metrics.gauge(
    'candor_listeners_failing_seconds',
    'How long the first of them has been failing',
    () => failing().seconds,
  );
}

/** Opens what the capabilities of a process share. */
export function createHost(options: HostOptions): Host {
  const { acting, log, publicUrl } = options;
  const buses: Bus[] = [];
  const routes: Route[] = [];
  const tasks: { readonly ms: number; readonly run: () => unknown }[] = [];
  const starts: (() => unknown)[] = [];
  const stops = new Map<Stop, (() => unknown)[]>(STOPS.map((stop) => [stop, []]));
  let timers: NodeJS.Timeout[] = [];

  const busOf = (said: string): Bus => {
    const made = createBus((error, topic, facts) => {
      log.error({ err: error, topic, ...facts }, said);
    });
    buses.push(made);
    return made;
  };
  const bus = busOf('a listener failed, and is told again');
  const relay = createRelay({
    db: acting,
    bus,
    onLag: (seconds) => {
      log.warn({ seconds }, 'facts wait: a transaction that stays open may hold back the outbox');
    },
    onError: (error) => log.error({ err: error }, 'facts could not be read'),
  });
  const own = createOwnOrigins(publicUrl);
  const metrics = createMetrics();
  const failing = (): Failing => {
    const all = buses.map((one) => one.failing());
    return {
      listeners: all.reduce((sum, { listeners }) => sum + listeners, 0),
      seconds: Math.max(...all.map(({ seconds }) => seconds)),
    };
  };
  measureBuses(metrics, relay, failing);

  async function keepFresh(run: () => unknown): Promise<void> {
    try {
      await run();
    } catch (error) {
      log.error({ err: error }, 'upkeep failed');
    }
  }

  return {
    ...options,
    installation: options.installation ?? 'real',
    metrics,
    proxyList: createProxies(options.proxies ?? []),
    inFlight: createInFlight(),
    bus,
    relay,
    isSecure: publicUrl?.startsWith('https:') ?? false,
    busOf,
    failing,
    committed: () => relay.wake(),
    origins: own.origins,
    pagesAt: () => own.origins()[0] ?? null,
    addRoutes: (added) => void routes.push(...added),
    routes: () => routes,
    every: (ms, run) => void tasks.push({ ms, run }),
    onStart: (run) => void starts.push(run),
    onStop: (stop, run) => void stops.get(stop)?.push(run),
    listensAt: own.listensAt,
    async start() {
      for (const run of starts) await run();
      timers = tasks.map(({ ms, run }) => setInterval(() => void keepFresh(run), ms));
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      timers = [];
      for (const stop of STOPS) for (const run of stops.get(stop) ?? []) await run();
    },
  };
}

/** Lets committed facts be handed on: at this place among the starts. */
export function handFactsOn({ relay, onStart, onStop }: Host): void {
  onStart(() => relay.start());
  onStop('facts', () => relay.stop());
}

/** Forgets kept answers in their time, and facts that each reader with a place of its own has read. */
export function tidyFacts(host: Host, readers: readonly string[]): void {
  const { db, clock } = host;
  host.every(TIDY_MS, () => forgetAnswers(db, clock.now()));
  host.every(TIDY_MS, () =>
    pruneOutbox(db, { readers, upTo: plusMs(clock.now(), -FACTS_KEPT_MS) }),
  );
}
