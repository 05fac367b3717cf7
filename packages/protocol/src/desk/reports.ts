import { z } from 'zod';
import { Id, ModeText, UnixMsNumber } from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';
import { REPORT_FORMATS, REPORT_KINDS, REPORT_MAKERS } from './report-terms.ts';

const none = z.strictObject({});
const count = z.int().nonnegative();

/** A report a member of staff asked for. */
export const ReportItem = z.strictObject({
  id: Id,
  kind: z.enum(REPORT_KINDS),
  format: z.enum(REPORT_FORMATS),
  mode: ModeText,
  from: z.iso.date(),
  to: z.iso.date(),
  /** `fetched`: it was, and is here no more. `failed`: see `why`. */
  state: z.enum(['waiting', 'running', 'ready', 'fetched', 'failed']),
  /** Days done and all days. */
  done: count,
  days: count,
  rows: count,
  bytes: count,
  /** Why it came to nothing: more rows than its file may have, no room for it, or a fault. */
  why: z.enum(['too-long', 'no-room', 'fault']).nullable(),
  askedAt: UnixMsNumber,
  expiresAt: UnixMsNumber,
});
export type ReportItem = z.infer<typeof ReportItem>;

export const startReport = deskEndpoint({
  name: 'reports.start',
  summary:
    'Has a report written in the background; its days are UTC days, the last one included. The newest of a member stand for older ones.',
  method: 'POST',
  path: '/desk/reports',
  access: 'session',
  roles: REPORT_MAKERS,
  audits: 'reports.start',
  perMinute: 20,
  body: z.strictObject({
    kind: z.enum(REPORT_KINDS),
    format: z.enum(REPORT_FORMATS),
    mode: ModeText.default('real'),
    from: z.iso.date(),
    to: z.iso.date(),
  }),
  query: none,
  params: none,
  result: ReportItem,
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many'],
});

export const listReports = deskEndpoint({
  name: 'reports.list',
  summary: 'The caller’s reports, newest first.',
  method: 'GET',
  path: '/desk/reports',
  access: 'session',
  roles: REPORT_MAKERS,
  audits: 'reports.list',
  body: none,
  query: none,
  params: none,
  result: z.array(ReportItem),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const fetchReport = deskEndpoint({
  name: 'reports.fetch',
  summary: 'A finished report of the caller, once.',
  method: 'GET',
  path: '/desk/reports/:id/file',
  access: 'session',
  roles: REPORT_MAKERS,
  audits: 'reports.fetch',
  readsPersonalData: true,
  file: [
    'text/csv',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  body: none,
  query: none,
  params: z.strictObject({ id: Id }),
  result: z.null(),
  failures: ['session-over', 'forbidden', 'unreadable', 'not-found', 'too-many'],
});
