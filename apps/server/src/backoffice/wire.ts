import { DESK_ENDPOINTS } from '@candor/protocol/desk';
import { SECOND_MS, type UserId } from '@candor/kernel';
import { findUserCards } from '../accounts/index.ts';
import type { Audit, AuditEntry } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Payouts } from '../cashier/index.ts';
import type { Loans } from '../loans/index.ts';
import type { Plans } from '../plans/index.ts';
import { type Mailer, listMessagesOf } from '../messaging/index.ts';
import type { Nft } from '../nft/index.ts';
import type { Offers } from '../offers/index.ts';
import type { OptionCountries, Options } from '../options/index.ts';
import type { Pdfs } from '../platform/formats/pdf/pdf.ts';
import type { Editor } from '../content/index.ts';
import type { Files } from '../files/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Halts, Market, Specifications } from '../market/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import type { OwnOrigins } from '../platform/http/own-origins.ts';
import type { Serving } from '../platform/serve.ts';
import { type Staff, findStaffNames, listStaffMembers } from '../staff/index.ts';
import type { Inbox, Register } from '../support/index.ts';
import { auditRoutes } from './audit/routes.ts';
import { DESK_COOKIE, createDeskCalls } from './calls/desk-calls.ts';
import { tellLateComplaints, tellOverdue } from './cases/overdue.ts';
import { caseRoutes } from './cases/routes.ts';
import type { Desk, DeskSetup } from './index.ts';
import { createReports } from './reports/reports.ts';
import { reportRoutes } from './reports/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { riskRoutes } from './risk/routes.ts';
import { type RiskDeps, wireRisk } from './risk/risk.ts';
import { countryRoutes } from './instruments/country-routes.ts';
import { instrumentRoutes } from './instruments/routes.ts';
import { loanDeskRoutes } from './loans/routes.ts';
import { nftDeskRoutes } from './nft/routes.ts';
import { offerRoutes } from './offers/routes.ts';
import { planDeskRoutes } from './plans/routes.ts';
import { payoutRoutes } from './payouts/routes.ts';
import { parameterRoutes } from './parameters/routes.ts';
import { contentRoutes } from './content/routes.ts';
import { sessionRoutes } from './session/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { supportRoutes } from './support/routes.ts';
import { type UserParts, userRoutes } from './users/routes.ts';

/** Calls that sign in: all their refusals are told to the operator. */
const SIGN_IN_CALLS: ReadonlySet<string> = new Set([
  'staff.begin-enrolment',
  'staff.finish-enrolment',
  'staff.open-link',
  'staff.second',
  'staff.sign-in',
]);

/** How often deadlines are looked at. */
const ALARM_MS = 30 * SECOND_MS;

/** Opens the desk's web server in a process. It does not listen yet. */
export async function wireBackoffice(
  host: Host,
  deps: {
    readonly setup: DeskSetup;
    readonly serving: Serving;
    /** Where the desk's own pages are; told here where its server listens. */
    readonly own: OwnOrigins;
    readonly staff: Staff;
    readonly usernameOf: (userId: UserId) => Promise<string | null>;
    readonly audit: Audit;
    readonly cases: Cases;
    readonly mailer: Mailer;
    readonly files: Files;
    readonly identity: Pick<Identity, 'reviews' | 'undestroyed'>;
    readonly market: Market;
    readonly engine: RiskDeps['engine'];
    readonly pdfs: Pdfs;
    readonly inbox: Inbox;
    readonly register: Register;
    readonly userNamed: (username: string) => Promise<UserId | null>;
    readonly parameters: Parameters;
    readonly editor: Editor;
    readonly halts: Halts;
    readonly specifications: Specifications;
    readonly options: Options;
    readonly countries: OptionCountries;
    readonly offers: Offers;
    readonly payouts: Payouts;
    readonly loans: Loans;
    readonly plans: Pick<Plans, 'registry'>;
    readonly nft: Nft;
  } & UserParts,
): Promise<Desk> {
  const { clock } = host;
  const { setup, serving, own, staff } = deps;
  const { db, pages, publicUrl } = setup;
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const rules = { secureCookies: isSecure, origins: own.origins };
  const { admit, route } = createDeskCalls({
    db,
    clock,
    rules,
    find: staff.find,
    limitScale: host.limitScale,
  });
  const namesOf = (ids: readonly string[]) => findStaffNames(db, ids);
  const write = (entry: Omit<AuditEntry, 'at'>) => deps.audit.write({ ...entry, at: clock.now() });
  const address = (): string => own.origins()[0] ?? publicUrl ?? '';
  const reports = createReports({
    ...host,
    ...deps,
    namesOf,
    origin: address,
  });
  const tell = tellOverdue({ ...deps, db, address });
  const tellLate = tellLateComplaints({ ...deps, db, address });
  const alarm = async (): Promise<void> => {
    await deps.cases.alarm(tell);
    await deps.register.alarm(tellLate);
  };
  host.every(ALARM_MS, alarm);
  host.onStop('commands', () => reports.stop());
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
      ...caseRoutes(route, { ...deps, clock, usersOf: (ids) => findUserCards(db, ids) }),
      ...identityRoutes(route, {
        ...deps,
        reviews: deps.identity.reviews,
        usersOf: (ids) => findUserCards(db, ids),
      }),
      ...supportRoutes(route, { ...deps, members: () => listStaffMembers(db) }),
      ...userRoutes(route, {
        ...deps,
        namesOf,
        // The books are not the desk's role to read.
        countOptions: (account) => deps.options.countRunning(host.db, account),
        messagesTo: (asked) => listMessagesOf(db, asked),
      }),
      ...riskRoutes(route, { ...deps, db: host.db, clock, risk: wireRisk(host, deps), write }),
      ...reportRoutes(route, { reports, write }),
      ...auditRoutes(route, { ...deps, clock, namesOf }),
      ...contentRoutes(route, { ...deps, namesOf }),
      ...instrumentRoutes(route, { ...deps, clock }),
      ...countryRoutes(route, deps),
      ...offerRoutes(route, { ...deps, namesOf }),
      ...payoutRoutes(route, { payouts: deps.payouts, namesOf }),
      ...loanDeskRoutes(route, {
        ...deps,
        clock,
        log: host.log,
        usersOf: (ids) => findUserCards(db, ids),
      }),
      ...planDeskRoutes(route, { ...deps, clock, log: host.log }),
      ...nftDeskRoutes(route, { ...deps, usersOf: (ids) => findUserCards(db, ids) }),
      ...parameterRoutes(route, { ...deps, clock }),
    ],
    admit,
    signInCalls: SIGN_IN_CALLS,
  });
  own.listensAt(http);
  return { http, staff, alarm };
}
