import { Readable } from 'node:stream';
import { type UnixMs, type UserId, ok } from '@candor/kernel';
import { type AuditRow, type StaffRole, audit as protocol } from '@candor/protocol/desk';
import type { Audit } from '../../audit/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

/** The audit log: its rows, its head and the whole of it. */
export function auditRoutes(
  route: RouteOfDesk,
  deps: {
    readonly audit: Audit;
    readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  },
): DeskRoute[] {
  const { audit, namesOf } = deps;
  return [
    route(protocol.listAudit, async ({ query }) => {
      const { from, to, userId, size, ...rest } = query;
      const rows = await audit.list({
        ...rest,
        userId: userId as UserId | undefined,
        from: from as UnixMs | undefined,
        to: to as UnixMs | undefined,
        limit: size + 1,
      });
      const shown = rows.slice(0, size);
      const staff = shown.filter(({ actorKind }) => actorKind === 'staff');
      const names = await namesOf([...new Set(staff.map(({ actor }) => actor))]);
      const records = shown.map(({ role, ...row }): AuditRow => ({
        ...row,
        actorName: names.get(row.actor) ?? null,
        role: role as StaffRole | null,
        details: { ...row.details },
      }));
      const last = rows.length > size ? shown.at(-1) : undefined;
      return ok({ records, next: last?.seq ?? null });
    }),
    route(protocol.auditHead, async () => ok(await audit.head())),
    route(protocol.exportAudit, async () => ({
      file: {
        type: 'application/x-ndjson',
        name: 'candor-audit.jsonl',
        content: Readable.from(audit.export()),
      },
    })),
  ];
}
