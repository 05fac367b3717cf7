import { createHmac } from 'node:crypto';
import {
  type Clock,
  type Result,
  SECOND_MS,
  type SessionId,
  type UnixMs,
  type UserId,
  assert,
  ensure,
  fail,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Parameters } from '../../../parameters/index.ts';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import { hashSecret, newSecret } from '../../../platform/secrets/session.ts';
import { revokeSessions, type Entered, lockRefresh } from '../../sessions/index.ts';
import {
  freeUsername,
  openAccount,
  type ClientOrigin,
  type AccountRow,
  hasAnotherSignInMethod,
} from '../../account/index.ts';
import { recordSecurity } from '../../audit/index.ts';
import { enter, spendStepUp } from '../factors/index.ts';
import type { Callback, Identity, IssuerSetup, Issuers, Proofs } from './issuers.ts';
import { FLOW_MS, FRESH_MS, STATE_WORDS } from './rules.ts';
import {
  type FlowRow,
  type Purpose,
  deleteKey,
  findOwner,
  hasKey,
  insertFlow,
  insertFresh,
  insertKey,
  lockIdentity,
  takeFlow,
} from './store.ts';

/** What every command of this part works with. */
export type SocialDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly parameters: Parameters;
  readonly issuers: Issuers;
};

/** A flow as it is asked for. */
export type Beginning = {
  readonly service: string;
  /** Our own page the service sends the browser back to. */
  readonly redirectUri: string;
  /** The secret that the browser keeps where no script can read it. */
  readonly browser: string;
  readonly next: string | undefined;
  readonly language: string;
};

type BeginFailure = Failure<'not-yet-open' | 'service-unreachable'>;

/**
 * What protects a flow, made of the browser's secret and the state: nothing of it is stored, and
 * nobody without the cookie can make it again.
 */
function proofsOf(browser: string, state: string): Proofs {
  const made = (what: string): string =>
    createHmac('sha256', browser).update(`${what} ${state}`).digest('base64url');
  return { state, nonce: made('nonce'), verifier: made('verifier') };
}

const newState = (purpose: Purpose): string => `${STATE_WORDS[purpose]}.${newSecret()}`;

async function begin(
  deps: SocialDeps,
  params: Beginning,
  on: {
    purpose: Purpose;
    userId: UserId | null;
    allow: (tx: Tx, at: UnixMs) => Promise<Result<null, Failure>>;
  },
): Promise<Result<string, Failure>> {
  const { issuers, clock, db } = deps;
  const { service, redirectUri, browser, next = null, language } = params;
  const { purpose, userId } = on;
  const setup = issuers.find(service);
  if (setup === null) return fail({ name: 'not-yet-open', field: 'issuer' });
  const state = newState(purpose);
  const proofs = proofsOf(browser, state);
  const isFresh = purpose === 'fresh';
  // Before anything is used up: a service that is away must not cost a step-up.
  const address = await issuers.address({ setup, redirectUri, proofs, isFresh });
  if (!address.ok) return address;
  const at = clock.now();
  return db.transaction(async (tx) => {
    const allowed = await on.allow(tx, at);
    if (!allowed.ok) return allowed;
    const hashes = { stateHash: hashSecret(state), browserHash: hashSecret(browser) };
    const flow = { ...hashes, purpose, userId, service, redirectUri, next, language };
    await insertFlow(tx, { ...flow, at, expiresAt: plusMs(at, FLOW_MS) });
    return address;
  });
}

/** Begins a log-in at a service; `isFresh` lets it ask who the user is even if it knows. */
export async function beginLogin(
  deps: SocialDeps,
  params: Beginning & { readonly isFresh: boolean },
): Promise<Result<string, BeginFailure>> {
  const purpose = params.isFresh ? 'fresh' : 'login';
  const allow = (): Promise<Result<null, Failure>> => Promise.resolve(ok(null));
  const begun = await begin(deps, params, { purpose, userId: null, allow });
  return begun as Result<string, BeginFailure>;
}

/** Begins to add a service to an account; the step-up is used up by the beginning. */
export function beginLink(
  deps: SocialDeps,
  params: Beginning & { readonly userId: UserId; readonly stepUp: string | undefined },
): Promise<Result<string, Failure>> {
  const { userId, stepUp, service: subject } = params;
  return begin(deps, params, {
    purpose: 'link',
    userId,
    allow: (tx, at) => spendStepUp(tx, { userId, action: 'social-link', subject, stepUp, at }),
  });
}

type Confirmed = { readonly flow: FlowRow; readonly setup: IssuerSetup; readonly of: Identity };

/** Uses a flow up and asks the service whom its code stands for. */
async function confirm(
  deps: SocialDeps,
  params: { callback: Callback; browser: string | null; userId: UserId | null },
): Promise<Result<Confirmed, Failure<'sign-in-unconfirmed' | 'service-unreachable'>>> {
  const { callback, browser, userId } = params;
  const unconfirmed = fail({ name: 'sign-in-unconfirmed' } as const);
  if (browser === null) return unconfirmed;
  const at = deps.clock.now();
  const hashes = { stateHash: hashSecret(callback.state), browserHash: hashSecret(browser) };
  // Gone before the service is asked: a caller that sends the same address again finds nothing.
  const flow = await takeFlow(deps.db, { ...hashes, userId, at });
  const setup = flow === null ? null : deps.issuers.find(flow.service);
  if (flow === null || setup === null) return unconfirmed;
  const begunAt = plusMs(flow.expires_at as UnixMs, -FLOW_MS);
  const identified = await deps.issuers.identify({
    setup,
    redirectUri: flow.redirect_uri,
    callback,
    proofs: proofsOf(browser, callback.state),
    freshFor: flow.purpose === 'fresh' ? Math.ceil((at - begunAt) / SECOND_MS) : null,
  });
  return identified.ok ? ok({ flow, setup, of: identified.value }) : identified;
}

/** The account an identity opens; a new one with its demo account when it opens none. */
async function ownerOf(
  tx: Tx,
  deps: SocialDeps,
  { flow, of, at }: { flow: FlowRow; of: Identity; at: UnixMs },
): Promise<{ readonly account: AccountRow; readonly isOpened: boolean }> {
  await lockIdentity(tx, of);
  const owner = await findOwner(tx, of);
  if (owner !== null) return { account: owner, isOpened: false };
  const username = await freeUsername(tx, flow.service);
  const opening = { username, passwordHash: null, language: flow.language, at };
  const account = ensure(await openAccount(tx, deps, opening), 'nobody has a name made just now');
  await insertKey(tx, { ...of, userId: account.user_id as UserId, id: newUuid(at), at });
  return { account, isOpened: true };
}

/** A fresh log-in replaces the session it was asked for in, so that no device stands twice. */
async function noteFresh(
  tx: Tx,
  to: { userId: UserId; sessionId: SessionId; replaced: string | null; at: UnixMs },
): Promise<void> {
  const { userId, sessionId, replaced, at } = to;
  const before = replaced === null ? null : await lockRefresh(tx, hashSecret(replaced));
  if (before !== null && before.user_id === userId && before.ended_at === null) {
    const which = { one: before.session_id as SessionId };
    await revokeSessions(tx, { userId, which, by: 'user', at });
  }
  await insertFresh(tx, { userId, sessionId, expiresAt: plusMs(at, FRESH_MS) });
}

/** What a finished log-in led to, and where its page goes on. */
export type SocialEntered = { readonly entered: Entered; readonly next: string | null };

/**
 * Signs in a user whom a service has named; an identity nobody has opens an account.
 *
 * @failure sign-in-unconfirmed — not begun in this browser, used, too late, or not confirmed
 * @failure service-unreachable — nobody answered there
 * @failure account-disabled — switched off by an operator, or closed
 */
export async function logInBySocial(
  deps: SocialDeps,
  params: {
    callback: Callback;
    browser: string | null;
    place: ClientOrigin;
    replaced: string | null;
  },
): Promise<Result<SocialEntered, Failure>> {
  const { callback, browser, place, replaced } = params;
  const confirmed = await confirm(deps, { callback, browser, userId: null });
  if (!confirmed.ok) return confirmed;
  const { flow, of } = confirmed.value;
  assert(flow.purpose !== 'link', 'a flow that links belongs to a user');
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const { account, isOpened } = await ownerOf(tx, deps, { flow, of, at });
    const entered = await enter(tx, { account, way: 'social', place, at, isOpened });
    if (!entered.ok) return entered;
    if (flow.purpose === 'fresh' && entered.value.kind === 'in') {
      const { sessionId } = entered.value.tokens;
      await noteFresh(tx, { userId: account.user_id as UserId, sessionId, replaced, at });
    }
    return ok({ entered: entered.value, next: flow.next });
  });
}

/**
 * Adds whom a service has named as a way into an account.
 *
 * @failure already-linked — it opens another account
 */
export async function finishLink(
  deps: SocialDeps,
  params: { callback: Callback; browser: string | null; userId: UserId; place: ClientOrigin },
): Promise<Result<{ next: string | null }, Failure>> {
  const { userId, place } = params;
  const confirmed = await confirm(deps, params);
  if (!confirmed.ok) return confirmed;
  const { flow, setup, of } = confirmed.value;
  return deps.db.transaction(async (tx) => {
    await lockIdentity(tx, of);
    const owner = await findOwner(tx, of);
    if (owner !== null && owner.user_id !== userId) return fail({ name: 'already-linked' });
    if (owner === null) {
      const at = deps.clock.now();
      await insertKey(tx, { ...of, userId, id: newUuid(at), at });
      const facts = { service: setup.title };
      await recordSecurity(tx, { userId, kind: 'social-linked', place, facts, at });
    }
    return ok({ next: flow.next });
  });
}

/**
 * Takes a service away as a way into an account.
 *
 * @failure not-found — the user has no such one
 * @failure last-way-in — nothing else opens the account
 * @failure second-factor-needed — no step-up for this
 */
export function unlink(
  deps: SocialDeps,
  params: { userId: UserId; id: string; stepUp: string | undefined; place: ClientOrigin },
): Promise<Result<null, Failure>> {
  const { userId, id, stepUp, place } = params;
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    // Asked first: it waits for any other transaction that removes a sign-in method at this moment.
    const isSafe = await hasAnotherSignInMethod(tx, userId);
    if (!(await hasKey(tx, { userId, id }))) return fail({ name: 'not-found' });
    if (!isSafe) return fail({ name: 'last-way-in' });
    const action = { action: 'social-unlink', subject: id, stepUp } as const;
    const allowed = await spendStepUp(tx, { ...action, userId, at });
    if (!allowed.ok) return allowed;
    const key = ensure(await deleteKey(tx, { userId, id }), 'the key is there');
    const facts = { service: titleOf(deps.issuers, key.issuer) };
    await recordSecurity(tx, { userId, kind: 'social-unlinked', place, facts, at });
    return ok(null);
  });
}

/** What people call an issuer: the operator's name for it, or its host when it is not offered. */
export function titleOf(issuers: Issuers, issuer: string): string {
  return issuers.ofIssuer(issuer)?.title ?? new URL(issuer).host;
}
