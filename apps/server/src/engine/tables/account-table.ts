import type { Contract } from '../../contracts/index.ts';
import { type TradingAccount, type Holdings, accountKey } from '../../ledger/index.ts';
import { roughMoney } from './floats.ts';
import type { AccountRecord, MarginCheck } from './records.ts';

/** Every account with running contracts, once. */
export type AccountTable = {
  find(account: TradingAccount): AccountRecord | undefined;
  /** The record of an account, made when it has none. */
  get(account: TradingAccount): AccountRecord;
  setCheck(account: AccountRecord, check: MarginCheck): void;
  /** Accounts that are nominated, or failed. */
  asking(): Iterable<AccountRecord>;
  /** Lets go of an account that has no contracts and nothing to be told of. */
  release(account: AccountRecord): void;
  /** Running contracts of an account. */
  contractsOf(account: TradingAccount): readonly Contract[];
  /** Hears that an account was posted to, and gives out some that are to be read. */
  posted(account: TradingAccount): void;
  takePosted(most: number): readonly AccountRecord[];
  all(): Iterable<AccountRecord>;
};

/** What the floats may be wrong by: a unit for each rounding, and a share of what was added up. */
const UNIT = 1e-6;
const DRIFT = 1e-8;

/** Trading equity. @units floats, whole USDT */
export const equityOf = ({ cash, margin, floating }: AccountRecord): number =>
  cash + margin + floating;

/** How far the true equity may be from `equityOf`. @units floats, whole USDT */
export function errorBoundOf({ cash, margin, floating, valued }: AccountRecord): number {
  return UNIT * (valued + 1) + DRIFT * (Math.abs(cash) + margin + Math.abs(floating));
}

/** Takes over what the ledger says an account holds. */
export function setHoldings(account: AccountRecord, holdings: Holdings): void {
  const usdt = (name: keyof Holdings): number =>
    roughMoney({ asset: 'USDT', units: holdings[name] ?? 0n });
  account.holdings = holdings;
  account.cash = usdt('user:cash') + usdt('user:deficit') + usdt('user:reversed');
  account.margin = usdt('user:margin');
}

const WATCHED: MarginCheck = { name: 'watched' };

/** A table without accounts. */
export function createAccountTable(): AccountTable {
  const records = new Map<string, AccountRecord>();
  const asking = new Set<AccountRecord>();
  const posted = new Set<AccountRecord>();

  return {
    find: (account) => records.get(accountKey(account)),
    get(account) {
      const known = records.get(accountKey(account));
      if (known !== undefined) return known;
      const { userId, mode } = account;
      const sums = { valued: 0, holdings: null, cash: 0, margin: 0, floating: 0 };
      const notice = { check: WATCHED, told: null, quietUntil: null, seenIn: 0 };
      const record: AccountRecord = { userId, mode, contracts: new Set(), ...sums, ...notice };
      records.set(accountKey(account), record);
      return record;
    },
    setCheck(account, check) {
      account.check = check;
      if (check.name === 'nominated' || check.name === 'failed') asking.add(account);
      else asking.delete(account);
    },
    asking: () => asking,
    release(account) {
      if (account.contracts.size > 0) return;
      posted.delete(account);
      if (account.check.name !== 'watched' || account.told !== null) return;
      records.delete(accountKey(account));
    },
    contractsOf(account) {
      const own = records.get(accountKey(account))?.contracts ?? [];
      return [...own].map(({ order }) => order as Contract);
    },
    posted(tradingAccount) {
      const account = records.get(accountKey(tradingAccount));
      if (account !== undefined && account.contracts.size > 0) posted.add(account);
    },
    takePosted(most) {
      const some = [...posted].slice(0, most);
      for (const one of some) posted.delete(one);
      return some;
    },
    all: () => records.values(),
  };
}
