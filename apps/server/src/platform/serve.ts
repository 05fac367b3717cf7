import { ENDPOINTS, type ErrorName } from '@candor/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Host } from './host.ts';
import { registerRoutes } from './http/http.ts';
import { createMinuteCount } from './process/minute-count.ts';
import { openApiOf } from './http/openapi.ts';
import type { Sessions } from './secrets/session.ts';
import { createWebServer } from './http/web-server.ts';

/**
 * What refuses access, and what no page of ours sends. A refusal of a rule of trading is none of it:
 * that is an answer to its owner.
 */
const REFUSED_ACCESS: ReadonlySet<ErrorName> = new Set([
  'too-many',
  'session-over',
  'forbidden',
  'not-found',
  'unreadable',
]);

/** Counts refused access and refused sign-ins, and tells of them at most once a minute. */
function createRefusals({ metrics, log }: Host, signInCalls: ReadonlySet<string>) {
  const counter = metrics.counter('candor_calls_refused', 'Refused access and refused log-ins', [
    'call',
    'refusal',
  ]);
  const minute = createMinuteCount((refused) => log.warn({ refused }, 'calls were refused'));
  return {
    add(call: string, refusal: ErrorName): void {
      if (!REFUSED_ACCESS.has(refusal) && !signInCalls.has(call)) return;
      counter.inc({ call, refusal });
      minute.add(`${call} ${refusal}`);
    },
    stop: minute.stop,
  };
}

/** Opens the web server of a process, with every route that was added. It does not listen yet. */
export async function serve(
  host: Host,
  deps: {
    /** Folder of the built pages. */
    readonly pages: URL;
    /** May read figures from elsewhere than this machine; null for nobody. */
    readonly metricsToken: string | null;
    readonly sessions: Sessions;
    readonly apartOf: (request: FastifyRequest) => string | Promise<string>;
    /** Calls whose refusals all are told. */
    readonly signInCalls: ReadonlySet<string>;
    /** What commands and receipts are answered with beside the answer; null while there is nothing. */
    readonly evidence: () => string | null;
  },
): Promise<FastifyInstance> {
  const { db, log, metrics, isSecure, limitScale } = host;
  const { pages, metricsToken, sessions, apartOf, evidence } = deps;
  const notNow = metrics.counter(
    'candor_calls_unavailable',
    'Calls answered 503: the database away, or a full queue',
  );
  const notTaken = metrics.counter(
    'candor_connections_failed',
    'Connections the system could not hand over',
  );
  const reported = metrics.counter(
    'candor_policy_reports',
    'What browsers say a page was kept from',
  );
  const http = await createWebServer({
    log,
    pages,
    isHealthy: async () => (await db.query('select 1 as one')).length === 1,
    metrics: () => metrics.text(),
    metricsToken,
    openApi: () => openApiOf(ENDPOINTS),
    isSecure,
    proxies: host.proxyList,
    onReport: () => reported.inc(),
    onUnavailable: () => notNow.inc(),
    onAcceptFailed: () => notTaken.inc(),
  });
  host.listensAt(http);
  const refusals = createRefusals(host, deps.signInCalls);
  registerRoutes(http, {
    routes: host.routes(),
    sessions,
    limitScale,
    apartOf,
    onRefused: refusals.add,
    evidence,
  });
  host.onStop('calls', () => http.close());
  host.onStop('calls', () => refusals.stop());
  return http;
}
