import {
  type Asset,
  type Clock,
  type Result,
  type UnixMs,
  type UserId,
  ensure,
  fail,
  newUuid,
  ok,
} from '@candor/kernel';
import {
  type BookAddress,
  type DelayHours,
  type Failure,
  type Network,
  isCarried,
} from '@candor/protocol';
import { type ClientOrigin, recordSecurity, spendStepUp } from '../../accounts/index.ts';
import type { Database, Sql, Tx } from '../../platform/postgres/db.ts';
import type { CashierNews } from '../facts/events.ts';
import { type SignatureUse, useContractSignatures } from './authorization-store.ts';
import {
  type AddressRow,
  type DelayRow,
  type EntryParams,
  declareHolder,
  findDelay,
  findEntryRows,
  insertEntry,
  listEntries,
  lockBook,
  removeEntryRow,
  setDelayRow,
  takeUsable,
} from './book-store.ts';
import {
  ADDRESSES_MAX,
  DELAY_DEFAULT,
  type Delay,
  decideDelay,
  decideProof,
  delayAt,
  delayHours,
  usableFrom,
} from './rules.ts';

/** What addresses are checked and kept with. */
export type AddressDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** An address as its network spells it; null for what is none there. */
  destinationOf(network: Network, text: string): Promise<string | null>;
  /** Says that an address came or went, in the transaction it did. */
  announce(
    tx: Tx,
    which: { userId: UserId; id: string; news?: CashierNews | undefined },
    at: UnixMs,
  ): Promise<void>;
  /** Whether an address is one of the house: a user who pays there pays in, or to nobody. */
  isOfHouse(sql: Sql, where: { network: Network; address: string }): Promise<boolean>;
};

/** An address as withdrawals ask for it. */
export type BookEntry = Omit<BookAddress, 'usableAt'> & {
  readonly userId: UserId;
  readonly usableAt: UnixMs;
};

/** An address a user adds, as it was said. */
export type AddressSaid = {
  readonly userId: UserId;
  readonly asset: Asset;
  readonly network: Network;
  readonly address: string;
  readonly label: string;
  readonly holder: string | undefined;
  readonly stepUp: string | undefined;
  readonly place: ClientOrigin;
};

const refused = (why: 'format' | 'house'): Failure<'address-missing'> => ({
  name: 'address-missing',
  field: 'address',
  facts: { why },
});

function entryFrom(row: AddressRow): BookEntry {
  const { id, asset, network, address, label, holder, is_signed: isSigned } = row;
  return {
    id,
    userId: row.user_id as UserId,
    asset,
    network,
    address,
    label,
    holder,
    createdAt: row.created_at,
    usableAt: row.usable_at as UnixMs,
    ...decideProof({ asset, holder, isSigned }),
  };
}

const hoursOf = (hours: number): DelayHours => ensure(delayHours(hours), 'hours of the list');

function delayFrom(row: DelayRow | null, now: UnixMs): Delay {
  if (row === null) return DELAY_DEFAULT;
  const { next_hours: next, next_at: from } = row;
  const later = next === null ? null : { hours: hoursOf(next), from: from as UnixMs };
  return delayAt({ hours: hoursOf(row.hours), next: later }, now);
}

async function findEntries(
  sql: Sql,
  asked: readonly EntryParams[],
  at: UnixMs,
): Promise<readonly (BookEntry | null)[]> {
  const rows = await findEntryRows(sql, asked, at);
  return rows.map((row) => (row === null ? null : entryFrom(row)));
}

async function addEntry(deps: AddressDeps, said: AddressSaid): Promise<Result<BookEntry, Failure>> {
  const { userId, asset, network, label, stepUp, place } = said;
  if (!isCarried(network, asset)) return fail({ name: 'method-missing', field: 'network' });
  const text = said.address.trim();
  if (text === '') return fail({ name: 'address-missing', field: 'address' });
  const address = await deps.destinationOf(network, text);
  if (address === null) return fail(refused('format'));
  const holder = asset === 'USDT' ? (said.holder ?? null) : null;
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await lockBook(tx, userId);
    if (await deps.isOfHouse(tx, { network, address })) return fail(refused('house'));
    const entries = await listEntries(tx, userId, at);
    const present = entries.find(
      (one) => one.asset === asset && one.network === network && one.address === address,
    );
    // Told twice, it is the same address, and waits no longer by that.
    if (present !== undefined && (holder === null || holder === present.holder)) {
      return ok(entryFrom(present));
    }
    if (present === undefined && entries.length >= ADDRESSES_MAX) {
      const facts = { what: 'addresses', max: String(ADDRESSES_MAX) };
      return fail({ name: 'limit-reached', facts });
    }
    const confirmed = await spendStepUp(tx, {
      userId,
      action: 'address',
      subject: null,
      stepUp,
      at,
    });
    if (!confirmed.ok) return confirmed;
    const delay = delayFrom(await findDelay(tx, userId), at);
    const usableAt = usableFrom(delay, { at, isDeclared: holder !== null });
    const id = present?.id ?? newUuid(at);
    if (present === undefined) {
      await insertEntry(tx, { userId, id, asset, network, address, label, holder, at, usableAt });
    } else {
      await declareHolder(tx, { userId, id, holder: ensure(holder, 'a holder is said'), usableAt });
    }
    const facts = { asset, network, address };
    await recordSecurity(tx, { userId, kind: 'address-added', place, facts, at });
    await deps.announce(tx, { userId, id }, at);
    const [written] = await findEntries(tx, [{ userId, id }], at);
    return ok(ensure(written, 'it was just written'));
  });
}

/** The addresses of an address book. */
export function createAddresses(deps: AddressDeps) {
  const { db, clock } = deps;
  return {
    /** Addresses of users, as they count now, in the order they are asked for; null for none of theirs. */
    findEntries: (sql: Sql, asked: readonly EntryParams[]) => findEntries(sql, asked, clock.now()),
    /** Uses up what contracts signed for addresses: the next withdrawal there asks for another signature. */
    useSignatures: (tx: Tx, uses: readonly SignatureUse[]) =>
      useContractSignatures(tx, uses, clock.now()),
    /** A user's addresses, the newest first. */
    async list(userId: UserId): Promise<BookEntry[]> {
      return (await listEntries(db, userId, clock.now())).map(entryFrom);
    },
    /**
     * Adds an address, or declares who keeps one that is there already.
     *
     * @failure method-missing — the network does not carry the asset
     * @failure address-missing — none of its network, or one of the house
     * @failure limit-reached — the address book is full
     * @failure second-factor-needed — no step-up for adding an address
     */
    add: (said: AddressSaid) => addEntry(deps, said),
    /** Takes an address out. @failure not-found — none of this user's */
    remove(which: {
      readonly userId: UserId;
      readonly id: string;
      readonly place: ClientOrigin;
    }): Promise<Result<null, Failure<'not-found'>>> {
      const { userId, id, place } = which;
      const at = clock.now();
      return db.transaction(async (tx) => {
        await lockBook(tx, userId);
        const facts = await removeEntryRow(tx, { userId, id, at });
        if (facts === null) return fail({ name: 'not-found' });
        await recordSecurity(tx, { userId, kind: 'address-removed', place, facts, at });
        await deps.announce(tx, { userId, id }, at);
        return ok(null);
      });
    },
    /** Says of addresses whose wait is over that money may leave to them; a few hundred at a time. */
    async tellUsable(): Promise<void> {
      const at = clock.now();
      let told = 1;
      while (told > 0) {
        told = await db.transaction(async (tx) => {
          const usable = await takeUsable(tx, at);
          for (const { user_id: userId, id, asset, network, address, usable_at: since } of usable) {
            const news = { state: 'usable', at: since as UnixMs, asset, network, address } as const;
            await deps.announce(tx, { userId: userId as UserId, id, news }, at);
          }
          return usable.length;
        });
      }
    },
    /** How long new addresses of a user wait. */
    async delay(userId: UserId): Promise<Delay> {
      return delayFrom(await findDelay(db, userId), clock.now());
    },
    /**
     * Lets them wait longer at once, or shorter after the present wait.
     *
     * @failure second-factor-needed — no step-up for addresses
     */
    setDelay(said: {
      readonly userId: UserId;
      readonly hours: DelayHours;
      readonly stepUp: string | undefined;
      readonly place: ClientOrigin;
    }): Promise<Result<Delay, Failure>> {
      const { userId, hours, stepUp, place } = said;
      const at = clock.now();
      return db.transaction(async (tx) => {
        await lockBook(tx, userId);
        const action = 'address' as const;
        const confirmed = await spendStepUp(tx, { userId, action, subject: null, stepUp, at });
        if (!confirmed.ok) return confirmed;
        const delay = decideDelay(delayFrom(await findDelay(tx, userId), at), hours, at);
        const { next } = delay;
        await setDelayRow(tx, userId, {
          hours: delay.hours,
          next_hours: next?.hours ?? null,
          next_at: next?.from ?? null,
        });
        const facts = { hours: String(hours), from: String(next?.from ?? at) };
        await recordSecurity(tx, { userId, kind: 'address-delay-changed', place, facts, at });
        return ok(delay);
      });
    },
  };
}

/** The addresses of an address book. */
export type Addresses = ReturnType<typeof createAddresses>;
