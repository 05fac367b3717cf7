import { DAY_MS, type UnixMs, ensure, formatMoney } from '@candor/kernel';
import { CASE_REASONS } from '@candor/protocol';
import type { KindTerms } from '../../cases/index.ts';
import { accountKey, entryStatements, findHoldings, lockAccounts } from '../../ledger/index.ts';
import type { Fact } from '../../platform/commit/outbox.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import { sendAll, type Tx } from '../../platform/postgres/db.ts';
import { readInstallation } from '../../platform/postgres/installation.ts';
import { refundPostings } from '../bidding/holding.ts';
import { placeOf, refundEntry } from '../bidding/selling.ts';
import { factsOf } from '../bidding/writing.ts';
import { TOKENS_MOVED, type TokensMoved } from '../token/events.ts';
import { leaveArt, showArt } from '../pictures/picture-store.ts';
import { findFirst, partStatements } from '../token/part-store.ts';
import { termsProblem } from '../token/rules.ts';
import { lockTokens } from '../token/token-store.ts';
import type { Part } from '../token/token.ts';
import {
  cancelToken,
  changeToken,
  deliverToken,
  insertBeneficiary,
  insertToken,
} from './decided-store.ts';
import { TOKEN_ROWS, shown } from './rows.ts';
import { type CaseTexts, beneficiaryOf, tokenTermsOf } from './terms.ts';

const moved = (tokenIds: readonly string[]): Fact => ({
  topic: TOKENS_MOVED,
  payload: { tokenIds } satisfies TokensMoved,
});

const TWO = {
  deadlineMs: 7 * DAY_MS,
  people: 2,
  roles: {
    opener: ['content', 'risk'],
    maker: ['content', 'risk'],
    checker: ['risk', 'cashierChecker'],
  },
  passkey: true,
} as const;

/** A charity is registered: its number was looked up, its agreement read. @source PRODUCT 8 */
export const beneficiaryCase: KindTerms = {
  ...TWO,
  name: 'beneficiary',
  letter: 'B',
  reasons: CASE_REASONS.beneficiary,
  describe: shown([
    ['name', 'text', 'name'],
    ['country', 'country', 'country'],
    ['register', 'text', 'register'],
    ['register-number', 'text', 'registerNumber'],
    ['register-url', 'text', 'registerUrl'],
    ['agreement', 'text', 'agreement'],
    ['agreed-on', 'text', 'agreedOn'],
    ['note', 'text', 'note'],
  ]),
  async apply(tx, { id: caseId, facts }, at) {
    const terms = beneficiaryOf(facts);
    // A charity there is not is for a rehearsal alone.
    if (terms.isSample && (await readInstallation(tx)) !== 'rehearsal') return 'overtaken';
    const isNew = await insertBeneficiary(tx, facts['id'] ?? '', terms, { caseId, at });
    return isNew ? 'done' : 'overtaken';
  },
};

/** What a decided case offers; null where that cannot be offered any more. */
function offeredBy(facts: CaseTexts, at: UnixMs) {
  const terms = tokenTermsOf(facts);
  return terms === null || termsProblem(terms, at) !== null ? null : terms;
}

/** A token is offered as two people decided. @source PRODUCT 8, 11 */
export const tokenCase: KindTerms = {
  ...TWO,
  name: 'token',
  letter: 'N',
  reasons: CASE_REASONS.token,
  describe: shown(TOKEN_ROWS),
  async apply(tx, { id: caseId, facts }, at) {
    const terms = offeredBy(facts, at);
    // Decided after its auction would have ended, it is never offered.
    if (terms === null) return 'overtaken';
    const id = facts['id'] ?? '';
    if (!(await insertToken(tx, id, terms, { caseId, at }))) return 'overtaken';
    await showArt(tx, terms.artId);
    await appendFacts(tx, [moved([id])], at);
    return 'done';
  },
};

/** What a token is offered on changes, before its first bid. */
export const tokenChangeCase: KindTerms = {
  ...TWO,
  name: 'tokenChange',
  letter: 'N',
  reasons: CASE_REASONS.tokenChange,
  describe: shown([['token-id', 'text', 'id'], ...TOKEN_ROWS]),
  async apply(tx, { id: caseId, facts }, _begun, clock) {
    const id = facts['id'] ?? '';
    const [token] = await lockTokens(tx, [id]);
    const at = clock.now();
    const terms = offeredBy(facts, at);
    if (terms === null) return 'overtaken';
    const version = Number.parseInt(facts['version'] ?? '', 10);
    // Who bid meanwhile bid on what was offered then.
    if (!(await changeToken(tx, id, terms, { caseId, at, version }))) return 'overtaken';
    await showArt(tx, terms.artId);
    if (token !== undefined) await leaveArt(tx, token.artId, at);
    await appendFacts(tx, [moved([id])], at);
    return 'done';
  },
};

/** A token is taken off sale, and who leads gets everything back. @source WIRE 7 */
export const tokenCancelCase: KindTerms = {
  ...TWO,
  deadlineMs: DAY_MS,
  name: 'tokenCancel',
  letter: 'N',
  reasons: CASE_REASONS.tokenCancel,
  describe: shown([
    ['token-id', 'text', 'id'],
    ['title', 'text', 'title'],
    ['charity', 'text', 'charity'],
    ['reason', 'text', 'reason'],
    ['note', 'text', 'note'],
  ]),
  async apply(tx, { id: caseId, facts }, _begun, clock) {
    const id = facts['id'] ?? '';
    const [token] = await lockTokens(tx, [id]);
    const [leader] = await findFirst(tx, [id]);
    const account =
      leader === undefined ? null : ({ userId: leader.userId, mode: 'real' } as const);
    // As with a bid: the token is locked, then the account, and then both are written.
    if (account !== null) await lockAccounts(tx, [account]);
    // Behind the locks, as a bid and an end do: of an auction that ended meanwhile nothing is cancelled.
    const now = clock.now();
    // Times of a token never go back, though the clock was set back since the bid.
    const at = leader !== undefined && leader.at > now ? leader.at : now;
    // An auction whose end came is won by who leads, also where nobody ended it yet.
    const isOver = token?.auction != null && token.auction.endsAt <= at;
    if (token === undefined || token.state !== 'open' || isOver) return 'overtaken';
    const reason = facts['reason'] ?? '';
    await cancelToken(tx, id, { caseId, at, reason });
    if (leader === undefined || account === null) {
      await appendFacts(tx, [moved([id])], at);
      return 'done';
    }
    const found = (await findHoldings(tx, [account])).get(accountKey(account));
    const postings = refundPostings(ensure(found, 'an account is answered').USDT, leader.amount);
    const part: Part = { ...leader, state: 'cancelled', movedAt: at, endedAt: at };
    const news = { kind: 'cancelled', amount: formatMoney(leader.amount), reason } as const;
    const told = [{ part, title: token.title, news }];
    await sendAll(tx, [
      ...partStatements([part]),
      ...entryStatements(
        [refundEntry(leader, { at, cause: 'case', postings })],
        at,
        factsOf({ told, tokens: [token] }, at),
      ),
    ]);
    return 'done';
  },
};

/** Marks in its transaction that a token is where its buyer said. */
async function deliver(
  tx: Tx,
  facts: CaseTexts,
  { caseId, at }: { readonly caseId: string; readonly at: UnixMs },
): Promise<'done' | 'overtaken'> {
  const { id = '', hash = '', address = '' } = facts;
  const [token] = await lockTokens(tx, [id]);
  const [owner] = await findFirst(tx, [id]);
  if (token?.state !== 'sold' || owner?.address !== address) return 'overtaken';
  await deliverToken(tx, id, { caseId, hash, at });
  const to = ensure(placeOf(token, owner), 'what is delivered has an address');
  const news = { kind: 'delivered', amount: formatMoney(owner.amount), hash, to } as const;
  const told = [{ part: owner, title: token.title, news }];
  await appendFacts(tx, factsOf({ told, tokens: [token] }, at), at);
  return 'done';
}

/** A token on a chain was sent to its buyer: another member saw the transaction. */
export const tokenDeliveryCase: KindTerms = {
  name: 'tokenDelivery',
  letter: 'N',
  deadlineMs: 7 * DAY_MS,
  people: 1,
  roles: {
    opener: ['cashierMaker', 'content'],
    maker: ['cashierMaker', 'cashierChecker', 'risk'],
    checker: ['cashierChecker', 'risk'],
  },
  reasons: CASE_REASONS.tokenDelivery,
  passkey: false,
  describe: shown([
    ['token-id', 'text', 'id'],
    ['title', 'text', 'title'],
    ['chain', 'text', 'chain'],
    ['address', 'text', 'address'],
    ['transaction', 'text', 'hash'],
    ['note', 'text', 'note'],
  ]),
  apply: (tx, { id: caseId, facts }, at) => deliver(tx, facts, { caseId, at }),
};
