import type { Network } from '@candor/protocol';
import { SECOND_MS } from '@candor/kernel';
import type { Wallets } from '../accounts/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import { type Book, bookRoutes, createBook } from './book/index.ts';
import type { Chain } from './chain/port.ts';
import { type Deposits, createDeposits } from './deposits/index.ts';
import { depositRoutes } from './deposits/deposits-routes.ts';
import { type KeySettings, type Keys, createKeys } from './keys/index.ts';
import { keyRoutes } from './keys/keys-routes.ts';
import { canonicalDestination } from './networks/destinations.ts';
import { ETHEREUM_CHAINS, ETHEREUM_USDT } from './networks/uris.ts';

/** What the cashier's rooms ask of the capabilities below and of the operator's settings. */
export type CashierDeps = {
  readonly cases: Cases;
  readonly parameters: Parameters;
  readonly wallets: Wallets;
  readonly chains: Readonly<Partial<Record<Network, Chain>>>;
  readonly payInKeys: KeySettings;
};

/** How often each chain is asked for what is new. */
const WATCH_MS = 3 * SECOND_MS;

function openKeys(host: Host, deps: CashierDeps, isSeen: (network: Network) => boolean): Keys {
  const changed = host.metrics.counter(
    'candor_addresses_changed_total',
    'Addresses that were not what their keys make',
  );
  const keys = createKeys({
    ...host,
    cases: deps.cases,
    settings: deps.payInKeys,
    isSeen,
    ethereum: { chainId: ETHEREUM_CHAINS[host.installation], usdt: ETHEREUM_USDT },
    onChanged: () => changed.inc(),
  });
  host.addRoutes(keyRoutes(keys));
  host.onStart(() => keys.load());
  return keys;
}

function openDeposits(host: Host, deps: CashierDeps, keys: Keys): Deposits {
  const deposits = createDeposits({ ...host, ...deps, keys });
  host.addRoutes(depositRoutes(deposits));
  host.metrics.gauge(
    'candor_chains_unread',
    'Networks whose node is away, behind or contradicts itself',
    () => deposits.health().filter(({ problem }) => problem !== null).length,
  );
  host.onStart(() => deposits.load());
  if (host.turns === 'byTimer') {
    let isStopping = false;
    host.every(WATCH_MS, () => (isStopping ? undefined : deposits.turn()));
    host.onStop('commands', () => {
      isStopping = true;
      return deposits.turn();
    });
  }
  return deposits;
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

/** Opens the cashier in a process, room by room. */
export function wireCashier(host: Host, deps: CashierDeps) {
  let deposits: Deposits | null = null;
  const keys = openKeys(host, deps, (network) => deposits?.isWatching(network) ?? false);
  deposits = openDeposits(host, deps, keys);
  return { keys, deposits, book: openBook(host, { ...deps, keys }) };
}
