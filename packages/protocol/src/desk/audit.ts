import { z } from 'zod';
import { HashText, Id, QueryMs, UnixMsNumber, queryInt } from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';

const none = z.strictObject({});

/** Who did what is written down: a member of staff, who is at the terminal, the product itself. */
export const AUDIT_ACTORS = ['staff', 'terminal', 'system'] as const;

/** One row of the audit log; its hash covers everything before it. */
export const AuditRow = z.strictObject({
  seq: z.int().positive(),
  at: UnixMsNumber,
  actorKind: z.enum(AUDIT_ACTORS),
  /** Id of a member, or a name. */
  actor: z.string(),
  /** The member's name now; null where the actor is none. */
  actorName: z.string().nullable(),
  /** The role the member acted in; null where the actor is none. */
  role: z.enum(STAFF_ROLES).nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  userId: Id.nullable(),
  details: z.record(z.string(), z.unknown()),
  hash: HashText,
});
export type AuditRow = z.infer<typeof AuditRow>;

const READERS = ['auditor', 'admin'] as const;

export const listAudit = deskEndpoint({
  name: 'audit.list',
  summary: 'The audit log, newest first.',
  method: 'GET',
  path: '/desk/audit',
  access: 'session',
  roles: READERS,
  audits: 'audit.list',
  readsPersonalData: true,
  body: none,
  query: z.strictObject({
    /** Id or name of who acted. */
    actor: z.string().max(160).optional(),
    /** Beginning of an action's name: "cases." */
    action: z.string().max(80).optional(),
    subject: z.string().max(160).optional(),
    userId: Id.optional(),
    from: QueryMs.optional(),
    to: QueryMs.optional(),
    /** Rows before this number. */
    before: queryInt(1, 9_000_000_000_000).optional(),
    size: queryInt(1, 100).default(50),
  }),
  params: none,
  result: z.strictObject({ records: z.array(AuditRow), next: z.int().nullable() }),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many'],
});

export const auditHead = deskEndpoint({
  name: 'audit.head',
  summary: 'How many rows the audit log has, its last hash, and what was signed of it last.',
  method: 'GET',
  path: '/desk/audit/head',
  access: 'session',
  roles: READERS,
  audits: 'audit.head',
  body: none,
  query: none,
  params: none,
  result: z.strictObject({
    count: z.int().nonnegative(),
    hash: HashText,
    signed: z
      .strictObject({ count: z.int().nonnegative(), at: UnixMsNumber, note: z.string() })
      .nullable(),
  }),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const exportAudit = deskEndpoint({
  name: 'audit.export',
  summary: 'The whole audit log with its signed head, as `npm run verify -- audit FILE` reads it.',
  method: 'GET',
  path: '/desk/audit/export',
  access: 'session',
  roles: READERS,
  audits: 'audit.export',
  readsPersonalData: true,
  perMinute: 5,
  file: 'application/x-ndjson',
  body: none,
  query: none,
  params: none,
  result: z.null(),
  failures: ['session-over', 'forbidden', 'too-many'],
});
