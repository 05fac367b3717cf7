import { fail, ok } from '@candor/kernel';
import { REPORT_READERS, reports as protocol } from '@candor/protocol/desk';
import { writeAudit } from '../../audit/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';
import type { Reports } from './reports.ts';

/** Reports: asked for, looked after, fetched once. */
export function reportRoutes(
  route: RouteOfDesk,
  deps: {
    readonly reports: Reports;
    /** Writes down who asked for what. */
    readonly write: (entry: Omit<Parameters<typeof writeAudit>[1], 'at'>) => Promise<void>;
  },
): DeskRoute[] {
  const { reports, write } = deps;
  return [
    route(protocol.startReport, async (call) => {
      const { memberId: id, roles } = call.session();
      const { kind } = call.body;
      // The audit log says as which of their roles a member asked for it.
      const role = REPORT_READERS[kind].find((one) => roles.includes(one));
      if (role === undefined) return fail({ name: 'forbidden' });
      const started = reports.start(id, call.body);
      if (!started.ok) return started;
      const { format, mode, from, to } = call.body;
      const details = { format, mode, from, to };
      const action = protocol.startReport.audits;
      await write({ actor: { kind: 'staff', id, role }, action, subject: kind, details });
      return started;
    }),
    route(protocol.listReports, async (call) => ok(reports.list(call.acting().memberId))),
    route(protocol.fetchReport, async (call) => {
      const found = reports.fetch(call.acting().memberId, call.params.id);
      if (!found.ok) return found;
      call.concerns({ subject: found.value.name });
      return { file: found.value };
    }),
  ];
}
