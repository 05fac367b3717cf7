import { type InstrumentCode, type UnixMs, formatDecimal, formatMoney } from '@candor/kernel';
import { type Quote, mid } from '@candor/pricing';
import { type PnlItem, type QuoteItem, WIRE_FIELDS } from '@candor/protocol';
import {
  type Contract,
  type MarketView,
  type Valued,
  valueAll,
  valueContract,
} from '../../contracts/index.ts';
import { type TradingAccount, accountKey } from '../../ledger/index.ts';
import { type Live, worthPushing } from '../../live/index.ts';
import type { Portfolio } from '../../portfolio/index.ts';
import type { WatchedAccounts } from './watched-accounts.ts';
import { inSlices } from '../../platform/process/slices.ts';

/** What pushes ask the market. */
export type PushMarket = MarketView & {
  /** Id and 24-hour change of an instrument, as the wire says them. */
  listing(code: InstrumentCode): Pick<QuoteItem, 'id' | typeof WIRE_FIELDS.changePercent>;
};

/** What is pushed, and to whom. */
export type PushDeps = {
  readonly market: PushMarket;
  readonly live: Live;
  readonly portfolio: Pick<Portfolio, 'figures'>;
  readonly accounts: WatchedAccounts;
  /** Running contracts of a trading account. */
  readonly ofAccount: (account: TradingAccount) => readonly Contract[];
};

function pnlItem(valued: Valued): PnlItem {
  return {
    orderId: valued.contract.id,
    unrealizedPnL: formatMoney(valued.pnl),
    unrealizedPnLPercentage: formatDecimal(valued.percent),
    currentPrice: formatDecimal(valued.mark),
    lastUpdateTime: valued.markedAt,
  };
}

function pnlOf(
  deps: PushDeps,
  running: readonly Contract[],
  ticked: ReadonlySet<InstrumentCode>,
): PnlItem[] {
  const items: PnlItem[] = [];
  for (const contract of running) {
    if (!ticked.has(contract.code)) continue;
    const valued = valueContract(contract, deps.market);
    if (valued === null) continue;
    const item = pnlItem(valued);
    const last = deps.accounts.lastPush(contract, contract.id);
    if (last !== undefined && !worthPushing(last, item)) continue;
    deps.accounts.pushed(contract, item);
    items.push(item);
  }
  return items;
}

/**
 * Tells users who look what their contracts are worth now; answers the trading accounts whose value
 * moved.
 */
export async function pushPnl(
  deps: PushDeps,
  ticked: ReadonlySet<InstrumentCode>,
): Promise<Map<string, TradingAccount>> {
  const moved = new Map<string, TradingAccount>();
  if (ticked.size === 0) return moved;
  await inSlices([...deps.live.connectedAccounts()], (account) => {
    if (!deps.accounts.has(account)) return 1;
    const running = deps.ofAccount(account);
    const items = pnlOf(deps, running, ticked);
    if (items.length > 0) {
      moved.set(accountKey(account), account);
      deps.live.publishPnl(account, items);
    }
    return 1 + running.length;
  });
  return moved;
}

/** Tells users who look the figures of their trading accounts, where they changed. */
export async function pushBalances(
  deps: PushDeps,
  accounts: Iterable<TradingAccount>,
  now: UnixMs,
): Promise<void> {
  await inSlices(accounts, (account) => {
    const running = deps.ofAccount(account);
    const all = valueAll(running, deps.market);
    const { figures } = deps.portfolio;
    const item = deps.accounts.balance(account, { running, all, figures, now });
    if (item !== null) deps.live.publishBalance(account, item);
    return 1 + running.length;
  });
}

function quoteItem(quote: Quote, market: PushMarket, now: UnixMs): Omit<QuoteItem, 'seq'> | null {
  const instrument = market.instrument(quote.code);
  if (instrument === null) return null;
  return {
    ...market.listing(quote.code),
    code: quote.code,
    type: instrument.type,
    price: formatDecimal(mid(quote)),
    bid: formatDecimal(quote.bid),
    ask: formatDecimal(quote.ask),
    source: quote.source,
    sourceTime: quote.sourceTime,
    receivedAt: quote.receivedAt,
    tickId: quote.tickId,
    status: market.status(quote.code, now),
  };
}

/** Tells all connections the latest quotes. */
export function pushQuotes(deps: PushDeps, quotes: readonly Quote[], now: UnixMs): void {
  const items = quotes.flatMap((quote) => quoteItem(quote, deps.market, now) ?? []);
  if (items.length > 0) deps.live.publishQuotes(items);
}
