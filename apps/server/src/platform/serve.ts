import type { Endpoint, ErrorName } from '@candor/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Host } from './host.ts';
import type { PageMark } from './http/headers.ts';
import type { Admit } from './http/admission.ts';
import { type Route, registerRoutes } from './http/http.ts';
import { createMinuteCount } from './process/minute-count.ts';
import { type DocumentOf, openApiOf } from './http/openapi.ts';
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

/** One origin: its pages, its calls, and its kind of session. */
export type Site<Who> = {
  /** Folder of the built pages. */
  readonly pages: URL;
  /** Whether browsers reach it by https. */
  readonly isSecure: boolean;
  /** Who may read the process's figures here from elsewhere than this machine; null: nobody reads them. */
  readonly figures: { readonly token: string | null } | null;
  readonly document: Pick<DocumentOf, 'title' | 'token'>;
  readonly endpoints: readonly Endpoint[];
  /** Below which path its calls are; empty where the endpoints say it. */
  readonly below: string;
  /** Beginning of paths that are never a page. */
  readonly callsAt: string;
  readonly routes: readonly Route<Who>[];
  readonly admit: Admit<Who>;
  /** Calls whose refusals all are told. */
  readonly signInCalls: ReadonlySet<string>;
  readonly apartOf?: (request: FastifyRequest) => string | Promise<string>;
  /** What commands and receipts are answered with beside the answer; null while there is nothing. */
  readonly evidence?: () => string | null;
};

/** The web servers of a process. */
export type Serving = {
  /** Opens one with every route of its site. It does not listen yet. */
  open<Who>(site: Site<Who>): Promise<FastifyInstance>;
};

/** Prepares the web servers of a process; what all of them count is counted once. */
export function createServing(
  host: Host,
  /** What every page of a rehearsal begins with; null elsewhere. */
  { marks }: { readonly marks: readonly PageMark[] | null },
): Serving {
  const { db, log, metrics, limitScale } = host;
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
  const refused = metrics.counter('candor_calls_refused', 'Refused access and refused log-ins', [
    'call',
    'refusal',
  ]);
  return {
    async open(site) {
      const { pages, figures, document, endpoints, below, callsAt, evidence, apartOf } = site;
      const http = await createWebServer({
        log,
        pages,
        isHealthy: async () => (await db.query('select 1 as one')).length === 1,
        figures: figures === null ? null : { text: () => metrics.text(), token: figures.token },
        openApi: () => openApiOf({ ...document, endpoints, below, isRehearsal: marks !== null }),
        callsAt,
        isSecure: site.isSecure,
        marks,
        clock: host.clock,
        proxies: host.proxyList,
        onReport: () => reported.inc(),
        onUnavailable: () => notNow.inc(),
        onAcceptFailed: () => notTaken.inc(),
      });
      // Told at most once a minute.
      const minute = createMinuteCount((counts) => {
        log.warn({ refused: counts }, 'calls were refused');
      });
      registerRoutes(http, {
        routes: site.routes,
        below,
        admit: site.admit,
        limitScale,
        onRefused(call, refusal) {
          if (!REFUSED_ACCESS.has(refusal) && !site.signInCalls.has(call)) return;
          refused.inc({ call, refusal });
          minute.add(`${call} ${refusal}`);
        },
        ...(apartOf && { apartOf }),
        ...(evidence && { evidence }),
      });
      host.onStop('calls', () => http.close());
      host.onStop('calls', () => minute.stop());
      return http;
    },
  };
}
