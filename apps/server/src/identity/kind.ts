import { HOUR_MS, type UnixMs } from '@candor/kernel';
import { CASE_REASONS, IDENTITY_REJECT_REASONS, type IdentityRejectReason } from '@candor/protocol';
import type { KindTerms } from '../cases/index.ts';
import { appendFacts } from '../platform/commit/outbox.ts';
import type { Tx } from '../platform/postgres/db.ts';
import { IDENTITY_CHANGED, type IdentityChanged } from './events.ts';
import {
  endSubmission,
  findSubmission,
  lacksNumber,
  listDocuments,
  lockPerson,
  setState,
} from './store.ts';

type Decided = Parameters<KindTerms['apply']>[1];

/** Ids of files that are judged, as the facts of a case carry them. */
const judgedOf = (facts: Readonly<Record<string, string>>): string[] =>
  (facts['judged'] ?? '').split(',').filter((id) => id !== '');

const isReason = (text: string): text is IdentityRejectReason =>
  IDENTITY_REJECT_REASONS.some((one) => one === text);

/** Writes down what was decided of each document, and where the user stands by it. */
async function end(
  tx: Tx,
  decided: Decided,
  ended: { readonly state: 'verified' | 'failed'; readonly at: UnixMs; readonly isLapsed?: true },
): Promise<void> {
  const { userId, facts, parts = {} } = decided;
  if (userId === null) return;
  const { state, at, isLapsed = false } = ended;
  const message = isLapsed ? null : (decided.message ?? null);
  const id = facts['submission'] ?? '';
  await lockPerson(tx, userId);
  const submission = await findSubmission(tx, userId, id);
  if (submission === null) return;
  const { level } = submission;
  // What was decided of a case that lapsed was never done: its documents are judged again as they are.
  const judged = isLapsed ? [] : judgedOf(facts);
  const verdicts = judged.map((fileId): [string, IdentityRejectReason | null] => {
    const reason = parts[fileId] ?? null;
    return [fileId, reason !== null && isReason(reason) ? reason : null];
  });
  if (!(await endSubmission(tx, { userId, id, state, at, message, verdicts }))) return;
  await setState(tx, userId, { level, state });
  const documents = await listDocuments(tx, userId, id);
  const payload: IdentityChanged = {
    userId,
    submissionId: id,
    level,
    state,
    deadline: null,
    rejected: documents.flatMap(({ kind, reason }) => (reason === null ? [] : [{ kind, reason }])),
    message,
    at,
  };
  await appendFacts(tx, [{ topic: IDENTITY_CHANGED, payload }], at);
}

/**
 * Whether documents show who a user is, or where they live: one member decides, document by document. What
 * is in them stands in no case; who claimed it reads it elsewhere.
 *
 * @source PRODUCT 7, RELIABILITY P35
 */
export const identityReview: KindTerms = {
  name: 'identity',
  letter: 'K',
  deadlineMs: 48 * HOUR_MS,
  people: 1,
  roles: { opener: [], maker: ['kyc'], checker: ['kyc'] },
  reasons: CASE_REASONS.identity,
  passkey: false,
  parts: { of: judgedOf, reasons: IDENTITY_REJECT_REASONS },
  describe: ({
    userId = '',
    level = '',
    documentType = '',
    signature = '',
    proof = '',
    tries = '',
  }) => [
    { key: 'user', as: 'user', value: userId },
    { key: 'level', as: 'text', value: level },
    ...(documentType === ''
      ? []
      : [{ key: 'document-type', as: 'text', value: documentType } as const]),
    ...(signature === '' ? [] : [{ key: 'signature', as: 'text', value: signature } as const]),
    ...(proof === '' ? [] : [{ key: 'address-proof', as: 'text', value: proof } as const]),
    { key: 'tries', as: 'number', value: tries },
  ],
  async apply(tx, decided, at) {
    await end(tx, decided, { state: 'verified', at });
    return 'done';
  },
  undo: (tx, decided, at) => end(tx, decided, { state: 'failed', at }),
  lapse: (tx, decided, at) => end(tx, decided, { state: 'failed', at, isLapsed: true }),
  missing: async (sql, { id }) => ((await lacksNumber(sql, id)) ? 'documentNumber' : null),
};
