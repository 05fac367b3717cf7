import { NETWORKS, type Network } from '@candor/protocol';
import { SECOND_MS, ok } from '@candor/kernel';
import type { Wallets } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Contracts } from '../contracts/index.ts';
import type { Exchange } from '../exchange/index.ts';
import type { Parameters } from '../parameters/index.ts';
import { appendFacts } from '../platform/commit/outbox.ts';
import type { Host } from '../platform/host.ts';
import { bookRoutes } from './book/book-routes.ts';
import { type AddressBook as OwnBook, createBook } from './book/index.ts';
import { createClaims } from './claims/index.ts';
import { claimRoutes } from './claims/claims-routes.ts';
import { type Deposits, createDeposits } from './deposits/index.ts';
import { depositRoutes } from './deposits/deposits-routes.ts';
import { CASHIER_CHANGED, type CashierChanged } from './facts/events.ts';
import { type KeySettings, type Keys, type KeysDeps, createKeys } from './keys/index.ts';
import { keyRoutes } from './keys/keys-routes.ts';
import { canonicalDestination } from './networks/destinations.ts';
import { ETHEREUM_CHAINS, ETHEREUM_USDT } from './networks/uris.ts';
import { cashierRoutes } from './routes.ts';
import {
  type AddressBook,
  type WithdrawalDeps,
  type Withdrawals,
  createWithdrawals,
} from './withdrawals/index.ts';
import { withdrawalRoutes } from './withdrawals/withdrawals-routes.ts';
import { createValueOf } from './worth/worth.ts';

/** Addresses withdrawals are paid from, as the operator names them; null where none is. */
export type PayoutAddresses = Readonly<Record<Network, string | null>>;

/** Where no address is named that withdrawals are paid from. */
export const NO_PAYOUTS: PayoutAddresses = { ethereum: null, tron: null, bitcoin: null };

/** What the cashier's rooms ask of the capabilities below and of the operator's settings. */
export type CashierDeps = {
  readonly cases: Cases;
  readonly files: Pick<Files, 'near' | 'use'>;
  readonly parameters: Parameters;
  readonly wallets: Wallets;
  readonly payInKeys: KeySettings;
  readonly payouts: PayoutAddresses;
  readonly contracts: Contracts;
  readonly exchange: Pick<Exchange, 'bidOf'>;
  /** Where the test USDT of a rehearsal stands; without it USDT is where it is. */
  readonly testUsdt?: string | null;
  /** Another address book than the product's own: a test's. */
  readonly book?: AddressBook;
} & Pick<WithdrawalDeps, 'chains' | 'payoutSource' | 'screening'>;

/** How often each chain is asked for what is new. */
const WATCH_MS = 3 * SECOND_MS;
/** How often withdrawals are looked at whose moment came: holds end to the second. */
const DUE_MS = SECOND_MS;
/** How often all that wait are: what froze, was freed or is owed meanwhile. A batch looks at each again. */
const ADVANCE_MS = 60 * SECOND_MS;
/** How often is looked which addresses became usable. */
const USABLE_MS = 10 * SECOND_MS;
const FIGURES_MS = 30 * SECOND_MS;
/** How often quotes that ended are dropped. */
const SWEEP_MS = 60 * SECOND_MS;

function openKeys(
  host: Host,
  deps: CashierDeps,
  asked: Pick<KeysDeps, 'isSeen' | 'limitLeft'>,
): Keys {
  const changed = host.metrics.counter(
    'candor_addresses_changed_total',
    'Addresses that were not what their keys make',
  );
  const keys = createKeys({
    ...host,
    cases: deps.cases,
    settings: deps.payInKeys,
    ...asked,
    ethereum: {
      chainId: ETHEREUM_CHAINS[host.installation],
      usdt: deps.testUsdt ?? ETHEREUM_USDT,
    },
    onChanged: () => changed.inc(),
  });
  host.addRoutes(keyRoutes(keys));
  host.onStart(() => keys.load());
  return keys;
}

function openDeposits(host: Host, deps: CashierDeps, keys: Keys): Deposits {
  const deposits = createDeposits({
    ...host,
    ...deps,
    keys,
    valueOf: createValueOf(deps.exchange),
  });
  host.addRoutes(depositRoutes(deposits));
  host.metrics.gauge(
    'candor_chains_unread',
    'Networks whose node is away, behind or contradicts itself',
    () => deposits.health().filter(({ problem }) => problem !== null).length,
  );
  host.onStart(() => deposits.load());
  if (host.turns === 'byTimer') {
    let isStopping = false;
    const running = new Map<Network, Promise<unknown>>();
    // Each by itself: a node that does not answer holds no other network's up.
    for (const network of NETWORKS) {
      host.every(WATCH_MS, () => {
        if (isStopping) return undefined;
        const turn = deposits.turn(network);
        running.set(network, turn);
        return turn;
      });
    }
    host.every(WATCH_MS, () => deposits.value());
    host.onStop('commands', async () => {
      isStopping = true;
      // What failed was told where it ran.
      await Promise.allSettled(running.values());
    });
  }
  return deposits;
}

/** The address book in a process. */
function openBook(host: Host, deps: CashierDeps, keys: Keys): OwnBook {
  const { wallets, payouts } = deps;
  const isRehearsal = host.installation === 'rehearsal';
  const destinationOf = (network: Network, text: string) =>
    canonicalDestination(network, text, { isRehearsal });
  async function isPayout(network: Network, address: string): Promise<boolean> {
    const said = payouts[network];
    return said !== null && (await destinationOf(network, said)) === address;
  }
  const book = createBook({
    ...host,
    wallets,
    async announce(tx, { userId, id, news }, at) {
      const payload: CashierChanged = { userId, kind: 'address', id, news };
      await appendFacts(tx, [{ topic: CASHIER_CHANGED, payload }], at);
    },
    destinationOf,
    isOfHouse: async (sql, { network, address }) =>
      (await isPayout(network, address)) || (await keys.owners(sql, network, [address])).length > 0,
  });
  host.addRoutes(bookRoutes(book, wallets));
  host.every(USABLE_MS, () => book.tellUsable());
  return book;
}

/** What withdrawals wait for is looked at by time; a test looks when it decides to. */
function turnWithdrawals(host: Host, withdrawals: Withdrawals): void {
  host.every(DUE_MS, () => withdrawals.advanceDue());
  host.every(ADVANCE_MS, () => withdrawals.advance());
  // Each by itself: a node that does not answer holds no other network's up.
  for (const network of NETWORKS) host.every(WATCH_MS, () => withdrawals.watch(network));
  host.every(WATCH_MS, () => withdrawals.proveVoids());
}

function openWithdrawals(
  host: Host,
  deps: CashierDeps & { readonly book: AddressBook },
): Withdrawals {
  const gone = host.metrics.counter(
    'candor_withdrawals_unconfirmed_total',
    'Confirmed withdrawals whose block left its chain',
  );
  const withdrawals = createWithdrawals({
    ...host,
    ...deps,
    valueOf: createValueOf(deps.exchange),
    onGone: () => gone.inc(),
  });
  host.addRoutes(withdrawalRoutes(withdrawals, host.inFlight));
  let problems = 0;
  host.metrics.gauge(
    'candor_withdrawals_wrong',
    'Withdrawals whose transaction pays another recipient or sum',
    () => problems,
  );
  let unproven = 0;
  host.metrics.gauge(
    'candor_payout_voids_unproven',
    'Voids of batches that two people decided and that the chain does not show',
    () => unproven,
  );
  if (host.turns === 'byTimer') turnWithdrawals(host, withdrawals);
  host.onStop('commands', () => withdrawals.requested());
  host.onStop('commands', () => withdrawals.screened());
  host.every(SWEEP_MS, () => withdrawals.sweepQuotes());
  host.every(FIGURES_MS, async () => {
    problems = await withdrawals.problems();
    unproven = await withdrawals.unprovenVoids();
  });
  return withdrawals;
}

/** Opens the cashier in a process, room by room. */
export function wireCashier(host: Host, deps: CashierDeps) {
  let opened: Deposits | null = null;
  const keys = openKeys(host, deps, {
    isSeen: (network) => opened?.isWatching(network) ?? false,
    limitLeft: async (userId) => (await opened?.ownLimit.left(userId)) ?? ok(null),
  });
  const deposits = openDeposits(host, deps, keys);
  opened = deposits;
  const book = openBook(host, deps, keys);
  const withdrawals = openWithdrawals(host, { book, ...deps });
  const claims = createClaims({ ...host, ...deps, isOpen: keys.isOpen });
  host.addRoutes(claimRoutes(claims, host.inFlight));
  host.addRoutes(
    cashierRoutes({
      parameters: deps.parameters,
      async deposits({ network }) {
        const isOpen = await keys.isOpen(network);
        return { isOpen, confirmations: isOpen ? deposits.confirmations(network) : null };
      },
      withdrawals: (where) => withdrawals.terms(where),
    }),
  );
  return { keys, deposits, book, withdrawals };
}
