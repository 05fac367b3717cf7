import {
  type Money,
  type Mode,
  formatDecimal,
  formatMoney,
  parseMoney,
  zero,
} from '@candor/kernel';
import { type MarginState, freeMargin, marginLevel, tradingEquity } from '@candor/pricing';
import type {
  BalanceItem,
  NotificationItem,
  Order,
  PnlItem,
  ServerFrame,
  UserInfo,
} from '@candor/protocol/light';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './keys.ts';
import { besideCache, patchPages, tellOrders } from './order-cache.ts';
import { tellNotice, tellNotification } from './news.ts';
import type { RareFrame } from './rare-news.ts';
import { type Sequence, UNFOLLOWED, follow } from './sequence.ts';

/** Whom the line speaks to, and of which account. */
type Owner = { readonly userId: string; readonly mode: Mode };
type PrivateFrame = Extract<ServerFrame, { seq: number; data: unknown }>;

function usdt(text: string | null): Money {
  return parseMoney(text ?? '', 'USDT') ?? zero('USDT');
}

function minus(a: Money, b: Money): Money {
  return { asset: a.asset, units: a.units - b.units };
}

/** An order with its newest result. */
function withPnl(order: Order, pnl: PnlItem): Order {
  return {
    ...order,
    floatingPnL: pnl.unrealizedPnL,
    unrealizedPnLPercentage: pnl.unrealizedPnLPercentage,
    markPrice: pnl.currentPrice,
  };
}

/**
 * The user's figures after a balance frame. The frame carries no equity, so equity, free margin
 * and level are computed again by the server's own formulas; what the account owes (the part of
 * the equity the other figures do not explain) is taken as unchanged until the next snapshot.
 * While a price is missing there are no such figures, and after it only the snapshot has them.
 */
export function withBalance(user: UserInfo, balance: BalanceItem): UserInfo {
  const isJudged = balance.floatingPnL !== null && user.tradingEquity !== null;
  const judged = isJudged ? judgedFigures(user, balance) : UNJUDGED;
  return {
    ...user,
    amount: balance.baseBalance,
    totalAssets: balance.totalAssets,
    netAssets:
      balance.totalAssets === null
        ? null
        : formatMoney(minus(usdt(balance.totalAssets), usdt(balance.loanAmount))),
    loanAmount: balance.loanAmount,
    bondAmount: balance.bondAmount,
    profit: balance.profit,
    ...judged,
    unmarked: isJudged || balance.unmarked.length > 0 ? balance.unmarked : user.unmarked,
    valuedAt: balance.timestamp,
  };
}

type Judged = Pick<UserInfo, 'floatingPnL' | 'tradingEquity' | 'freeMargin' | 'marginLevel'>;
const UNJUDGED: Judged = {
  floatingPnL: null,
  tradingEquity: null,
  freeMargin: null,
  marginLevel: null,
};

function judgedFigures(user: UserInfo, balance: BalanceItem): Judged {
  const before = minus(minus(usdt(user.tradingEquity), usdt(user.amount)), {
    asset: 'USDT',
    units: usdt(user.bondAmount).units + usdt(user.floatingPnL).units,
  });
  const marginState: MarginState = {
    cash: usdt(balance.baseBalance),
    margin: usdt(balance.bondAmount),
    floatingPnl: usdt(balance.floatingPnL),
    deficit: before,
    reversed: zero('USDT'),
  };
  const level = marginLevel(marginState);
  return {
    floatingPnL: balance.floatingPnL,
    tradingEquity: formatMoney(tradingEquity(marginState)),
    freeMargin: formatMoney(freeMargin(marginState)),
    marginLevel: level === null ? null : formatDecimal(level),
  };
}

function applyPnl(client: QueryClient, owner: Owner, items: readonly PnlItem[]): void {
  const byOrder = new Map(items.map((item) => [item.orderId, item]));
  patchPages(client, owner, (page) => {
    // A frame may overtake the answer that closed the order.
    const isOf = ({ id, status }: Order): boolean => status === 'running' && byOrder.has(id);
    if (!page.records.some(isOf)) return page;
    const records = page.records.map((order) => {
      const pnl = byOrder.get(order.id);
      return pnl === undefined || !isOf(order) ? order : withPnl(order, pnl);
    });
    return { ...page, records };
  });
}

/**
 * Whether figures come with the snapshot alone: those of an account that is judged again, and what one
 * owes after a payment. Only an account without cash owes anything, and each payment into cash pays
 * that first, so what it owes moves with a payment that finds or leaves no cash.
 */
function isReadAfter(user: UserInfo, balance: BalanceItem): boolean {
  if (user.tradingEquity === null) return balance.floatingPnL !== null;
  const isPaid = balance.baseBalance !== user.amount || balance.bondAmount !== user.bondAmount;
  const [before, after] = [usdt(user.amount), usdt(balance.baseBalance)];
  return isPaid && (before.units === 0n || after.units === 0n);
}

function applyBalance(client: QueryClient, mode: Mode, items: readonly BalanceItem[]): void {
  const queryKey = queryKeys.userInfo(mode);
  const user = client.getQueryData<UserInfo>(queryKey);
  const balance = items.findLast((item) => item.userId === user?.id);
  if (user === undefined || balance === undefined) return;
  const { soon, late } = besideCache(client);
  // The line speaks: what an answer has changed comes with it.
  late.drop(queryKey);
  if (isReadAfter(user, balance)) soon.mark(queryKey);
  client.setQueryData<UserInfo>(queryKey, withBalance(user, balance));
}

/** Real money in and out, whichever account is on screen, and what it changes. */
const realMoney = () => [
  queryKeys.deposits(),
  queryKeys.depositClaims(),
  queryKeys.withdrawals(),
  queryKeys.addresses(),
  queryKeys.assets('real'),
  queryKeys.convertible('real'),
  queryKeys.userInfo('real'),
  queryKeys.transactions('real'),
  queryKeys.loans(),
  queryKeys.loanTerms(),
];

/** What belongs to one trading account. */
const booksOf = (mode: Mode) => [
  queryKeys.orders(mode),
  queryKeys.options(mode),
  queryKeys.plans(mode),
  queryKeys.orderDetails(mode),
  queryKeys.userInfo(mode),
  queryKeys.transactions(mode),
  queryKeys.tokens(),
  queryKeys.notifications(),
  queryKeys.support(),
  ...realMoney(),
];

/** Reads them again at once, wherever they are on screen: who comes back has missed some. */
function readBooks(client: QueryClient, mode: Mode): void {
  const { soon, late } = besideCache(client);
  soon.dropAll();
  late.dropAll();
  for (const queryKey of booksOf(mode)) void client.invalidateQueries({ queryKey });
}

/** Reads them again in a moment, once for however many frames are missing. */
function markBooks(client: QueryClient, mode: Mode): void {
  const { soon } = besideCache(client);
  booksOf(mode).forEach(soon.mark);
}

function applyNotice(client: QueryClient, mode: Mode, item: NotificationItem): void {
  // A notice of the margin changes nothing on screen; the figures come in frames of their own.
  if (item.kind === 'marginLevel') return tellNotice(mode, item);
  besideCache(client).soon.mark(queryKeys.notifications());
  tellNotification(item.notice);
}

/** What comes seldom or to few pages: the code that takes it in comes with the first of these frames. */
function applyRare(client: QueryClient, owner: Owner | null, frame: RareFrame): void {
  void import('./rare-news.ts').then(({ tellRare }) => tellRare(client, owner, frame));
}

function applyFrame(client: QueryClient, owner: Owner, frame: PrivateFrame): void {
  const { mode } = owner;
  if (frame.type === 'REAL_TIME_PNL') applyPnl(client, owner, [frame.data]);
  else if (frame.type === 'BATCH_REAL_TIME_PNL') applyPnl(client, owner, frame.data);
  else if (frame.type === 'USER_BALANCE_UPDATE') applyBalance(client, mode, [frame.data]);
  else if (frame.type === 'BATCH_USER_BALANCE_UPDATE') applyBalance(client, mode, frame.data);
  else if (frame.type === 'NOTIFICATION') applyNotice(client, mode, frame.data);
  else if (frame.type === 'ORDER_UPDATE') tellOrders(client, owner, [frame.data]);
  else if (frame.type === 'CASHIER_UPDATE' || frame.type === 'LOAN_UPDATE')
    realMoney().forEach(besideCache(client).soon.mark);
  else applyRare(client, owner, frame);
}

/** Applies private frames in order; a gap fetches the snapshot instead. */
export type FrameReader = {
  readonly read: (frame: ServerFrame) => void;
};

/** A reader of one page's private frames. */
export function createFrameReader(client: QueryClient): FrameReader {
  let sequence: Sequence = UNFOLLOWED;
  let owner: Owner | null = null;
  const read = (frame: ServerFrame): void => {
    if (frame.type === 'AUTH_SUCCESS') {
      sequence = { last: frame.seq };
      owner = { userId: frame.userId, mode: frame.mode };
      readBooks(client, frame.mode);
      return;
    }
    if (frame.type === 'NFT_BID') return applyRare(client, owner, frame);
    if (frame.type === 'PONG' || owner === null) return;
    if (frame.type === 'SNAPSHOT_NEEDED') {
      sequence = UNFOLLOWED;
      markBooks(client, owner.mode);
      return;
    }
    if (frame.mode !== owner.mode) return;
    const next = follow(sequence, frame.seq);
    sequence = next.sequence;
    if (next.step === 'gap') markBooks(client, owner.mode);
    // What it says is newer than all that is missing.
    if (next.step !== 'ignore') applyFrame(client, owner, frame);
  };
  return { read };
}
