import {
  type Clock,
  HOUR_MS,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  newUuid,
  ok,
  plusMs,
  utcDayOf,
} from '@candor/kernel';
import type { AddressProofKind, DocumentType, Failure, IdentificationBody } from '@candor/protocol';
import type { Cases } from '../cases/index.ts';
import type { Files } from '../files/index.ts';
import type { Parameters } from '../parameters/index.ts';
import { appendFacts } from '../platform/commit/outbox.ts';
import type { Database, Tx } from '../platform/postgres/db.ts';
import type { Log } from '../platform/process/log.ts';
import { IDENTITY_CHANGED, type IdentityChanged } from './events.ts';
import {
  type Before,
  type Details,
  PURPOSES,
  type PlannedDocument,
  checkAddressProof,
  decideSending,
  planSubmission,
} from './rules.ts';
import type { DetailSealing, Said } from './sealing.ts';
import {
  type PersonRow,
  countSubmissions,
  findLatest,
  insertSubmission,
  listDocuments,
  listWritten,
  lockPerson,
  setState,
} from './store.ts';

/** After so long no transaction is open any more: what was not written by then never will be. */
const UNKNOWN_MS = HOUR_MS;

/** What sending something in needs. */
export type SendingDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly cases: Pick<Cases, 'open'>;
  readonly files: Pick<Files, 'use'>;
  readonly parameters: Pick<Parameters, 'count'>;
  readonly sealing: DetailSealing;
  readonly log: Pick<Log, 'error'>;
  /** Says that facts were committed. */
  readonly committed: () => void;
};

/** Why nothing was taken. */
export type SendingRefusal = Failure<
  | 'identification-state-forbids'
  | 'incomplete'
  | 'detail-refused'
  | 'not-signed'
  | 'not-found'
  | 'identity-not-verified'
>;

/** What is sent in at once, decided. */
type Sent = {
  readonly level: 1 | 2;
  readonly said: Said;
  readonly documentType: DocumentType | null;
  readonly number: string | null;
  readonly documents: readonly PlannedDocument[];
  /** Facts of its case beside the user's: nothing of what is in the documents. */
  readonly facts: Readonly<Record<string, string>>;
  readonly subject: string;
};

/** The last submission of a level with what was said in it; null where nothing was sent or it is destroyed. */
async function findBefore(
  tx: Tx,
  sealing: Pick<DetailSealing, 'open'>,
  userId: UserId,
): Promise<Before | null> {
  const last = await findLatest(tx, userId, 1);
  if (last === null) return null;
  const details = await sealing.open(last.details, { userId, id: last.id });
  if (details === null || !('firstName' in details)) return null;
  const rows = await listDocuments(tx, userId, last.id);
  const documents = rows.map(({ kind, file_id: fileId, state, reason }) => ({
    kind,
    fileId,
    state,
    reason,
  }));
  return { details, documents };
}

/** Brings what was decided before the operator's people and writes it down; its key is made last. */
async function put(
  tx: Tx,
  deps: SendingDeps,
  of: { readonly userId: UserId; readonly id: string; readonly sent: Sent; readonly at: UnixMs },
): Promise<Result<null, SendingRefusal>> {
  const { cases, files, parameters, sealing } = deps;
  const { userId, id, sent, at } = of;
  const { level, documents } = sent;
  for (const { kind, fileId, isNew } of documents) {
    if (!isNew) continue;
    const used = await files.use(tx, { userId, ids: [fileId], purpose: PURPOSES[kind] });
    if (!used.ok) return fail({ name: 'not-found', field: `${kind}Id` });
  }
  const deadlineMs = parameters.count('identity.deadlineHours') * HOUR_MS;
  const judged = documents.filter(({ state }) => state === 'pending').map(({ fileId }) => fileId);
  const replaced = documents.flatMap(({ replaces }) => (replaces === null ? [] : [replaces]));
  const tries = 1 + (await countSubmissions(tx, userId, level));
  const facts = {
    ...sent.facts,
    userId,
    submission: id,
    level: String(level),
    judged: judged.join(','),
    tries: String(tries),
  };
  // Both versions of what comes again: who decides sees what was rejected, and what came in its place.
  const evidence = [...documents.map(({ fileId }) => fileId), ...replaced];
  const opened = await cases.open(tx, {
    kind: 'identity',
    by: userId,
    deadlineMs,
    proposal: { userId, subject: sent.subject, amount: null, asset: null, facts, evidence },
  });
  const deadline = plusMs(at, deadlineMs);
  await insertSubmission(tx, {
    userId,
    id,
    level,
    details: await sealing.seal(sent.said, { userId, id }),
    documentType: sent.documentType,
    numberHash: sent.number === null ? null : sealing.hashOf(sent.number),
    caseId: opened.id,
    at,
    deadline,
    documents,
  });
  await setState(tx, userId, { level, state: 'pending' });
  const payload: IdentityChanged = {
    userId,
    submissionId: id,
    level,
    state: 'pending',
    deadline,
    rejected: [],
    message: null,
    at,
  };
  await appendFacts(tx, [{ topic: IDENTITY_CHANGED, payload }], at);
  return ok(null);
}

/** Takes what a user sends in, or nothing of it: a refusal uses no picture. */
async function send(
  deps: SendingDeps,
  userId: UserId,
  decide: (tx: Tx, person: PersonRow) => Promise<Result<Sent, SendingRefusal>>,
): Promise<Result<null, SendingRefusal>> {
  const { db, clock, sealing, committed } = deps;
  const at = clock.now();
  const id = newUuid(at);
  // Where this throws nobody knows whether it was written: its key stays until `settleSent` has asked.
  const taken = await db.transaction(async (tx) => {
    const person = await lockPerson(tx, userId);
    const sent = await decide(tx, person);
    if (!sent.ok) return sent;
    await tx.query('savepoint asked');
    const done = await put(tx, deps, { userId, id, sent: sent.value, at });
    if (!done.ok) await tx.query('rollback to savepoint asked');
    return done;
  });
  if (!taken.ok) {
    await sealing.forget(id);
    return taken;
  }
  committed();
  // Where this fails the next turn says so of it.
  await sealing.settle(id).catch(() => undefined);
  return taken;
}

/**
 * Asks the database of keys whose submissions may never have been written, and destroys those of none. One that cannot
 * be destroyed holds no other up; it is tried again by the next turn.
 */
export async function settleSent(
  deps: Pick<SendingDeps, 'db' | 'clock' | 'sealing' | 'log'>,
): Promise<void> {
  const { db, clock, sealing, log } = deps;
  const open = await sealing.listOpen(plusMs(clock.now(), -UNKNOWN_MS));
  if (open.length === 0) return;
  const kept = await listWritten(db, open);
  for (const id of open) {
    try {
      await (kept.has(id) ? sealing.settle(id) : sealing.forget(id));
    } catch (err) {
      log.error({ err, submission: id }, 'a key of unknown use could not be settled');
    }
  }
}

/** How a user signed, for the case. */
function signatureOf(details: Details): string {
  return details.signatureName === undefined ? 'picture' : 'typed';
}

/** Sends who a user is to be reviewed. @failure as `planSubmission` says; identification-state-forbids; not-found */
export function submit(
  deps: SendingDeps,
  userId: UserId,
  body: IdentificationBody,
): Promise<Result<null, SendingRefusal>> {
  return send(deps, userId, async (tx, person) => {
    const free = decideSending(person.state);
    if (!free.ok) return free;
    const before = person.state === 'failed' ? await findBefore(tx, deps.sealing, userId) : null;
    const planned = planSubmission(body, before, utcDayOf(deps.clock.now()));
    if (!planned.ok) return planned;
    const { details, documents } = planned.value;
    const { documentType, documentNumber = null } = details;
    return ok({
      level: 1,
      said: details,
      documentType,
      number: documentNumber,
      documents,
      facts: { documentType, signature: signatureOf(details) },
      subject: `level 1: ${documentType}`,
    });
  });
}

/** Sends a proof of address to be reviewed. @failure identity-not-verified — the first level comes first */
export function proveAddress(
  deps: SendingDeps,
  userId: UserId,
  body: {
    readonly addressId?: string | undefined;
    readonly proof?: AddressProofKind | undefined;
    readonly issuedOn?: string | undefined;
  },
): Promise<Result<null, SendingRefusal>> {
  return send(deps, userId, async (tx, person) => {
    if (person.state !== 'verified') return fail({ name: 'identity-not-verified' });
    const free = decideSending(person.address_state);
    if (!free.ok) return free;
    const { addressId, proof, issuedOn } = body;
    const said = {
      ...(addressId === undefined ? {} : { addressId }),
      ...(proof === undefined ? {} : { proof }),
      ...(issuedOn === undefined ? {} : { issuedOn }),
    };
    const checked = checkAddressProof(said, utcDayOf(deps.clock.now()));
    if (!checked.ok) return checked;
    const last = await findLatest(tx, userId, 2);
    const [rejected] = last === null ? [] : await listDocuments(tx, userId, last.id);
    const replaces = rejected?.file_id ?? null;
    const { addressId: fileId, ...terms } = checked.value;
    return ok({
      level: 2,
      said: terms,
      documentType: null,
      number: null,
      documents: [{ kind: 'address', fileId, replaces, state: 'pending', isNew: true }],
      facts: { proof: terms.proof },
      subject: `level 2: ${terms.proof}`,
    });
  });
}
