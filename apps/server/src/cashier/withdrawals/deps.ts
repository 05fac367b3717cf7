import type { Asset, Clock, UserId } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import type { StaffRole } from '@candor/protocol/desk';
import type { Cases } from '../../cases/index.ts';
import type { Contracts } from '../../contracts/index.ts';
import type { Parameters } from '../../parameters/index.ts';
import type { Database, Sql, Tx } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Chain } from '../chain/port.ts';
import type { ValueOf } from '../worth/worth.ts';
import type { BitcoinSpending, EthereumSpending, TronSpending } from './payouts/unsigned.ts';
import type { WithdrawalAddress } from './asking/rules.ts';
import type { ScreeningPort } from './screening.ts';

/** The addresses withdrawals leave for. */
export type AddressBook = {
  /** Those that are asked for, in their order; null for none of that user's. */
  findEntries(
    sql: Sql,
    asked: readonly {
      readonly userId: UserId;
      readonly id: string;
      /** A withdrawal that was asked for: what its owner signed for it counts. */
      readonly withdrawalId?: string;
    }[],
  ): Promise<readonly (WithdrawalAddress | null)[]>;
  /** Uses up what contracts signed for addresses: one signs anew for each withdrawal of USDT. */
  useSignatures(
    tx: Tx,
    uses: readonly {
      readonly userId: UserId;
      readonly asset: Asset;
      readonly network: Network;
      readonly address: string;
      readonly withdrawalId: string;
    }[],
  ): Promise<void>;
};

/** Where pay-outs come from: a wallet whose key is elsewhere, and what its node says of it. */
export type PayoutSource = {
  readonly ethereum?: {
    readonly hot: string;
    readonly usdt: string;
    spendingOf(hot: string): Promise<EthereumSpending>;
  };
  readonly tron?: {
    readonly hot: string;
    readonly usdt: string;
    spendingOf(): Promise<TronSpending>;
  };
  readonly bitcoin?: { readonly hot: string; spendingOf(hot: string): Promise<BitcoinSpending> };
};

/** What withdrawals stand on. */
export type WithdrawalDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly committed: () => void;
  readonly parameters: Parameters;
  readonly valueOf: ValueOf;
  readonly contracts: Pick<Contracts, 'accountMargins' | 'unjudged'>;
  readonly cases: Pick<Cases, 'open'>;
  readonly book: AddressBook;
  /** Chains that are read; withdrawals over one that is not are not open. */
  readonly chains: Readonly<Partial<Record<Network, Chain>>>;
  /** Wallets pay-outs come from; a network without one exports nothing. */
  readonly payoutSource: PayoutSource;
  /** Null: nothing screens destinations here. */
  readonly screening: ScreeningPort | null;
};

/** A member of staff who acts on pay-outs. */
export type PayoutActor = {
  readonly id: string;
  readonly role: StaffRole;
};
