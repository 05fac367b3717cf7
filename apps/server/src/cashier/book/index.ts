/** Addresses money may leave to, and the wallets that were shown to be their owner's. */
import { type AddressDeps, type Addresses, createAddresses } from './addresses.ts';
import {
  type AuthorizationDeps,
  type Authorizations,
  createAuthorizations,
} from './authorization.ts';

/** The address book and the authorizations of wallets. */
export type AddressBook = Addresses & { readonly authorizations: Authorizations };

/** Puts the room together. */
export function createBook(deps: AddressDeps & AuthorizationDeps): AddressBook {
  return { ...createAddresses(deps), authorizations: createAuthorizations(deps) };
}
