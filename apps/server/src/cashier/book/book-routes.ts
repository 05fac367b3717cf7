import { type Mode, ok } from '@candor/kernel';
import { type BookAddress, type Failure, cashierBook as calls } from '@candor/protocol';
import { type Wallets, askAtPage, signedInOwner } from '../../accounts/index.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { BookEntry } from './addresses.ts';
import type { AddressBook } from './index.ts';

const PRACTICE: Failure<'real-account-needed'> = { name: 'real-account-needed' };

const isPractice = (call: { mode(): Mode }): boolean => call.mode() === 'demo';

function shown({ userId: _owner, ...entry }: BookEntry): BookAddress {
  return entry;
}

/** The calls of the address book; a practice account has none. */
export function bookRoutes(book: AddressBook, wallets: Wallets): Route[] {
  const { authorizations } = book;
  const refused = { ok: false, failure: PRACTICE } as const;
  return [
    route(calls.listAddresses, async (call) => {
      if (isPractice(call)) return refused;
      return ok((await book.list(call.session().userId)).map(shown));
    }),
    route(calls.addAddress, async (call) => {
      if (isPractice(call)) return refused;
      const { asset, network, address, label, holder, stepUp } = call.body;
      const said = { asset, network, address, label, holder, stepUp };
      const added = await book.add({ ...signedInOwner(call), ...said });
      return added.ok ? ok(shown(added.value)) : added;
    }),
    route(calls.removeAddress, async (call) => {
      if (isPractice(call)) return refused;
      const removed = await book.remove({ ...signedInOwner(call), id: call.params.id });
      return removed.ok ? ok({}) : removed;
    }),
    route(calls.addressDelay, async (call) =>
      isPractice(call) ? refused : ok(await book.delay(call.session().userId)),
    ),
    route(calls.setAddressDelay, async (call) => {
      if (isPractice(call)) return refused;
      const { hours, stepUp } = call.body;
      return book.setDelay({ ...signedInOwner(call), hours, stepUp });
    }),
    route(calls.usdtAuthMessage, ({ query, session, request }) => {
      const { userId, username } = session();
      const purpose = { kind: 'authorize', userId } as const;
      return askAtPage(wallets, request, { ...query, purpose, username });
    }),
    route(calls.updateUsdtAuth, (call) => {
      const { chain, message, signature } = call.body;
      const proof = { chain, message, signature };
      return authorizations.authorize({ ...signedInOwner(call), proof });
    }),
    route(calls.withdrawalAuth, async (call) =>
      ok(await authorizations.find(call.session().userId, call.query.chain ?? null)),
    ),
    route(calls.revokeUsdtAuth, async (call) => {
      const { chain = null } = call.body;
      const revoked = await authorizations.revoke({ ...signedInOwner(call), chain });
      return revoked.ok ? ok({}) : revoked;
    }),
  ];
}
