import {
  type Clock,
  type Mode,
  type QuoteId,
  type Result,
  type UnixMs,
  type UserId,
  newUuid,
  ok,
} from '@candor/kernel';
import { type Failure, type OrderQuote, type QuoteOrderBody, contracts } from '@candor/protocol';
import { tradableFacts } from '../batch/facts.ts';
import type { AccountValue, ContractQueries } from '../queries/queries.ts';
import { decideQuoted } from './quote-rules.ts';
import type { FrozenQuotes } from '../batch/frozen-quotes.ts';
import { decideJudged, refuse } from '../order/refusal.ts';
import { factsAfterClosing } from '../opening/reversal.ts';
import { closingOf } from '../closing/rules.ts';
import type { OpenFacts } from '../opening/rules.ts';
import type { ContractDeps } from '../batch/batch-transaction.ts';

/** The facts of an order that reverses a contract: those after that contract is closed. */
function afterReversal(
  deps: ContractDeps,
  facts: OpenFacts,
  params: { body: QuoteOrderBody; account: AccountValue },
): Result<OpenFacts, Failure> {
  const { body, account } = params;
  if (body.reverseOf === undefined) return ok(facts);
  const contract = account.running.find(({ id }) => id === body.reverseOf);
  if (contract?.code !== body.code) return refuse('not-found', 'reverseOf');
  const { quote, link: conversionRate, now } = facts;
  // Without a price the order is refused for that.
  if (quote === null || conversionRate === null) return ok(facts);
  const judged = decideJudged(facts.margin);
  if (!judged.ok) return judged;
  const closing = closingOf(contract, { quote, link: conversionRate, reason: 'user', now });
  const isLast = account.running.length === 1;
  const ended = { contract, closing, holdings: account.holdings.USDT, isLast, market: deps.market };
  return ok(factsAfterClosing(facts, judged.value, ended));
}

/** Answers what an order would do, and keeps the price of a market order for a few seconds. */
export function createQuoter(
  deps: ContractDeps & { readonly clock: Clock; readonly quotes: FrozenQuotes },
  queries: Pick<ContractQueries, 'accountValue'>,
): (params: {
  userId: UserId;
  mode: Mode;
  body: QuoteOrderBody;
}) => Promise<Result<OrderQuote, Failure>> {
  return async ({ userId, mode, body }) => {
    const { market } = deps;
    const account = await queries.accountValue({ userId, mode });
    const { margin, running } = account;
    const now = deps.clock.now();
    const feed = market.feed().key;
    const facts: OpenFacts = {
      ...tradableFacts({ deps, now }, { code: body.code, mode }),
      body,
      instrument: market.instrument(body.code),
      margin,
      exposures: running.filter((one) => one.code === body.code && one.feed === feed),
      // What waits is counted when the order is placed; a preview promises no place.
      counts: { open: running.length, waiting: 0 },
    };
    const reversed = afterReversal(deps, facts, { body, account });
    if (!reversed.ok) return reversed;
    const quoted = decideQuoted(reversed.value);
    if (!quoted.ok) return quoted;
    const { side, lots, instrument, quote, figures } = quoted.value;
    const id = newUuid(now) as QuoteId;
    // A promise that outlived its tick's freshness could not be kept.
    const freshUntil = quote.receivedAt + instrument.freshForMs;
    const expiresAt = Math.min(now + contracts.QUOTE_LIFE_MS, freshUntil) as UnixMs;
    if (body.orderType === 'market') {
      const { code } = instrument;
      const { leverage } = body;
      const holder = { userId, mode, code, side, lots, leverage };
      deps.quotes.keep({ ...holder, id, quote, expiresAt }, now);
    }
    return ok({ quoteId: id, expiresAt, ...figures });
  };
}
