import {
  type ContractId,
  type InstrumentCode,
  type Money,
  type Price,
  type TickId,
  addMoney,
  zero,
} from '@candor/kernel';
import { type MarginJudgement, NO_PNL, type PnlSum, addToPnlSum, leastPnl } from '@candor/pricing';
import type { AccountHoldings, Holdings, Posting } from '../../ledger/index.ts';
import type { Contract } from '../order/contract.ts';
import type { Counts } from '../order/limits.ts';
import type { MarketView } from '../order/market-view.ts';
import type { Risk } from '../risk/new-risk.ts';
import { holdingsAfter } from './postings.ts';
import { marginStateOf, priceOf, sumPnl, valueContract } from '../order/valuation.ts';

/** Contracts of one instrument with the sum of their results at one tick. */
type Group = {
  readonly contracts: Map<ContractId, Contract>;
  valuedAt: { tickId: TickId; link: Price } | null;
  /** Null while one of them has no mark. */
  sum: Money | null;
  /** The same contracts added up, for a bound at any price; those of other feeds are not in it. */
  added: PnlSum;
};

/**
 * One trading account while commands are decided on it: what it holds, its running contracts and
 * what they are worth. A group is valued again only when its price moved, so an order costs what
 * ticked, not what is open.
 */
export type AccountState = {
  holdings(): Holdings;
  marginJudgement(): MarginJudgement;
  /**
   * What the account stands at at least: never better than `marginState`, by two units a contract at
   * most. It takes as long however many are open, so what it allows needs no closer look.
   */
  leastMarginState(): MarginJudgement;
  find(id: ContractId): Contract | undefined;
  running(): readonly Contract[];
  runningOf(code: InstrumentCode): readonly Contract[];
  add(contract: Contract): void;
  remove(contract: Contract): void;
  apply(postings: readonly Posting[]): void;
  counts(): Counts;
  /** What restricts new risk on it, as it was loaded. */
  readonly risk: Risk;
  /** One order more waits, or one fewer. */
  waits(change: 1 | -1): void;
};

/** Starts from what was loaded under the trading account's lock. */
export function createAccountState(
  loaded: { holdings: AccountHoldings; running: readonly Contract[]; waiting: number; risk: Risk },
  market: MarketView,
): AccountState {
  let { waiting } = loaded;
  let usdt = loaded.holdings.USDT;
  const feed = market.feed().key;
  const groups = new Map<InstrumentCode, Group>();
  const all = new Map<ContractId, Contract>();

  function groupOf(code: InstrumentCode): Group {
    const known = groups.get(code);
    if (known !== undefined) return known;
    const contracts = new Map<ContractId, Contract>();
    const fresh: Group = { contracts, valuedAt: null, sum: zero('USDT'), added: NO_PNL };
    groups.set(code, fresh);
    return fresh;
  }

  function markOf(code: InstrumentCode): Group['valuedAt'] {
    const at = priceOf(code, market);
    return at === null ? null : { tickId: at.quote.tickId, link: at.link };
  }

  const isSame = (a: Group['valuedAt'], b: Group['valuedAt']): boolean =>
    a !== null && b !== null && a.tickId === b.tickId && a.link === b.link;

  function valueOf(code: InstrumentCode, group: Group): Money | null {
    const mark = markOf(code);
    if (isSame(group.valuedAt, mark)) return group.sum;
    group.sum = sumPnl(group.contracts.values(), { code, market });
    group.valuedAt = mark;
    return group.sum;
  }

  /** As `valueOf`, but a bound where all of it would have to be valued again. */
  function leastOf(code: InstrumentCode, group: Group): Money | null {
    const at = priceOf(code, market);
    const isWhole = group.added.count === BigInt(group.contracts.size);
    if (at === null || !isWhole || isSame(group.valuedAt, markOf(code)))
      return valueOf(code, group);
    const { quote, link } = at;
    return leastPnl(group.added, { bid: quote.bid, ask: quote.ask, link });
  }

  function judgeBy(of: typeof valueOf): MarginJudgement {
    let floatingPnl = zero('USDT');
    const unmarked: InstrumentCode[] = [];
    for (const [code, group] of groups) {
      const sum = of(code, group);
      if (sum === null) unmarked.push(code);
      else floatingPnl = addMoney(floatingPnl, sum);
    }
    return marginStateOf(usdt, { floatingPnl, unmarked });
  }

  /** Counts a contract in the sum of its group, or out of it. */
  function count(group: Group, contract: Contract, times: 1n | -1n): void {
    if (contract.feed !== feed) return;
    const openPrice = contract.open.price;
    group.added = addToPnlSum(group.added, { ...contract, openPrice }, times);
  }

  function add(contract: Contract): void {
    const group = groupOf(contract.code);
    const isCurrent = isSame(group.valuedAt, markOf(contract.code));
    all.set(contract.id, contract);
    group.contracts.set(contract.id, contract);
    count(group, contract, 1n);
    const valued = isCurrent ? valueContract(contract, market) : null;
    if (valued === null || group.sum === null) group.valuedAt = null;
    else group.sum = addMoney(group.sum, valued.pnl);
  }

  for (const contract of loaded.running) add(contract);

  return {
    holdings: () => usdt,
    marginJudgement: () => judgeBy(valueOf),
    leastMarginState: () => judgeBy(leastOf),
    find: (id) => all.get(id),
    running: () => [...all.values()],
    runningOf: (code) => [...(groups.get(code)?.contracts.values() ?? [])],
    add,
    remove(contract) {
      const group = groupOf(contract.code);
      const known = all.get(contract.id);
      if (known !== undefined) count(group, known, -1n);
      all.delete(contract.id);
      group.contracts.delete(contract.id);
      group.valuedAt = null;
      if (group.contracts.size === 0) groups.delete(contract.code);
    },
    counts: () => ({ waiting, open: all.size }),
    risk: loaded.risk,
    waits(change) {
      waiting += change;
    },
    apply(postings) {
      usdt = holdingsAfter(usdt, postings);
    },
  };
}
