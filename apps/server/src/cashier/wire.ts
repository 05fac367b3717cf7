import type { Network } from '@candor/protocol';
import type { Wallets } from '../accounts/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Parameters } from '../parameters/index.ts';
import { appendFacts } from '../platform/commit/outbox.ts';
import type { Host } from '../platform/host.ts';
import { bookRoutes } from './book/book-routes.ts';
import { type AddressBook, createBook } from './book/index.ts';
import type { Chain } from './chain/port.ts';
import { type KeySettings, type Keys, createKeys } from './keys/index.ts';
import { keyRoutes } from './keys/keys-routes.ts';
import { CASHIER_CHANGED, type CashierChanged } from './events.ts';
import { canonicalDestination } from './networks/destinations.ts';
import { ETHEREUM_CHAINS, ETHEREUM_USDT } from './networks/uris.ts';
import { cashierRoutes } from './routes.ts';

/** Addresses withdrawals are paid from, as the operator names them; null where none is. */
export type PayoutAddresses = { readonly ethereum: string | null; readonly tron: string | null };

/** What the cashier's rooms ask of the capabilities below and of the operator's settings. */
export type CashierDeps = {
  readonly cases: Cases;
  readonly wallets: Wallets;
  readonly chains: Readonly<Partial<Record<Network, Chain>>>;
  readonly payInKeys: KeySettings;
  readonly parameters: Parameters;
  readonly payouts: PayoutAddresses;
};

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
    ethereum: { chainId: ETHEREUM_CHAINS[host.installation], usdt: ETHEREUM_USDT },
    onChanged: () => changed.inc(),
  });
  host.addRoutes(keyRoutes(keys));
  host.onStart(() => keys.load());
  return keys;
}

/** The address book in a process. */
function openBook(host: Host, deps: CashierDeps & { readonly keys: Keys }): AddressBook {
  const { wallets, keys, payouts } = deps;
  const isRehearsal = host.installation === 'rehearsal';
  const destinationOf = (network: Network, text: string) =>
    canonicalDestination(network, text, { isRehearsal });
  async function isPayout(network: Network, address: string): Promise<boolean> {
    const said = network === 'bitcoin' ? null : payouts[network];
    return said !== null && (await destinationOf(network, said)) === address;
  }
  const book = createBook({
    ...host,
    wallets,
    async announce(tx, { userId, id }, at) {
      const payload: CashierChanged = { userId, kind: 'address', id };
      await appendFacts(tx, [{ topic: CASHIER_CHANGED, payload }], at);
    },
    destinationOf,
    isOfHouse: async (sql, { network, address }) =>
      (await isPayout(network, address)) || (await keys.owners(sql, network, [address])).length > 0,
  });
  host.addRoutes(bookRoutes(book, wallets));
  return book;
}

/** Opens the cashier in a process, room by room. */
export function wireCashier(host: Host, deps: CashierDeps) {
  const keys = openKeys(host, deps);
  host.addRoutes(cashierRoutes({ parameters: deps.parameters }));
  return { keys, book: openBook(host, { ...deps, keys }) };
}
