import {
  type Money,
  type Mode,
  formatDecimal,
  formatMoney,
  parseMoney,
  zero,
} from '@candor/kernel';
import { type Standing, freeMargin, marginLevel, tradingEquity } from '@candor/pricing';
import type {
  BalanceItem,
  CallResult,
  NotificationItem,
  Order,
  PnlItem,
  ServerFrame,
  UserInfo,
} from '@candor/protocol/light';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './keys.ts';
import { tellNotice, tellNotification } from './news.ts';
import { type Sequence, UNFOLLOWED, follow } from './sequence.ts';

type OrderPage = CallResult<'contracts.list'>;
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
  const standing: Standing = {
    cash: usdt(balance.baseBalance),
    margin: usdt(balance.bondAmount),
    floatingPnl: usdt(balance.floatingPnL),
    deficit: before,
    reversed: zero('USDT'),
  };
  const level = marginLevel(standing);
  return {
    floatingPnL: balance.floatingPnL,
    tradingEquity: formatMoney(tradingEquity(standing)),
    freeMargin: formatMoney(freeMargin(standing)),
    marginLevel: level === null ? null : formatDecimal(level),
  };
}

function applyPnl(client: QueryClient, mode: Mode, items: readonly PnlItem[]): void {
  const byOrder = new Map(items.map((item) => [item.orderId, item]));
  client.setQueriesData<OrderPage>({ queryKey: queryKeys.orders(mode) }, (page) => {
    if (page === undefined || !page.records.some((order) => byOrder.has(order.id))) return page;
    const records = page.records.map((order) => {
      const pnl = byOrder.get(order.id);
      // A frame may overtake the answer that closed the order.
      return pnl === undefined || order.status !== 'running' ? order : withPnl(order, pnl);
    });
    return { ...page, records };
  });
}

function applyBalance(client: QueryClient, mode: Mode, items: readonly BalanceItem[]): void {
  const before = client.getQueryData<UserInfo>(queryKeys.userInfo(mode));
  const last = items.findLast((item) => item.userId === before?.id);
  // Judged again: equity and free margin come with the snapshot alone.
  if (before?.tradingEquity === null && last !== undefined && last.floatingPnL !== null) {
    void client.invalidateQueries({ queryKey: queryKeys.userInfo(mode) });
  }
  client.setQueryData<UserInfo>(queryKeys.userInfo(mode), (user) => {
    const balance = items.findLast((item) => item.userId === user?.id);
    return user === undefined || balance === undefined ? user : withBalance(user, balance);
  });
}

/** Fetches what belongs to one set of books again, wherever it is on screen. */
function refetchBooks(client: QueryClient, mode: Mode): void {
  void client.invalidateQueries({ queryKey: queryKeys.orders(mode) });
  void client.invalidateQueries({ queryKey: queryKeys.options(mode) });
  void client.invalidateQueries({ queryKey: queryKeys.orderDetails(mode) });
  void client.invalidateQueries({ queryKey: queryKeys.userInfo(mode) });
  void client.invalidateQueries({ queryKey: queryKeys.transactions(mode) });
  void client.invalidateQueries({ queryKey: queryKeys.notifications() });
  void client.invalidateQueries({ queryKey: queryKeys.support() });
}

function applyNotice(client: QueryClient, mode: Mode, item: NotificationItem): void {
  // A notice of the margin changes nothing on screen; the figures come in frames of their own.
  if (item.kind === 'marginLevel') return tellNotice(mode, item);
  void client.invalidateQueries({ queryKey: queryKeys.notifications() });
  tellNotification(item.notice);
}

function applyFrame(client: QueryClient, frame: PrivateFrame): void {
  const { mode } = frame;
  if (frame.type === 'REAL_TIME_PNL') applyPnl(client, mode, [frame.data]);
  else if (frame.type === 'BATCH_REAL_TIME_PNL') applyPnl(client, mode, frame.data);
  else if (frame.type === 'USER_BALANCE_UPDATE') applyBalance(client, mode, [frame.data]);
  else if (frame.type === 'BATCH_USER_BALANCE_UPDATE') applyBalance(client, mode, frame.data);
  else if (frame.type === 'NOTIFICATION') applyNotice(client, mode, frame.data);
  else if (frame.type === 'SUPPORT_MESSAGE') {
    // Read by asking: before it there may be something this page has not read yet.
    void client.invalidateQueries({ queryKey: queryKeys.support() });
  } else {
    // An order that opened or closed moves between lists and changes what is owed.
    refetchBooks(client, mode);
  }
}

/** Applies private frames in order; a gap fetches the snapshot instead. */
export type FrameReader = {
  readonly read: (frame: ServerFrame) => void;
};

/** A reader of one page's private frames. */
export function createFrameReader(client: QueryClient): FrameReader {
  let sequence: Sequence = UNFOLLOWED;
  let mode: Mode | null = null;
  const read = (frame: ServerFrame): void => {
    if (frame.type === 'AUTH_SUCCESS') {
      sequence = { last: frame.seq };
      mode = frame.mode;
      refetchBooks(client, frame.mode);
      return;
    }
    if (frame.type === 'SNAPSHOT_NEEDED') {
      sequence = UNFOLLOWED;
      if (mode !== null) refetchBooks(client, mode);
      return;
    }
    if (frame.type === 'PONG' || frame.mode !== mode) return;
    const next = follow(sequence, frame.seq);
    sequence = next.sequence;
    if (next.step === 'apply') applyFrame(client, frame);
    else if (next.step === 'gap') refetchBooks(client, frame.mode);
  };
  return { read };
}
