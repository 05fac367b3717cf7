import {
  type Asset,
  type Clock,
  type Mode,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  ok,
} from '@candor/kernel';
import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import {
  type DepositAddress,
  type Failure,
  NETWORKS,
  type Network,
  isCarried,
} from '@candor/protocol';
import type { Cases } from '../../cases/index.ts';
import type { Database, Sql, Tx } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import { payInUri } from '../networks/uris.ts';
import { type AddressSet, createAddressSet } from './address-set.ts';
import { type ExtendedKey, type KeySettings, readKeys } from './extended-key.ts';
import {
  eachAddress,
  findByAddress,
  holdKeys,
  insertAddress,
  isConfirmed,
  listAddresses,
  nextNumber,
  noteQuestion,
  type AddressRow,
} from './store.ts';

export { type KeySettings, NO_KEYS, keyProblem } from './extended-key.ts';
export { payInKey } from './kind.ts';
export type { AddressRow } from './store.ts';

/** Keys of an installation and the addresses they make. */
export type Keys = {
  /** The user's address on a network, given at the first question. */
  address(asked: {
    readonly userId: UserId;
    readonly mode: Mode;
    readonly asset: Asset;
    readonly network: Network;
  }): Promise<
    Result<
      DepositAddress,
      Failure<
        | 'real-account-needed'
        | 'not-yet-open'
        | 'method-missing'
        | 'address-missing'
        | 'limit-reached'
        | 'not-tradable-now'
      >
    >
  >;
  /** Whether two people confirmed the key that is set. */
  isOpen(network: Network, sql?: Sql): Promise<boolean>;
  /** Addresses of a network that payments are looked for at. */
  watched(network: Network): AddressSet;
  /** Whose addresses these are; those that are not what their keys make are left out, and said. */
  owners(sql: Sql, network: Network, addresses: readonly string[]): Promise<AddressRow[]>;
  /** Reads the addresses there are, and asks two people about keys that are new. */
  load(): Promise<void>;
};

/** What keys stand on. */
export type KeysDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly cases: Pick<Cases, 'open'>;
  readonly settings: KeySettings;
  readonly committed: () => void;
  /** Whether payments on a network are seen: none is asked for where they are not. */
  readonly isSeen: (network: Network) => boolean;
  readonly ethereum: { readonly chainId: number; readonly usdt: string };
  /** What the user's own limits of deposits leave, or which of them is used up. */
  readonly limitLeft: (
    userId: UserId,
  ) => Promise<Result<DepositAddress['limit'], Failure<'limit-reached' | 'not-tradable-now'>>>;
  /** Counts addresses that were not what their keys make. */
  readonly onChanged: () => void;
};

/** Opens keys in a process. */
export function createKeys(deps: KeysDeps): Keys {
  const { db, clock, log } = deps;
  const keys = readKeys(deps.settings);
  const watched = new Map<Network, AddressSet>(
    NETWORKS.map((network) => [network, createAddressSet({ isCaseless: network === 'ethereum' })]),
  );
  const setOf = (network: Network): AddressSet => watched.get(network) ?? createAddressSet();

  /** Whether a row says what its key makes; of a key that is not set any more nobody can say. */
  async function isAsMade(row: AddressRow): Promise<boolean> {
    const key = keys.get(row.network as Network);
    if (key === undefined || key.fingerprint !== row.fingerprint) return true;
    if ((await key.addressAt(row.number)) === row.address) return true;
    log.error(
      { network: row.network, number: row.number, userId: row.user_id },
      'an address in the database is not what its key makes: it is not shown and not credited',
    );
    deps.onChanged();
    return false;
  }

  async function give(userId: UserId, key: ExtendedKey): Promise<AddressRow> {
    const { network, fingerprint } = key;
    const row = await db.transaction(async (tx) => {
      await holdKeys(tx);
      const known = await listAddresses(tx, { userId, network });
      const own = known.find((one) => one.fingerprint === fingerprint);
      if (own !== undefined) return own;
      const number = await nextNumber(tx, key);
      const address = await key.addressAt(number);
      const since = clock.now();
      const given = { user_id: userId, network, fingerprint, number, address, since };
      await insertAddress(tx, given);
      return given;
    });
    // Before its user can read it: a payment that follows is looked for.
    setOf(network).add(row.address);
    return row;
  }

  async function ask(tx: Tx, key: ExtendedKey): Promise<void> {
    const { network, fingerprint } = key;
    await holdKeys(tx);
    if (!(await noteQuestion(tx, key, clock.now()))) return;
    const [address0, address1, address2] = [
      await key.addressAt(0),
      await key.addressAt(1),
      await key.addressAt(2),
    ];
    const proposal = {
      userId: null,
      subject: `${NETWORK_NAMES[network]}: ${fingerprint.slice(0, 16)}`,
      amount: null,
      asset: null,
      facts: { network, fingerprint, address0, address1, address2 },
    };
    await deps.cases.open(tx, { kind: 'payInKey', proposal, by: 'system' });
  }

  return {
    async address({ userId, mode, asset, network }) {
      if (mode === 'demo') return fail({ name: 'real-account-needed' });
      if (!isCarried(network, asset)) return fail({ name: 'method-missing', field: 'network' });
      const key = keys.get(network);
      if (key === undefined || !deps.isSeen(network) || !(await isConfirmed(db, key))) {
        return fail({ name: 'not-yet-open' });
      }
      const limit = await deps.limitLeft(userId);
      if (!limit.ok) return limit;
      const known = await listAddresses(db, { userId, network });
      const now = known.find((one) => one.fingerprint === key.fingerprint);
      const own = now ?? (await give(userId, key));
      if (!(await isAsMade(own))) return fail({ name: 'address-missing' });
      const { address, since } = own;
      return ok({
        address,
        uri: payInUri({ network, asset, address }, deps.ethereum),
        since: since as UnixMs,
        history: known
          .filter((one) => one.address !== address)
          .map((one) => ({ address: one.address, since: one.since as UnixMs })),
        limit: limit.value,
      });
    },
    async isOpen(network, sql = db) {
      const key = keys.get(network);
      return key !== undefined && deps.isSeen(network) && (await isConfirmed(sql, key));
    },
    watched: setOf,
    async owners(sql, network, addresses) {
      const rows = addresses.length === 0 ? [] : await findByAddress(sql, network, addresses);
      const good: AddressRow[] = [];
      for (const row of rows) if (await isAsMade(row)) good.push(row);
      return good;
    },
    async load() {
      for (const [network, set] of watched) {
        await eachAddress(db, network, (address) => set.add(address));
      }
      for (const key of keys.values()) await db.transaction((tx) => ask(tx, key));
      deps.committed();
    },
  };
}
