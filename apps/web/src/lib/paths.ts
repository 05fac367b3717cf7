import { useSearch as useSearchText } from 'wouter';

/**
 * Every page and its address. The only file that spells the addresses out, the specification's
 * spelling of the market detail included.
 *
 * @source seed §2, PRODUCT 15
 */
export const PATHS = {
  home: '/',
  market: '/market',
  detail: '/cruuency',
  trading: '/trading',
  plans: '/trading/plans',
  ownPlan: '/trading/own',
  loan: '/loan',
  identity: '/loan/identity',
  loanApply: '/loan/apply',
  loans: '/loan/records',
  nfts: '/nfts',
  profile: '/profile',
  orders: '/profile/orders',
  records: '/profile/records',
  security: '/profile/security',
  limits: '/profile/limits',
  cases: '/profile/cases',
  trust: '/trust',
  settings: '/settings',
  about: '/about',
  balance: '/profile/balance',
  convert: '/profile/convert',
  invite: '/profile/invite',
  notification: '/profile/notification',
  help: '/help',
  faq: '/help/faq',
  notice: '/help/notice',
  register: '/pass/register',
  login: '/pass/login',
  reset: '/pass/reset',
  notMe: '/pass/not-me',
  unsubscribe: '/pass/unsubscribe',
  content: '/detail',
  introduction: '/introduction',
  loginCallback: '/api/loginCallback/google',
  support: '/service.html',
  verify: '/support/verify',
  receipt: '/receipt',
} as const;

/** Name of a page. */
export type PageName = keyof typeof PATHS;

/** What a page's address may carry. */
export type PageSearch = {
  readonly detail: { readonly code: string; readonly type?: string; readonly id?: string };
  /** `over`: the session ended under the user's hands. */
  readonly login: { readonly next?: string; readonly over?: string };
  readonly register: { readonly next?: string; readonly invite?: string };
  /** What another service sends the browser back with. */
  readonly loginCallback: {
    readonly code?: string;
    readonly state?: string;
    readonly iss?: string;
    readonly error?: string;
  };
  /** What the link of a mail proves with. */
  readonly unsubscribe: { readonly token?: string };
  /** `flow`: what is being done; in the address it outlives another width of the window. */
  readonly balance: { readonly flow?: 'deposit' | 'withdraw' };
  readonly content: { readonly id: string; readonly title?: string };
  /** `id`: of the loan that is shown; without it their list. */
  readonly loans: { readonly id?: string };
  /**
   * `id`: of the token that is shown; `view`: one's own instead of those on sale; `status`, `role`, `page`: which of
   * them, so that the way back from a token leads to where its reader came from.
   */
  readonly nfts: {
    readonly id?: string;
    readonly view?: 'mine';
    readonly status?: 'sold';
    readonly role?: 'owned' | 'leading' | 'outbid';
    readonly page?: string;
  };
  /** `id`: of the plan that is shown; without it all that are offered. */
  readonly trading: { readonly id?: string };
  /** `id`: of one's own plan that is shown; without it their list. */
  readonly plans: { readonly id?: string };
  /** `id`: of the conversation that is shown. */
  readonly support: { readonly lang: string; readonly id?: string };
};

type SearchOf<Name extends PageName> = Name extends keyof PageSearch
  ? PageSearch[Name]
  : Readonly<Record<string, never>>;

/** The address of a page. */
export function href<Name extends PageName>(name: Name, search?: Partial<SearchOf<Name>>): string {
  const text = new URLSearchParams(
    Object.entries(search ?? {}).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  ).toString();
  return `${PATHS[name]}${text === '' ? '' : `?${text}`}`;
}

/** What an address carries after its question mark. */
export function searchOf<Name extends keyof PageSearch>(
  _name: Name,
  text: string,
): Partial<PageSearch[Name]> {
  return Object.fromEntries(new URLSearchParams(text)) as Partial<PageSearch[Name]>;
}

/** What the address carries, for the page that shows it. */
export function useSearch<Name extends keyof PageSearch>(name: Name): Partial<PageSearch[Name]> {
  return searchOf(name, useSearchText());
}

const RECEIPT = /^\/receipt\/([^/]+)\/?$/;

/** The number of a receipt an address names; null for the page where one is checked. */
export function receiptNumberOf(path: string): string | null {
  const [, number] = RECEIPT.exec(path) ?? [];
  return number === undefined ? null : number.toUpperCase();
}

/** The page an address belongs to. */
export function pageOf(path: string): PageName | null {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (RECEIPT.test(trimmed)) return 'receipt';
  const found = Object.entries(PATHS).find(([, known]) => known === trimmed);
  return (found?.[0] as PageName | undefined) ?? null;
}

/** A page where money is on its way asks before a session that ended leads away. @source seed §8 */
export const asksFirst = (path: string): boolean => pageOf(path) === 'balance';
