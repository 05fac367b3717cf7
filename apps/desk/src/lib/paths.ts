import type { DeskKey } from '@candor/locales/desk';
import { type StaffRole, STAFF_ROLES } from '@candor/protocol/desk-light';

/** A page of the desk: where it is, what it is called, who may open it, where the sidebar has it. */
type PageRow = {
  readonly path: string;
  readonly title: DeskKey;
  readonly roles: readonly StaffRole[];
  /** `null`: reached from the member's own card. */
  readonly group: 'waiting' | 'watch' | 'publish' | 'desk' | null;
};

/**
 * Every page of the desk. A new one is a row here and its loader in `app/page-list.tsx`; sidebar and
 * palette take it from this table.
 */
export const PAGES = {
  cases: { path: '/cases', title: 'nav.cases', roles: STAFF_ROLES, group: 'waiting' },
  propose: {
    path: '/propose',
    title: 'propose.title',
    roles: ['support', 'cashierMaker', 'risk'],
    group: null,
  },
  house: {
    path: '/house',
    title: 'nav.house',
    roles: ['cashierMaker', 'cashierChecker', 'risk', 'auditor', 'admin'],
    group: 'watch',
  },
  risk: { path: '/risk', title: 'nav.risk', roles: ['risk', 'auditor', 'admin'], group: 'watch' },
  loans: {
    path: '/loans',
    title: 'nav.loan-book',
    roles: ['cashierChecker', 'risk', 'auditor'],
    group: 'watch',
  },
  health: {
    path: '/health',
    title: 'nav.health',
    roles: ['risk', 'auditor', 'admin'],
    group: 'watch',
  },
  reports: {
    path: '/reports',
    title: 'nav.reports',
    roles: ['cashierChecker', 'risk', 'auditor', 'admin'],
    group: 'watch',
  },
  support: {
    path: '/support',
    title: 'inbox.title',
    roles: ['support', 'auditor'],
    group: 'watch',
  },
  complaints: {
    path: '/complaints',
    title: 'complaints.title',
    roles: ['support', 'auditor'],
    group: 'watch',
  },
  savedReplies: {
    path: '/saved-replies',
    title: 'nav.saved-replies',
    roles: ['support', 'auditor'],
    group: 'publish',
  },
  users: {
    path: '/users',
    title: 'nav.users',
    roles: ['support', 'kyc', 'risk', 'auditor', 'admin'],
    group: 'watch',
  },
  audit: { path: '/audit', title: 'nav.audit', roles: ['auditor', 'admin'], group: 'watch' },
  instruments: {
    path: '/instruments',
    title: 'nav.instruments',
    roles: STAFF_ROLES,
    group: 'watch',
  },
  plans: { path: '/plans', title: 'nav.plans', roles: STAFF_ROLES, group: 'watch' },
  tokens: { path: '/tokens', title: 'nav.tokens', roles: STAFF_ROLES, group: 'watch' },
  charities: { path: '/charities', title: 'nav.charities', roles: STAFF_ROLES, group: 'watch' },
  payouts: {
    path: '/pay-outs',
    title: 'nav.payouts',
    roles: ['cashierMaker', 'cashierChecker', 'risk', 'auditor'],
    group: 'watch',
  },
  optionCountries: {
    path: '/option-countries',
    title: 'nav.option-countries',
    roles: STAFF_ROLES,
    group: 'publish',
  },
  content: { path: '/texts', title: 'nav.content', roles: STAFF_ROLES, group: 'publish' },
  offers: { path: '/offers', title: 'nav.offers', roles: STAFF_ROLES, group: 'publish' },
  parameters: {
    path: '/parameters',
    title: 'nav.parameters',
    roles: STAFF_ROLES,
    group: 'publish',
  },
  staff: { path: '/staff', title: 'nav.staff', roles: ['auditor', 'admin'], group: 'desk' },
  account: { path: '/account', title: 'nav.own-sign-in', roles: STAFF_ROLES, group: null },
} as const satisfies Record<string, PageRow>;

/** Name of a page behind the sign-in. */
export type PageName = keyof typeof PAGES;

/** Pages as rows of one shape, in their order. */
export const PAGE_ROWS: readonly (PageRow & { readonly name: PageName })[] = Object.entries(
  PAGES,
).map(([name, row]) => ({ name: name as PageName, ...row }));

/** Where a money case of a kind is proposed, about a user where one is known. */
export function proposePath(kind: string, user?: string): string {
  const path = `${PAGES.propose.path}/${kind}`;
  return user === undefined ? path : `${path}?${new URLSearchParams({ user }).toString()}`;
}

/** Where a one-time link leads; what makes it one stands behind "#", which no server log sees. */
export const LINK_PATH = '/welcome';

/** The page an address belongs to, also one below it: a case is a part of the queue's page. */
export function pageOf(path: string): PageName | null {
  const found = PAGE_ROWS.find((row) => path === row.path || path.startsWith(`${row.path}/`));
  return found?.name ?? null;
}

/** Where a member begins. */
export const HOME = PAGES.cases.path;
