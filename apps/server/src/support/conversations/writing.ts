import { type Clock, type Result, type UserId, fail, newUuid, ok, plusMs } from '@candor/kernel';
import { type Failure, SUPPORT_VISITOR_MS, type SupportMessage } from '@candor/protocol';
import type { InstallationKind } from '../../platform/postgres/installation.ts';
import type { Files } from '../../files/index.ts';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import type { Keyed } from '../text/keyed.ts';
import { type ConversationRow, insertMessage } from '../store/store.ts';
import { messageOf } from './view.ts';

/** What writing to support needs. */
export type SupportDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyed: Keyed;
  readonly files: Pick<Files, 'keep' | 'link' | 'use'>;
  /** Factor on how many conversations may begin in a day; more than 1 only in a test. */
  readonly limitScale: number;
  /** What the installation is; real where nothing is said. */
  readonly installation?: InstallationKind;
};

/** Why nothing was written. */
export type WriteFailure = Failure<
  'incomplete' | 'forbidden' | 'not-found' | 'limit-reached' | 'request-reused'
>;

/** Ends a transaction without a trace of it. */
class Undone extends Error {
  readonly failure: WriteFailure;
  constructor(failure: WriteFailure) {
    super(failure.name);
    this.failure = failure;
  }
}

/** Does all of a command or nothing: a refusal leaves nothing of it behind. */
export async function allOrNothing<Value>(
  db: Database,
  act: (tx: Tx) => Promise<Result<Value, WriteFailure>>,
): Promise<Result<Value, WriteFailure>> {
  try {
    return await db.transaction(async (tx) => {
      const done = await act(tx);
      if (!done.ok) throw new Undone(done.failure);
      return done;
    });
  } catch (error) {
    if (error instanceof Undone) return fail(error.failure);
    throw error;
  }
}

/** Nothing is left of a field once what controls and turns text is gone. */
export const missing = (field: string): Result<never, WriteFailure> =>
  fail({ name: 'incomplete', field });

/**
 * Pictures of an account, or those a visitor brought to the conversation: they are kept under its id,
 * so that they are nobody's but its token's.
 */
export async function useFiles(
  { files }: Pick<SupportDeps, 'files'>,
  tx: Tx,
  params: { readonly owner: UserId | null; readonly ids: readonly string[] },
): Promise<Result<null, Failure<'forbidden' | 'not-found'>>> {
  const { owner: userId, ids } = params;
  if (ids.length === 0) return ok(null);
  if (userId === null) return fail({ name: 'forbidden', field: 'files' });
  const used = await files.use(tx, { userId, ids, purpose: 'support' });
  return used.ok ? ok(null) : fail({ ...used.failure, field: 'files' });
}

/** A message of the asker, into a conversation that is held. */
export async function writeMessage(
  deps: SupportDeps,
  tx: Tx,
  row: Pick<ConversationRow, 'id' | 'messages'>,
  said: { text: string; files: readonly string[]; requestHash: string; bodyHash: string },
): Promise<SupportMessage> {
  const at = deps.clock.now();
  const message = {
    ...said,
    conversationId: row.id,
    place: row.messages + 1,
    id: newUuid(at),
    by: 'asker',
    name: null,
    reference: null,
    at,
  } as const;
  const turn = { state: 'open', expiresAt: plusMs(at, SUPPORT_VISITOR_MS) } as const;
  return messageOf(await insertMessage(tx, message, turn));
}
