import { Readable } from 'node:stream';
import { type Clock, type UnixMs, type UserId, isoText, ok } from '@candor/kernel';
import { STAFF_ROLES, audit as protocol } from '@candor/protocol/desk';
import type { Audit } from '../../audit/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

/** The audit log, its head and its export. */
export function auditRoutes(
  route: RouteOfDesk,
  deps: {
    readonly audit: Audit;
    readonly clock: Clock;
    readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  },
): DeskRoute[] {
  const { audit, clock, namesOf } = deps;
  return [
    route(protocol.listAudit, async (call) => {
      const { userId, from, to, size, ...query } = call.query;
      const found = await audit.list({
        ...query,
        userId: userId as UserId | undefined,
        from: from as UnixMs | undefined,
        to: to as UnixMs | undefined,
        limit: size + 1,
      });
      const shown = found.slice(0, size);
      const members = shown.filter(({ actorKind }) => actorKind === 'staff');
      const names = await namesOf([...new Set(members.map(({ actor }) => actor))]);
      const last = found.length > size ? shown.at(-1) : undefined;
      return ok({
        records: shown.map(({ role, details, ...row }) => ({
          ...row,
          actorName: names.get(row.actor) ?? null,
          role: STAFF_ROLES.find((one) => one === role) ?? null,
          details: { ...details },
        })),
        next: last?.seq ?? null,
      });
    }),
    route(protocol.auditHead, async () => ok(await audit.head())),
    // The row that says who reads it is written before the first line is read: it is in the file.
    route(protocol.exportAudit, async () => {
      const name = `candor-audit-${isoText(clock.now()).slice(0, 10)}.jsonl`;
      const content = Readable.from(audit.export(), { objectMode: false });
      return { file: { type: 'application/x-ndjson', name, content } };
    }),
  ];
}
