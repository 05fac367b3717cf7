import type { Wallets } from '../accounts/index.ts';
import type { Host } from '../platform/host.ts';
import { type Book, bookRoutes, createBook } from './book/index.ts';
import { canonicalDestination } from './networks/destinations.ts';

/** What a process gives the cashier. */
export type CashierDeps = { readonly wallets: Wallets };

/** The address book in a process. */
function openBook(host: Host, { wallets }: CashierDeps): Book {
  const isRehearsal = host.installation === 'rehearsal';
  const book = createBook({
    ...host,
    wallets,
    destinationOf: (network, text) => canonicalDestination(network, text, { isRehearsal }),
    isOfHouse: () => Promise.resolve(false),
  });
  host.addRoutes(bookRoutes(book, wallets));
  return book;
}

/** Opens the cashier in a process, room by room. */
export function wireCashier(host: Host, deps: CashierDeps): void {
  openBook(host, deps);
}
