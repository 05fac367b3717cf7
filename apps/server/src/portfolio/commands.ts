import { type Clock, type EntryId, ensure, fail, money, newUuid, ok } from '@candor/kernel';
import { type UserInfo, portfolio as protocol } from '@candor/protocol';
import type { Accounts, User } from '../accounts/index.ts';
import type { Contracts } from '../contracts/index.ts';
import {
  type TradingAccount,
  type Posting,
  accountKey,
  commitEntries,
  findHoldings,
  lockAccounts,
} from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import type { Nft } from '../nft/index.ts';
import type { Plans } from '../plans/index.ts';
import type { Options } from '../options/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { InstallationKind } from '../platform/postgres/installation.ts';
import type { Database, Tx } from '../platform/postgres/db.ts';
import { type KeptText, envelopeText } from '../platform/http/http.ts';
import {
  type IdempotencyKey,
  findKept,
  keepAnswers,
  keptFor,
} from '../platform/commit/idempotency.ts';
import { figuresOf, nothingOwned } from './rules.ts';

/** What portfolio stands on. */
export type PortfolioDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'findUser' | 'recordDemoReset'>;
  readonly contracts: Contracts;
  readonly options: Pick<Options, 'byIds' | 'commands' | 'countRunning' | 'queries'>;
  readonly plans: Pick<Plans, 'commands' | 'countOpen'>;
  readonly nft: Pick<Nft, 'countHeld' | 'titlesOf'>;
  readonly market: Pick<Market, 'freshConversionRate' | 'instrument' | 'latest' | 'status'>;
  readonly parameters: Parameters;
  readonly committed: () => void;
  readonly installation: InstallationKind;
};

/** Everything the demo account holds goes back to the grant, then a new grant comes. */
function resetPostings(held: bigint, grant: bigint): Posting[] {
  const asset = 'USDT' as const;
  const back: Posting = { from: 'user:cash', to: 'house:demo-grant', asset, units: held };
  const fresh: Posting = { from: 'house:demo-grant', to: 'user:cash', asset, units: grant };
  return [back, fresh].filter(({ units }) => units > 0n);
}

/**
 * Ends everything of the demo account at the marks of this moment, voids what has none, and opens
 * it with a new grant. What a stored tick has reached is not asked for first: the owner begins
 * anew, and a stop filled at its own tick would change a result that the same entry takes out of
 * the trading account. A reset that was refused, or that waited for the engine, would keep a user
 * in practice trades they want to be rid of. The record says what was done: closed by the owner, at
 * the tick of the closing; a stop that is filled before the trading account's lock is taken stays
 * filled. Answers what says so once it is committed.
 *
 * @source LEDGER, demo reset
 */
async function reset(deps: PortfolioDeps, tx: Tx, request: IdempotencyKey): Promise<() => void> {
  const account: TradingAccount = { userId: request.userId, mode: 'demo' };
  const { requestId } = request;
  const asked = { ...account, requestId, partFrom: 0 };
  const { nextPart, tell } = await deps.contracts.commands.endAll(tx, asked);
  await deps.options.commands.endAll(tx, account);
  await deps.plans.commands.endAll(tx, account);
  const now = deps.clock.now();
  const holdings = (await findHoldings(tx, [account])).get(accountKey(account));
  const held = holdings?.USDT['user:cash'] ?? 0n;
  const entry = {
    id: newUuid(now) as EntryId,
    ...account,
    kind: 'demo-reset' as const,
    requestId,
    part: nextPart,
    cause: 'request' as const,
    subject: null,
    reverses: null,
    at: now,
    postings: resetPostings(held, deps.parameters.usdt('demo.balance').units),
  };
  await commitEntries(tx, [entry], now);
  await deps.accounts.recordDemoReset(tx, request.userId, now);
  return tell;
}

/** The figures right after a reset, as they will be read once it is committed. */
function freshInfo(deps: PortfolioDeps, user: User): UserInfo {
  const grant = deps.parameters.usdt('demo.balance');
  const nothing = money('USDT', 0n);
  const marginState = {
    cash: grant,
    margin: nothing,
    deficit: nothing,
    reversed: nothing,
    floatingPnl: nothing,
  };
  return {
    id: user.id,
    username: user.username,
    demoDisabled: user.demoDisabled,
    mode: 'demo',
    ...figuresOf({
      margin: { isJudged: true, marginState },
      owned: { ...nothingOwned(), USDT: grant },
      debt: nothing,
      profit: nothing,
      marks: { BTC: null, ETH: null },
      markedAt: [],
    }),
  };
}

/** Makes the command that closes everything of a demo account and opens it again. */
export function createDemoReset(
  deps: PortfolioDeps,
): (request: IdempotencyKey) => Promise<KeptText> {
  const endpoint = protocol.demoReset;
  return async (request) => {
    // An option that is over has its result. What fails here is tried again at every turn.
    await deps.options.commands.settleExpired(deps.clock.now()).catch(() => undefined);
    // Before the transaction: resets that wait for one another must not wait for a connection too.
    const user = ensure(await deps.accounts.findUser(request.userId), 'the user exists');
    const { text, tell } = await deps.db.transaction(async (tx) => {
      await lockAccounts(tx, [{ userId: request.userId, mode: 'demo' }]);
      const before = keptFor(await findKept(tx, [request]), request);
      if (before !== undefined) {
        if (before.bodyHash === request.bodyHash) {
          return { text: ensure(before.answer, 'the answer to a reset is kept') };
        }
        return { text: envelopeText(endpoint, fail({ name: 'request-reused' })) };
      }
      const done = user.demoDisabled ? undefined : await reset(deps, tx, request);
      const answer = user.demoDisabled
        ? envelopeText(endpoint, fail({ name: 'demo-disabled' }))
        : envelopeText(endpoint, ok(freshInfo(deps, user)));
      await keepAnswers(tx, [{ request, answer }], deps.clock.now());
      return { text: answer, tell: done };
    });
    tell?.();
    deps.committed();
    return { kept: text };
  };
}
