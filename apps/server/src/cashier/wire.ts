import { SECOND_MS } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import type { Wallets } from '../accounts/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Contracts } from '../contracts/index.ts';
import type { Market } from '../market/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import { type Book, bookRoutes, createBook } from './book/index.ts';
import { type KeySettings, type Keys, createKeys } from './keys/index.ts';
import { keyRoutes } from './keys/keys-routes.ts';
import { canonicalDestination } from './networks/destinations.ts';
import { ETHEREUM_CHAINS, ETHEREUM_USDT } from './networks/uris.ts';
import {
  type AddressBook,
  type WithdrawalDeps,
  type Withdrawals,
  createWithdrawals,
} from './withdrawals/index.ts';
import { withdrawalRoutes } from './withdrawals/withdrawals-routes.ts';

/** What the cashier's rooms ask of the capabilities below and of the operator's settings. */
export type CashierDeps = {
  readonly cases: Cases;
  readonly wallets: Wallets;
  readonly payInKeys: KeySettings;
  readonly contracts: Contracts;
  readonly market: Market;
  readonly parameters: Parameters;
  /** Where the test USDT of a rehearsal stands; without it USDT is where it is. */
  readonly testUsdt?: string | null;
  /** Another book than the product's own: a test's. */
  readonly book?: AddressBook;
} & Pick<WithdrawalDeps, 'chains' | 'payoutSource' | 'screening'>;

function openKeys(host: Host, deps: CashierDeps): Keys {
  const changed = host.metrics.counter(
    'candor_addresses_changed_total',
    'Addresses that were not what their keys make',
  );
  const keys = createKeys({
    ...host,
    cases: deps.cases,
    settings: deps.payInKeys,
    isSeen: (network) => deps.chains[network] !== undefined,
    ethereum: { chainId: ETHEREUM_CHAINS[host.installation], usdt: deps.testUsdt ?? ETHEREUM_USDT },
    onChanged: () => changed.inc(),
  });
  host.addRoutes(keyRoutes(keys));
  host.onStart(() => keys.load());
  return keys;
}

/** The address book in a process. */
function openBook(host: Host, { wallets, keys }: CashierDeps & { readonly keys: Keys }): Book {
  const isRehearsal = host.installation === 'rehearsal';
  const book = createBook({
    ...host,
    wallets,
    destinationOf: (network, text) => canonicalDestination(network, text, { isRehearsal }),
    isOfHouse: async (sql, { network, address }) =>
      (await keys.owners(sql, network, [address])).length > 0,
  });
  host.addRoutes(bookRoutes(book, wallets));
  return book;
}

/** How often waiting withdrawals are looked at: holds end to the second. */
const ADVANCE_MS = SECOND_MS;
const WATCH_MS = 5 * SECOND_MS;
const FIGURES_MS = 30 * SECOND_MS;

function openWithdrawals(
  host: Host,
  deps: CashierDeps & { readonly book: AddressBook },
): Withdrawals {
  const withdrawals = createWithdrawals({ ...host, ...deps });
  host.addRoutes(withdrawalRoutes(withdrawals, host.inFlight));
  let problems = 0;
  host.metrics.gauge(
    'candor_withdrawals_wrong',
    'Withdrawals whose transaction pays another recipient or sum',
    () => problems,
  );
  host.every(ADVANCE_MS, () => withdrawals.advance());
  host.every(WATCH_MS, () => withdrawals.watch());
  host.every(FIGURES_MS, async () => {
    problems = await withdrawals.problems();
  });
  return withdrawals;
}

/** Opens the cashier in a process, room by room. */
export function wireCashier(host: Host, deps: CashierDeps) {
  const keys = openKeys(host, deps);
  const book = openBook(host, { ...deps, keys });
  return { keys, book, withdrawals: openWithdrawals(host, { book, ...deps }) };
}
