import type { FastifyInstance } from 'fastify';
import { hostOf } from './address.ts';
import { REPORT_PATH } from './headers.ts';
import type { Log } from '../process/log.ts';

const REPORT_BYTES_MAX = 8 * 1024;
const REPORTS_PER_MINUTE = 30;
const TEXT_MAX = 200;

type Report = { readonly directive: string; readonly blocked: string; readonly page: string };

/** An address without what may be personal in it. */
function placeIn(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  return (text.split(/[?#]/)[0] ?? '').slice(0, TEXT_MAX);
}

function reportFrom(body: string): Report | null {
  try {
    const { 'csp-report': said } = JSON.parse(body) as Record<string, Record<string, unknown>>;
    if (said === undefined) return null;
    return {
      directive: placeIn(said['effective-directive'] ?? said['violated-directive']),
      blocked: placeIn(said['blocked-uri']),
      page: placeIn(said['document-uri']),
    };
  } catch {
    return null;
  }
}

/** Takes what browsers say a page's policy stopped: counted and logged, never answered. */
export async function addPolicyReports(
  app: FastifyInstance,
  options: { log: Log; onReport: () => void },
): Promise<void> {
  await app.register(async (scope) => {
    const count = scope.createRateLimit({
      timeWindow: 60_000,
      max: REPORTS_PER_MINUTE,
      keyGenerator: (request) => hostOf(request.ip),
    });
    scope.addContentTypeParser(
      'application/csp-report',
      { parseAs: 'string', bodyLimit: REPORT_BYTES_MAX },
      (_request, text, done) => done(null, text),
    );
    scope.post(REPORT_PATH, async (request, reply) => {
      const counted = await count(request);
      const report = typeof request.body === 'string' ? reportFrom(request.body) : null;
      if (report !== null && (counted.isAllowed || !counted.isExceeded)) {
        options.onReport();
        options.log.warn({ report }, 'a page’s policy stopped something');
      }
      return reply.code(204).send();
    });
  });
}
