/**
 * parameters — the numbers an operator can set: typed, versioned, effective-dated.
 * Owns: the parameter table.
 * Announces: nothing; readers ask at the moment they decide.
 * Needs: nothing above platform.
 * Refuses: to change a version that exists, a value of the wrong type or above its cap.
 */
import {
  type Clock,
  type Money,
  type Rate,
  type Result,
  type UnixMs,
  ensure,
  fromDecimal,
  decimal,
  ok,
  rate,
} from '@candor/kernel';
import type { Database, Tx } from '../platform/postgres/db.ts';
import {
  type AmountKey,
  type CountKey,
  type ParameterKey,
  type ParameterRefusal,
  type ShareKey,
  decideVersion,
  inForceAt,
  isParameterKey,
} from './rules.ts';
import { type ParameterRow, addVersion, listVersions, lockVersions } from './store.ts';

export {
  NOT_SET,
  OPERATOR_KEYS,
  PARAMETERS,
  capOf,
  isParameterKey,
  stateOfVersion,
  unitOf,
  useOf,
  valueWithout,
  type CountKey,
  type ParameterKey,
  type ShareKey,
} from './rules.ts';

/** One version as the fees page shows it. */
export type ParameterVersion = {
  readonly key: ParameterKey;
  readonly version: number;
  readonly value: string;
  readonly from: UnixMs;
  readonly note: string;
};

/** A version that is to be added. */
export type NewVersion = {
  readonly key: ParameterKey;
  readonly value: string;
  readonly from: UnixMs;
  readonly note: string;
};

/** The parameters as one process knows them; read in memory, so the order path never waits. */
export type Parameters = {
  /** Reads all versions again; at start, and when another process may have added some. */
  reload(): Promise<void>;
  /** A share of one in force now. @units share of one, 18 places */
  share(key: ShareKey): Rate;
  /** A whole number in force now. */
  count(key: CountKey): number;
  /** An amount in USDT in force now. @rounding down, to the asset's scale */
  usdt(key: AmountKey): Money;
  /** The text in force now. */
  text(key: ParameterKey): string;
  /** Number of the version in force now; terms that are frozen name it. */
  version(key: ParameterKey): number;
  /** The version that was in force at a moment. @throws InvariantError before the first */
  at(key: ParameterKey, moment: UnixMs): ParameterVersion;
  /** Every version of one parameter, oldest first. */
  history(key: ParameterKey): readonly ParameterVersion[];
  /**
   * Adds a version.
   *
   * @failure malformed — not of the parameter's type
   * @failure fixed — the product says it; nobody sets it
   * @failure in-the-past — what was in force before now stays as it was
   * @failure above-cap — a share would be above the one that caps it, now or later
   */
  set(version: NewVersion): Promise<Result<ParameterVersion, ParameterRefusal>>;
  /** The same in a transaction of the caller's; read again within seconds after its commit. */
  setIn(tx: Tx, version: NewVersion): Promise<Result<ParameterVersion, ParameterRefusal>>;
  /** Every version of one parameter as stored; none is added until the transaction ends. */
  historyIn(tx: Tx, key: ParameterKey): Promise<readonly ParameterVersion[]>;
  /** Whether a version could be added now, by what this process knows. */
  decide(version: Omit<NewVersion, 'note'>): Result<null, ParameterRefusal>;
};

function versionOf(row: ParameterRow): ParameterVersion[] {
  if (!isParameterKey(row.key)) return [];
  const { key, version, value, note } = row;
  return [{ key, version, value, note, from: row.from_at as UnixMs }];
}

function byKey(rows: readonly ParameterRow[]): Map<ParameterKey, ParameterVersion[]> {
  const versions = new Map<ParameterKey, ParameterVersion[]>();
  for (const row of rows.flatMap(versionOf)) {
    versions.set(row.key, [...(versions.get(row.key) ?? []), row]);
  }
  return versions;
}

/** Opens the parameter table. Call `reload` before the first read. */
export function createParameters(options: { db: Database; clock: Clock }): Parameters {
  const { db, clock } = options;
  let versions = new Map<ParameterKey, ParameterVersion[]>();

  function at(key: ParameterKey, moment: UnixMs): ParameterVersion {
    return ensure(inForceAt(versions.get(key) ?? [], moment), `no value for ${key}`);
  }

  const inForce = (key: ParameterKey): ParameterVersion => at(key, clock.now());

  const text = (key: ParameterKey): string => inForce(key).value;

  const parameters: Parameters = {
    async reload() {
      versions = byKey(await listVersions(db));
    },
    share: (key) => rate(text(key)),
    count: (key) => Number.parseInt(text(key), 10),
    usdt: (key) => fromDecimal(decimal(text(key)), { asset: 'USDT', rounding: 'down' }),
    text,
    version: (key) => inForce(key).version,
    at,
    history: (key) => versions.get(key) ?? [],
    async set(version) {
      const set = await db.transaction((tx) => parameters.setIn(tx, version));
      if (set.ok) await parameters.reload();
      return set;
    },
    async setIn(tx, version) {
      await lockVersions(tx);
      const stored = byKey(await listVersions(tx));
      const known = { now: clock.now(), historyOf: (key: ParameterKey) => stored.get(key) ?? [] };
      const decided = decideVersion(version, known);
      if (!decided.ok) return decided;
      const [row] = await addVersion(tx, version);
      const [added] = versionOf(ensure(row, 'the version was added'));
      return ok(ensure(added, 'the key is known'));
    },
    async historyIn(tx, key) {
      await lockVersions(tx);
      return byKey(await listVersions(tx)).get(key) ?? [];
    },
    decide: (version) =>
      decideVersion(version, { now: clock.now(), historyOf: (key) => versions.get(key) ?? [] }),
  };
  return parameters;
}
