import type { Price, Rate, TickId, UnixMs } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import type { AnyOrder, MarginCommand } from '../../contracts/index.ts';
import type { Holdings, TradingAccount } from '../../ledger/index.ts';
import type { Waiting } from './trigger-book.ts';

/** Where the stop of a contract has followed the price to. */
export type Trailing = {
  readonly distance: Price;
  level: Price | null;
  /** The tick that took it there. */
  tickId: TickId | null;
  /** Place of the last tick it has seen. */
  seen: number;
  /** As it was before the first of the ticks that are set aside: it goes back there. */
  before: Pick<Trailing, 'level' | 'tickId' | 'seen'> | null;
};

/** Which price of an order a tick came to. */
export type Met = {
  readonly what: 'fill' | 'stopLoss' | 'takeProfit' | 'trailing';
  readonly quote: Quote;
  /** Of a trailing stop: where it stood, and the tick that had taken it there. */
  readonly trailed: { readonly level: Price; readonly setBy: TickId | null } | null;
};

/** Set off by a tick, and not committed yet. */
export type Due = Met & {
  readonly name: 'due';
  /** When it is tried again; null while it is on its way. */
  retryAt: UnixMs | null;
  /** Since when it could not be done. */
  putOffSince: UnixMs | null;
  /** It was tried and failed: its owner may end it in another way. */
  hasFailed: boolean;
};

/**
 * Where an order stands here. `paused`: its prices are not running. `watched`: ticks may set it off.
 * `due`: one did. `answered`: what was due was carried out or refused, and what the order became is
 * still to be heard. `ended`: it is no longer in the table.
 */
export type OrderState = { readonly name: 'paused' | 'watched' | 'answered' | 'ended' } | Due;

/** An open order: the only place where the engine holds it. */
export type OrderRecord = {
  /** As its last commit left it. */
  order: AnyOrder;
  /** Place of the tick from which its terms count: only later ones act. */
  since: number;
  state: OrderState;
  /** Its triggers in the trigger book. */
  waiting: readonly Waiting[];
  trailing: Trailing | null;
  /** Of a running contract; null for an order that waits, and for one that counts at cost. */
  account: AccountRecord | null;
  /** Its place among the valued contracts of its instrument; below zero when it is not valued. */
  place: number;
};

/** What an order is due for; null when it is not. */
export const dueOf = ({ state }: OrderRecord): Due | null => (state.name === 'due' ? state : null);

/**
 * What is done about the margin level of an account. `watched`: nothing. `nominated`: it seems to be
 * past a line, and a command is to look exactly. `sent`: that command is on its way; `next` is what
 * was nominated meanwhile. `failed`: it is sent again, with its marks, not before `retryAt`.
 */
export type MarginCheck =
  | { readonly name: 'watched' }
  | { readonly name: 'nominated'; readonly command: MarginCommand }
  | { readonly name: 'sent'; readonly next: MarginCommand | null }
  | { readonly name: 'failed'; readonly command: MarginCommand; readonly retryAt: UnixMs };

/** A trading account with running contracts: the only place where the engine holds it. */
export type AccountRecord = TradingAccount & {
  /** Its running contracts; those whose prices are not running only with real money. */
  readonly contracts: Set<OrderRecord>;
  /** How many of them are valued. */
  valued: number;
  /** What the ledger holds, exactly, as it was read last; null before the first time. */
  holdings: Holdings | null;
  /** The same in USDT, and the sum of the results. @units floats, whole USDT */
  cash: number;
  margin: number;
  floating: number;
  check: MarginCheck;
  /** The lowest level the trader was told of and has not recovered from. */
  told: Rate | null;
  /** Past a line with nothing that can be done about it: looked at again from then on. */
  quietUntil: UnixMs | null;
  /** The revaluation in which it was looked at last, so that each is looked at once a quote. */
  seenIn: number;
};
