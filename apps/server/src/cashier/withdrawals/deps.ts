import type { Asset, Clock, UserId } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import type { StaffRole } from '@candor/protocol/desk';
import type { Cases } from '../../cases/index.ts';
import type { Contracts } from '../../contracts/index.ts';
import type { Market } from '../../market/index.ts';
import type { Parameters } from '../../parameters/index.ts';
import type { Database, Sql } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Chain } from '../chain/port.ts';
import type { BitcoinSpending, EthereumSpending, TronSpending } from './payouts/unsigned.ts';
import type { ScreeningPort } from './screening.ts';

/** An address of a user, as withdrawals look at it. */
export type WithdrawalAddress = {
  readonly id: string;
  readonly userId: UserId;
  readonly asset: Asset;
  readonly network: Network;
  readonly address: string;
  readonly label: string;
  readonly usableAt: number;
  readonly proof: 'signed' | 'declared' | 'none';
  /** USDT never left for it yet, and nobody said whose it is. */
  readonly needsProof: boolean;
};

/** The addresses withdrawals leave for. */
export type AddressBook = {
  findEntry(
    sql: Sql,
    asked: { readonly userId: UserId; readonly id: string },
  ): Promise<WithdrawalAddress | null>;
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
  readonly market: Pick<Market, 'latest'>;
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
