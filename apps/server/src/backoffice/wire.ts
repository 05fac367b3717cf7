import { DESK_ENDPOINTS } from '@candor/protocol/desk';
import type { UserId } from '@candor/kernel';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import { type Mailer, listMessagesOf } from '../messaging/index.ts';
import type { Options } from '../options/index.ts';
import type { Hashing } from '../platform/credentials/hashing.ts';
import type { Host } from '../platform/host.ts';
import { createOwnOrigins } from '../platform/http/own-origins.ts';
import type { Serving } from '../platform/serve.ts';
import { findStaffNames } from '../staff/index.ts';
import { wireStaff } from '../staff/wire.ts';
import { auditRoutes } from './audit/routes.ts';
import { DESK_COOKIE, createDeskCalls } from './calls/desk-calls.ts';
import { caseRoutes } from './cases/routes.ts';
import type { Desk, DeskSetup } from './index.ts';
import { sessionRoutes } from './session/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { type UserParts, userRoutes } from './users/routes.ts';

/** Calls that sign in: all their refusals are told to the operator. */
const SIGN_IN_CALLS: ReadonlySet<string> = new Set([
  'staff.begin-enrolment',
  'staff.finish-enrolment',
  'staff.open-link',
  'staff.second',
  'staff.sign-in',
]);

/** Opens the desk's web server in a process. It does not listen yet. */
export async function wireBackoffice(
  host: Host,
  deps: {
    readonly setup: DeskSetup;
    readonly serving: Serving;
    readonly mailer: Mailer;
    readonly hashing: Hashing;
    readonly sealingKey: string;
    readonly usernameOf: (userId: UserId) => Promise<string | null>;
    readonly audit: Audit;
    readonly cases: Cases;
    readonly options: Options;
  } & UserParts,
): Promise<Desk> {
  const { clock } = host;
  const { setup, serving } = deps;
  const { db, pages, publicUrl } = setup;
  const own = createOwnOrigins(publicUrl);
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const rules = { secureCookies: isSecure, origins: own.origins };
  const staff = wireStaff(host, { ...deps, db, origins: own.origins });
  const { admit, route } = createDeskCalls({ db, clock, rules, find: staff.find });
  const http = await serving.open({
    pages,
    isSecure,
    figures: null,
    document: {
      title: 'Candor desk',
      token: { in: 'cookie', name: isSecure ? DESK_COOKIE.secure : DESK_COOKIE.plain },
    },
    endpoints: DESK_ENDPOINTS,
    below: '',
    callsAt: '/desk/',
    routes: [
      ...sessionRoutes(route, { staff, rules }),
      ...staffRoutes(route, staff),
      ...caseRoutes(route, { ...deps, staff, clock }),
      ...userRoutes(route, {
        ...deps,
        namesOf: (ids) => findStaffNames(db, ids),
        // The books are not the desk's role to read.
        countOptions: (account) => deps.options.countRunning(host.db, account),
        messagesTo: (asked) => listMessagesOf(db, asked),
      }),
      ...auditRoutes(route, { ...deps, clock, namesOf: (ids) => findStaffNames(db, ids) }),
    ],
    admit,
    signInCalls: SIGN_IN_CALLS,
  });
  own.listensAt(http);
  return { http, staff };
}
