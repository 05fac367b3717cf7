/**
 * identity — who users are and where they live, as far as staff saw it in documents.
 * Owns: what users sent in, sealed, and where each of them stands.
 * Announces: IdentityChanged.
 * Needs: files for documents, cases for their review, parameters for the clock.
 * Refuses: a second submission while one waits, and to say who a user is without a decided case.
 */
import type { Clock, Result, UnixMs, UserId } from '@candor/kernel';
import type {
  AddressProofKind,
  Identification,
  IdentificationBody,
  IdentityState,
} from '@candor/protocol';
import type { Cases } from '../cases/index.ts';
import type { Files } from '../files/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Database, Sql, Tx } from '../platform/postgres/db.ts';
import type { Log } from '../platform/process/log.ts';
import type { RecordKeys } from '../platform/secrets/record-keys.ts';
import { type SendingRefusal, proveAddress, settleSent, submit } from './commands.ts';
import { levelOf } from './rules.ts';
import { createDetailSealing } from './sealing.ts';
import { readWholeFile, shredOver } from './retention.ts';
import { type PersonRow, endRelation, findPerson, sharePerson } from './store.ts';
import { type IdentityReviews, createReviews } from './review.ts';
import { readIdentification } from './view.ts';

export { IDENTITY_CHANGED, type IdentityChanged } from './events.ts';
export { identityReview } from './kind.ts';
export type { IdentityReviews, UnnamedFinding } from './review.ts';

/** Where a user stands: the level counts, the states say what is under way. */
export type Verification = {
  readonly state: IdentityState;
  readonly addressState: IdentityState;
  /** 0 nobody knows who it is, 1 documents verified, 2 address too. */
  readonly level: 0 | 1 | 2;
};

function verificationOf(row: PersonRow | null): Verification {
  const state = row?.state ?? 'none';
  const addressState = row?.address_state ?? 'none';
  return { state, addressState, level: levelOf({ state, addressState }) };
}

/** Where a user stands now. */
export async function findVerification(sql: Sql, userId: UserId): Promise<Verification> {
  return verificationOf(await findPerson(sql, userId));
}

/**
 * The same in a transaction that relies on it: the user stands so until it ends.
 *
 * @source RELIABILITY L1
 */
export async function holdVerification(tx: Tx, userId: UserId): Promise<Verification> {
  return verificationOf(await sharePerson(tx, userId));
}

/** What identity offers. */
export type Identity = {
  /** Where a user’s identification stands, as the user reads it. */
  get(userId: UserId): Promise<Identification>;
  /** Says that the relationship with a user ended, in its transaction: the years of retention begin. */
  endRelation(tx: Tx, userId: UserId, at: UnixMs): Promise<void>;
  /** Destroys what was kept of users whose years are over; answers of how many. */
  shred(): Promise<number>;
  /** Former users of whom the last turn could not destroy what was kept. */
  undestroyed(): number;
  /** Destroys keys of submissions that were never written, and keeps those of the others. */
  settle(): Promise<void>;
  /** Everything kept here about a user, for the copy of one's data. */
  wholeFile(userId: UserId): Promise<{ readonly name: string; readonly content: string }>;
  /** What staff see of it, of the case they claimed alone. */
  readonly reviews: IdentityReviews;
  /**
   * Sends who a user is to be reviewed: everything at first, what was rejected afterwards.
   *
   * @failure identification-state-forbids — it waits already, or is verified
   * @failure incomplete, detail-refused, not-signed — a field or document is missing or cannot be right
   * @failure not-found — a picture that is not the user’s, or was used
   */
  submit(userId: UserId, body: IdentificationBody): Promise<Result<Identification, SendingRefusal>>;
  /** Sends a proof of address to be reviewed. @failure identity-not-verified — the first level comes first */
  proveAddress(
    userId: UserId,
    body: {
      readonly addressId?: string | undefined;
      readonly proof?: AddressProofKind | undefined;
      readonly issuedOn?: string | undefined;
    },
  ): Promise<Result<Identification, SendingRefusal>>;
};

/** Opens the capability. */
export function createIdentity(given: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly cases: Pick<Cases, 'open'>;
  readonly files: Pick<Files, 'use' | 'alike' | 'destroy' | 'shred'>;
  readonly parameters: Pick<Parameters, 'count'>;
  readonly recordKeys: RecordKeys;
  /** Of the installation: numbers of documents are hashed under it. */
  readonly secret: string;
  readonly committed: () => void;
}): Identity {
  const deps = { ...given, sealing: createDetailSealing(given) };
  const reviews = createReviews(deps);
  let undestroyed = 0;
  const get = (userId: UserId): Promise<Identification> => readIdentification(deps, userId);
  return {
    get,
    reviews,
    endRelation,
    async shred() {
      const { count, failed } = await shredOver(deps);
      undestroyed = failed;
      return count;
    },
    undestroyed: () => undestroyed,
    settle: () => settleSent(deps),
    wholeFile: (userId) => readWholeFile(deps, userId),
    async submit(userId, body) {
      const sent = await submit(deps, userId, body);
      return sent.ok ? { ok: true, value: await get(userId) } : sent;
    },
    async proveAddress(userId, body) {
      const sent = await proveAddress(deps, userId, body);
      return sent.ok ? { ok: true, value: await get(userId) } : sent;
    },
  };
}
