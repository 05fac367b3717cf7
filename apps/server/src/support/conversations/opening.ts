import {
  DAY_MS,
  type Result,
  type UnixMs,
  ensure,
  fail,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import { type Failure, SUPPORT_VISITOR_MS } from '@candor/protocol';
import { hostOf, networkOf } from '../../platform/http/address.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { hashOf } from '../../platform/commit/idempotency.ts';
import { hashSecret } from '../../platform/secrets/session.ts';
import { newNumber } from '../text/keyed.ts';
import {
  OPENED_A_DAY,
  OPENED_A_DAY_BY_VISITORS,
  clockOf,
  keptLine,
  keptText,
} from '../text/rules.ts';
import {
  type ConversationRow,
  countBegun,
  findBegun,
  insertConversation,
  lockAsker,
} from '../store/store.ts';
import { keepComplaint } from '../store/complaint-store.ts';
import type { Caller } from './view.ts';
import {
  type SupportDeps,
  type WriteFailure,
  allOrNothing,
  missing,
  useFiles,
  writeMessage,
} from './writing.ts';

/** What a user asks about. */
export type Opening = {
  readonly requestId: string;
  readonly subject: string;
  readonly text: string;
  readonly language: string;
  readonly files?: readonly string[] | undefined;
  /** Its asker calls it a complaint. */
  readonly isComplaint?: true | undefined;
};

type Opened = { id: string; number: string; visitorToken?: string };
/** Where a visitor comes from, as it is kept for a day. */
function placesOf({ keyed }: Pick<SupportDeps, 'keyed'>, { userId, address }: Caller) {
  if (userId !== null) return { host: null, network: null };
  return {
    host: keyed.placeHash(`host ${hostOf(address)}`),
    network: keyed.placeHash(`network ${networkOf(address)}`),
  };
}

async function decideQuota(
  deps: SupportDeps,
  tx: Tx,
  caller: Caller,
): Promise<Result<null, Failure<'limit-reached'>>> {
  const { host, network } = placesOf(deps, caller);
  const since = plusMs(deps.clock.now(), -DAY_MS);
  const counted = [
    ['user', caller.userId, OPENED_A_DAY],
    ['host', host, OPENED_A_DAY_BY_VISITORS.host],
    ['network', network, OPENED_A_DAY_BY_VISITORS.network],
  ] as const;
  for (const [by, value, most] of counted) {
    if (value === null) continue;
    const { count, first } = await countBegun(tx, { by, value, since });
    if (count < most * deps.limitScale || first === null) continue;
    const until = String(plusMs(first, DAY_MS));
    const facts = { what: 'conversations', max: String(most), until };
    return fail({ name: 'limit-reached', facts });
  }
  return ok(null);
}

/** What a request was answered with, again. */
function answerAgain(
  { keyed }: SupportDeps,
  begun: ConversationRow,
  params: { caller: Caller; bodyHash: string },
): Result<Opened, Failure<'request-reused'>> {
  if (begun.body_hash !== params.bodyHash) return fail({ name: 'request-reused' });
  const { id, number } = begun;
  if (params.caller.userId !== null) return ok({ id, number });
  return ok({ id, number, visitorToken: keyed.visitorToken(id) });
}

async function begin(
  deps: SupportDeps,
  tx: Tx,
  params: { caller: Caller; requestHash: string; bodyHash: string; opening: Opening },
): Promise<ConversationRow | null> {
  const { caller, requestHash, bodyHash, opening } = params;
  const { userId } = caller;
  const at = deps.clock.now();
  const id = newUuid(at);
  const { host, network } = placesOf(deps, caller);
  return insertConversation(tx, {
    id,
    number: newNumber(),
    userId,
    tokenHash: userId === null ? hashSecret(deps.keyed.visitorToken(id)) : null,
    requestHash,
    bodyHash,
    subject: opening.subject,
    language: opening.language,
    at,
    expiresAt: userId === null ? plusMs(at, SUPPORT_VISITOR_MS) : null,
    hostHash: host,
    networkHash: network,
  });
}

/**
 * Begins a conversation. The same request again gets the same answer, its token included.
 *
 * @failure incomplete — nothing is left of a text once what controls and turns it is gone
 * @failure forbidden — pictures of a visitor, who brings them later · not-found — pictures that are not the caller's
 * @failure limit-reached — so many within a day · request-reused — another text came under this id
 */
export function openConversation(
  deps: SupportDeps,
  caller: Caller,
  params: Opening,
): Promise<Result<Opened, WriteFailure>> {
  const subject = keptLine(params.subject);
  const text = keptText(params.text);
  if (subject === '') return Promise.resolve(missing('subject'));
  if (text === '') return Promise.resolve(missing('text'));
  const { userId } = caller;
  const { requestId, language, files = [], isComplaint } = params;
  const opening = { requestId, subject, text, language, files };
  const requestHash = hashSecret(`open/${userId ?? 'visitor'}/${requestId}`);
  const bodyHash = hashOf({
    subject,
    text,
    language,
    files,
    ...(isComplaint === true ? { isComplaint } : {}),
  });
  return allOrNothing<Opened>(deps.db, async (tx) => {
    await lockAsker(tx, userId ?? networkOf(caller.address));
    const before = await findBegun(tx, requestHash);
    if (before !== null) return answerAgain(deps, before, { caller, bodyHash });
    const quota = await decideQuota(deps, tx, caller);
    if (!quota.ok) return quota;
    const row = await begin(deps, tx, { caller, requestHash, bodyHash, opening });
    if (row === null) {
      // From another network, at the same moment: that one was first.
      const first = ensure(await findBegun(tx, requestHash), 'what stood in the way is there');
      return answerAgain(deps, first, { caller, bodyHash });
    }
    if (isComplaint === true) {
      const { created_at: receivedAt } = row;
      await keepComplaint(tx, {
        id: row.id,
        saidBy: 'asker',
        category: 'unsorted',
        ...clockOf(receivedAt as UnixMs),
      });
    }
    const used = await useFiles(deps, tx, { owner: userId, ids: files });
    if (!used.ok) return used;
    const wroteAs = hashSecret(`reply/${row.id}/${requestId}`);
    await writeMessage(deps, tx, row, { text, files, requestHash: wroteAs, bodyHash });
    return answerAgain(deps, row, { caller, bodyHash });
  });
}
