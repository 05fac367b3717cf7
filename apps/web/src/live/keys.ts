import type { Mode } from '@candor/kernel';
import type { CallInput } from '@candor/protocol/light';

/** Filter and page of an order list. */
export type OrdersQuery = Pick<
  NonNullable<CallInput<'contracts.list'>['query']>,
  'status' | 'code'
> & {
  readonly from?: number;
  readonly to?: number;
  readonly page?: number;
  readonly size?: number;
};

/** Filter and page of a list of options. */
export type OptionsQuery = NonNullable<CallInput<'options.list'>['query']>;

/** Filter and page of a list of plans. */
export type PlansQuery = NonNullable<CallInput<'plans.orders'>['query']>;

/** Filter and page of the notifications. */
export type NotificationsQuery = NonNullable<CallInput<'notifications.list'>['query']>;

/** Names under which answers are kept; the live channel patches them by the same names. */
export const queryKeys = {
  markets: () => ['market.list'] as const,
  marketInfo: (id: string) => ['market.info', id] as const,
  bars: (code: string, interval: string) => ['market.bars', code, interval] as const,
  userInfo: (mode: Mode) => ['portfolio.info', mode] as const,
  convertible: (mode: Mode) => ['exchange.convertible', mode] as const,
  orders: (mode: Mode) => ['contracts.list', mode] as const,
  ordersPage: (mode: Mode, query: OrdersQuery) => ['contracts.list', mode, query] as const,
  orderDetails: (mode: Mode) => ['contracts.get', mode] as const,
  orderDetail: (mode: Mode, id: string) => ['contracts.get', mode, id] as const,
  instrument: (code: string) => ['market.info', 'code', code] as const,
  instruments: (codes: readonly string[]) => ['market.info', 'codes', ...codes] as const,
  favourites: () => ['market.favourites'] as const,
  assets: (mode: Mode) => ['portfolio.assets', mode] as const,
  cashierTerms: () => ['cashier.terms'] as const,
  deposits: () => ['cashier.deposits'] as const,
  depositClaims: () => ['cashier.list-deposit-claims'] as const,
  withdrawals: () => ['cashier.list-withdrawals'] as const,
  addresses: () => ['cashier.list-addresses'] as const,
  addressDelay: () => ['cashier.address-delay'] as const,
  withdrawalAuth: () => ['cashier.withdrawal-auth'] as const,
  loanTerms: () => ['loans.terms'] as const,
  /** Everything about the user's loans. */
  loans: () => ['loans'] as const,
  loansPage: (page: number) => ['loans', 'list', page] as const,
  loan: (id: string) => ['loans', 'one', id] as const,
  /** Plans that are offered; they belong to nobody. */
  plansOffered: () => ['plans-offered'] as const,
  planOffered: (id: string) => ['plans-offered', id] as const,
  /** Everything about the plans of one trading account. */
  plans: (mode: Mode) => ['plans', mode] as const,
  plansPage: (mode: Mode, query: PlansQuery) => ['plans', mode, 'list', query] as const,
  plan: (mode: Mode, id: string) => ['plans', mode, 'one', id] as const,
  planBacktest: (mode: Mode, id: string) => ['plan-backtests', mode, id] as const,
  transactions: (mode: Mode) => ['portfolio.transactions', mode] as const,
  appropriateness: () => ['accounts.appropriateness'] as const,
  /** Everything about tokens, one's own too. */
  tokens: () => ['nft'] as const,
  /** Everything about the options of one trading account. */
  options: (mode: Mode) => ['options', mode] as const,
  optionsPage: (mode: Mode, query: OptionsQuery) => ['options', mode, 'list', query] as const,
  option: (mode: Mode, id: string) => ['options', mode, 'one', id] as const,
  optionOpening: (mode: Mode) => ['options', mode, 'opening'] as const,
  optionRecord: (mode: Mode) => ['options', mode, 'record'] as const,
  optionPeriods: (code: string) => ['market.periods', code] as const,
  /** Everything about what the user was told. */
  notifications: () => ['notifications'] as const,
  notificationsPage: (query: NotificationsQuery) => ['notifications', 'list', query] as const,
  notificationsUnread: () => ['notifications', 'unread'] as const,
  notificationPreferences: () => ['notification-preferences'] as const,
  /** Everything about conversations with support. */
  support: () => ['support'] as const,
  supportList: (size: number) => ['support', 'list', size] as const,
  conversation: (id: string) => ['support', 'one', id] as const,
  /** A visitor's: it belongs to this window, whichever user is logged in. */
  visit: (id: string) => ['support-visit', id] as const,
};
