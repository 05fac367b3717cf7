import type { UserId } from '@candor/kernel';
import type { Identification } from '@candor/protocol';
import type { Parameters } from '../parameters/index.ts';
import type { Database } from '../platform/postgres/db.ts';
import { levelOf } from './rules.ts';
import type { DetailSealing } from './sealing.ts';
import {
  type DocumentRow,
  type SubmissionRow,
  findLatest,
  findPerson,
  listDocuments,
} from './store.ts';

/** When a submission came, until when it waits, and what was decided of it. */
function timesOf(row: SubmissionRow | null) {
  if (row === null) return {};
  const { state, submitted_at: submittedAt, deadline, decided_at: decidedAt, message } = row;
  return {
    submittedAt,
    ...(state === 'pending' ? { deadline } : {}),
    ...(decidedAt === null ? {} : { decidedAt }),
    ...(message === null ? {} : { message }),
  };
}

const documentOf = ({ kind, state, reason }: DocumentRow) => ({
  kind,
  state,
  ...(reason === null ? {} : { reason }),
});

/** Where a user’s identification stands, as the user reads it. */
export async function readIdentification(
  deps: {
    readonly db: Database;
    readonly parameters: Pick<Parameters, 'count'>;
    readonly sealing: Pick<DetailSealing, 'open'>;
  },
  userId: UserId,
): Promise<Identification> {
  const { db, parameters, sealing } = deps;
  const person = await findPerson(db, userId);
  const state = person?.state ?? 'none';
  const addressState = person?.address_state ?? 'none';
  const first = person === null ? null : await findLatest(db, userId, 1);
  const second = person === null ? null : await findLatest(db, userId, 2);
  const documents = first === null ? [] : await listDocuments(db, userId, first.id);
  const [proof] = second === null ? [] : await listDocuments(db, userId, second.id);
  const isCorrectable = state === 'failed' && first !== null;
  const opened = isCorrectable ? await sealing.open(first.details, { userId, id: first.id }) : null;
  const { signatureName: _signed, ...details } =
    opened !== null && 'firstName' in opened ? opened : { signatureName: undefined };
  return {
    state,
    level: levelOf({ state, addressState }),
    documents: documents.map(documentOf),
    ...timesOf(first),
    address: {
      state: addressState,
      ...(proof?.reason == null ? {} : { reason: proof.reason }),
      ...timesOf(second),
    },
    ...('firstName' in details ? { details } : {}),
    deadlineHours: parameters.count('identity.deadlineHours'),
    imageBytesMax: parameters.count('file.imageBytesMax'),
  };
}
