import {
  type Clock,
  type Result,
  type SessionId,
  type UnixMs,
  type UserId,
  fail,
  ok,
} from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import { hashSecret } from '../../../platform/secrets/session.ts';
import { revokeSessions } from '../../sessions/index.ts';
import { keepOldContacts, releaseOldContacts } from '../../credentials/contacts/index.ts';
import type { ClientOrigin, SignedInOwner } from '../../account/index.ts';
import {
  holdRisk,
  beginFreeze,
  dropEndedFreezes,
  findFreeze,
  setFreezeByLink,
  setFreezeEnd,
  STOPPED,
  decideFreeze,
  decideUnfreeze,
  isInForce,
  mayEnd,
} from '../../safeguards/index.ts';
import { recordSecurity } from '../../audit/index.ts';
import { spendStepUp } from '../../credentials/factors/index.ts';
import { stopRestoring } from './restoring.ts';
import { dropBegun, dropOldLinks, lockFreezeLink, useFreezeLink } from './freeze-link-store.ts';
import { canFreezeByLink } from '../changes/rules.ts';

type Deps = { readonly db: Database; readonly clock: Clock };

async function freezeNow(
  tx: Tx,
  params: {
    readonly userId: UserId;
    readonly keeps: SessionId | null;
    readonly place: ClientOrigin;
    readonly by: 'owner' | 'link';
    readonly at: UnixMs;
  },
): Promise<SessionId[]> {
  const { userId, keeps, place, by, at } = params;
  // An order that is being decided now comes before the freeze or is refused after it.
  await holdRisk(tx, userId);
  const act = decideFreeze(await findFreeze(tx, userId), at);
  if (act === 'begin') await beginFreeze(tx, userId, at);
  if (act === 'prolong') await setFreezeEnd(tx, userId, null);
  if (by === 'link') {
    await setFreezeByLink(tx, userId);
    await dropBegun(tx, userId);
    await keepOldContacts(tx, userId, at);
  }
  if (act !== 'stands') {
    await recordSecurity(tx, { userId, kind: 'frozen', place, facts: { by }, at });
  }
  const which = keeps === null ? 'all' : { allBut: keeps };
  return revokeSessions(tx, { userId, which, by: 'freeze', at });
}

/** Freezes the asker's account and ends the other sessions; answers which. */
export function freezeAccount({ db, clock }: Deps, asker: SignedInOwner): Promise<SessionId[]> {
  const { userId, sessionId, place } = asker;
  return db.transaction((tx) =>
    freezeNow(tx, { userId, keeps: sessionId, place, by: 'owner', at: clock.now() }),
  );
}

/**
 * Freezes the account a notice's link belongs to and ends all its sessions; answers which. Pressed
 * again it does nothing more while the freeze stands, and freezes again once its end was asked for.
 *
 * @failure not-found — unknown or too old
 */
export function freezeByLink(
  { db, clock }: Deps,
  params: { readonly token: string; readonly place: ClientOrigin },
): Promise<Result<SessionId[], Failure<'not-found'>>> {
  const hash = hashSecret(params.token);
  return db.transaction(async (tx) => {
    const at = clock.now();
    const row = await lockFreezeLink(tx, hash);
    const link =
      row === null
        ? null
        : { expiresAt: row.expires_at as UnixMs, usedAt: row.used_at as UnixMs | null };
    if (row === null || !canFreezeByLink(link, at)) return fail({ name: 'not-found' });
    const userId = row.user_id as UserId;
    const freeze = await findFreeze(tx, userId);
    const stands = decideFreeze(freeze, at) === 'stands' && freeze?.byLink === true;
    if (row.stops_restoring) {
      await holdRisk(tx, userId);
      await stopRestoring(tx, { userId, place: params.place, facts: { by: 'link' }, at });
    }
    if (link.usedAt !== null && stands) return ok([]);
    await useFreezeLink(tx, hash, at);
    return ok(await freezeNow(tx, { userId, keeps: null, place: params.place, by: 'link', at }));
  });
}

/**
 * Asks for the end of a freeze; answers when it comes, null when there is none.
 *
 * @failure second-factor-needed — no step-up made for this
 * @failure user-status-forbids — a freeze by link, and no reset by an older mailbox or phone since
 */
export function askUnfreeze(
  { db, clock }: Deps,
  params: SignedInOwner & { readonly stepUp: string | undefined },
): Promise<Result<UnixMs | null, Failure<'second-factor-needed' | 'user-status-forbids'>>> {
  const { userId, place, stepUp } = params;
  return db.transaction(async (tx) => {
    const at = clock.now();
    await holdRisk(tx, userId);
    const freeze = await findFreeze(tx, userId);
    if (isInForce(freeze, at) && !mayEnd(freeze)) return fail(STOPPED);
    const spent = await spendStepUp(tx, {
      userId,
      action: 'unfreeze',
      subject: null,
      stepUp,
      at,
    });
    if (!spent.ok) return spent;
    const until = decideUnfreeze(freeze, at);
    if (until === null) return ok(null);
    if (freeze?.until === null) {
      await setFreezeEnd(tx, userId, until);
      await recordSecurity(tx, { userId, kind: 'unfreeze-asked', place, at });
    }
    return ok(until);
  });
}

/** Writes down which freezes ended, and forgets links that are too old. */
export async function tidyFreezes({ db, clock }: Deps): Promise<void> {
  await db.transaction(async (tx) => {
    const at = clock.now();
    for (const userId of await dropEndedFreezes(tx, at)) {
      await releaseOldContacts(tx, userId, at);
      await recordSecurity(tx, { userId, kind: 'unfrozen', place: null, at });
    }
    await dropOldLinks(tx, at);
  });
}
