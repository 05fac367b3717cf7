import { type Result, ok } from '@candor/kernel';
import { type Failure, portfolio as protocol } from '@candor/protocol';
import type { FileAnswer } from '../platform/http/compression.ts';
import { type Route, route } from '../platform/http/http.ts';
import type { InFlight } from '../platform/http/in-flight.ts';
import type { RecordFile } from './files.ts';
import type { Portfolio } from './index.ts';

const UTC = 'Etc/UTC';

function csvAnswer(
  made: Result<RecordFile, Failure<'unreadable'>>,
): FileAnswer | Result<never, Failure> {
  if (!made.ok) return made;
  const { name, text } = made.value;
  return { file: { type: 'text/csv; charset=utf-8', name, content: text } };
}

/** The lists a user may take away. */
function recordRoutes(portfolio: Portfolio): Route[] {
  return [
    route(protocol.listTransactions, async (call) => {
      const { format, zone = UTC, language, page, size, ...filter } = call.query;
      const asked = { ...filter, userId: call.session().userId, mode: call.mode() };
      if (format === 'csv') return csvAnswer(await portfolio.transactionsFile({ ...asked, zone }));
      if (format === 'pdf') {
        const made = await portfolio.statementFile({ ...asked, zone, language });
        if (!made.ok) return made;
        const { name, bytes: content } = made.value;
        return { file: { type: 'application/pdf', name, content } };
      }
      return ok(await portfolio.transactions({ ...asked, page, size }));
    }),
    route(protocol.exportOrders, async (call) => {
      const { zone = UTC, product, status, code, from, to } = call.query;
      const account = { userId: call.session().userId, mode: call.mode() };
      return csvAnswer(
        await portfolio.ordersFile({ ...account, product, status, code, from, to, zone }),
      );
    }),
  ];
}

/** The calls of portfolio. */
export function portfolioRoutes(portfolio: Portfolio, inFlight: InFlight): Route[] {
  return [
    ...recordRoutes(portfolio),
    route(protocol.userInfo, async (call) =>
      ok(await portfolio.info({ userId: call.session().userId, mode: call.mode() })),
    ),
    route(protocol.assets, async (call) =>
      ok(await portfolio.assets({ userId: call.session().userId, mode: call.mode() })),
    ),
    route(protocol.equityHistory, async (call) => {
      const { period } = call.query;
      const account = { userId: call.session().userId, mode: call.mode() };
      return ok(await portfolio.history({ ...account, period }));
    }),
    route(protocol.demoReset, (call) => {
      const request = call.idempotencyKey();
      return inFlight.once(request, () => portfolio.demoReset(request));
    }),
  ];
}
