import type { Network } from '@candor/protocol';
import type { Wallets } from '../accounts/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import { type Book, bookRoutes, createBook } from './book/index.ts';
import { canonicalDestination } from './networks/destinations.ts';
import { cashierRoutes } from './routes.ts';

/** Addresses withdrawals are paid from, as the operator names them; null where none is. */
export type PayoutAddresses = { readonly ethereum: string | null; readonly tron: string | null };

/** What a process gives the cashier. */
export type CashierDeps = {
  readonly wallets: Wallets;
  readonly parameters: Parameters;
  readonly payouts: PayoutAddresses;
};

/** The address book in a process. */
function openBook(host: Host, { wallets, payouts }: CashierDeps): Book {
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
    destinationOf,
    isOfHouse: (_, { network, address }) => isPayout(network, address),
  });
  host.addRoutes(bookRoutes(book, wallets));
  return book;
}

/** Opens the cashier in a process, room by room. */
export function wireCashier(host: Host, deps: CashierDeps): void {
  openBook(host, deps);
  host.addRoutes(cashierRoutes({ parameters: deps.parameters }));
}
