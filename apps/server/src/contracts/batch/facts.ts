import type { Mode, Result, UnixMs } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import type { TradingAccount } from '../../ledger/index.ts';
import type { AnyOrder, Contract } from '../order/contract.ts';
import type { ConversionRate } from '../order/market-view.ts';
import {
  type AccountFacts,
  type RealOpeningFacts,
  type TradableFacts,
  decideTradable,
} from '../order/tradable.ts';
import { type ContractDeps, type BatchTransaction, accountOf } from './batch-transaction.ts';

type Place = { readonly deps: ContractDeps; readonly now: UnixMs };

/** The fresh rate that makes an instrument's currency USDT; null without one. */
export function freshRateFor(place: Place, code: string): ConversionRate | null {
  const { market } = place.deps;
  const instrument = market.instrument(code);
  return instrument === null
    ? null
    : market.freshConversionRate(instrument.quoteCurrency, place.now);
}

/** What decides whether new business of a mode is taken at this moment. */
export function realOpeningFacts(
  { deps }: { readonly deps: Pick<ContractDeps, 'houseHasFloor' | 'isOperatorNamed'> },
  mode: Mode,
): RealOpeningFacts {
  return {
    mode,
    houseHasFloor: mode === 'demo' || deps.houseHasFloor(),
    isOperatorNamed: mode === 'demo' || deps.isOperatorNamed(),
  };
}

/** What decides whether an instrument may be traded in a mode at this moment. */
export function tradableFacts(place: Place, params: { code: string; mode: Mode }): TradableFacts {
  const { deps, now } = place;
  const { market } = deps;
  const instrument = market.instrument(params.code);
  return {
    ...realOpeningFacts(place, params.mode),
    now,
    quote: instrument === null ? null : market.latest(instrument.code),
    status: instrument === null ? 'noSource' : market.status(instrument.code, now),
    link: freshRateFor(place, params.code),
    feedMode: market.feed().mode,
    isRehearsal: deps.isRehearsal,
  };
}

/**
 * Whether a user may close a contract now; one of a feed that is not running has no price. An order
 * a tick sets off is judged by that tick (`decideFillable`), a close-out by the marks of its command
 * (`closeOutCandidates`).
 */
export function decideClosable(
  place: Place,
  contract: Contract,
): Result<{ quote: Quote; link: ConversionRate }, Failure> {
  const facts = tradableFacts(place, contract);
  const isPaused = contract.feed !== place.deps.market.feed().key;
  if (isPaused) return decideTradable({ ...facts, quote: null, status: 'noSource' }, 'close');
  return decideTradable(facts, 'close');
}

/**
 * The order a command is about, whatever became of it; null when it is not this trading account's.
 */
export function ownOrder(
  batch: BatchTransaction,
  command: TradingAccount & { readonly contractId: AnyOrder['id'] },
): AnyOrder | null {
  const running = accountOf(batch, command).find(command.contractId);
  const order = running ?? batch.others.get(command.contractId);
  return order?.mode === command.mode ? order : null;
}

/** What an account has open of one instrument, at the prices that run. */
export function exposuresOf(
  batch: BatchTransaction,
  params: TradingAccount & { readonly code: Contract['code'] },
): readonly Contract[] {
  const feed = batch.deps.market.feed().key;
  return accountOf(batch, params)
    .runningOf(params.code)
    .filter((one) => one.feed === feed);
}

/** How an account stands, and how much it has at once. */
export function accountFacts(batch: BatchTransaction, params: TradingAccount): AccountFacts {
  const state = accountOf(batch, params);
  return { margin: state.marginJudgement(), counts: state.counts() };
}
