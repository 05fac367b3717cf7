import { formatDecimal } from '@candor/kernel';
import { WIRE_FIELDS } from '@candor/protocol';
import type { Contracts } from '../contracts/index.ts';
import type { Live } from '../live/index.ts';
import type { Loans } from '../loans/index.ts';
import { type Market, idOf } from '../market/index.ts';
import type { Options } from '../options/index.ts';
import type { Host } from '../platform/host.ts';
import type { Portfolio } from '../portfolio/index.ts';
import { type Engine, type EngineMarket, createEngine } from './index.ts';

function engineMarket(market: Market): EngineMarket {
  return {
    ...market,
    listing(code) {
      const change = market.change(code);
      return {
        id: idOf(code),
        [WIRE_FIELDS.changePercent]: change === null ? null : formatDecimal(change),
      };
    },
  };
}

/** What an operator watches of the engine. */
function measureEngine({ metrics }: Host, engine: Engine): void {
  metrics.gauge('candor_contracts_open', 'Running contracts in memory', () => engine.size());
  metrics.gauge(
    'candor_accounts_unjudged',
    'Accounts with an open contract that has no price: no new risk, no close-out',
    () => engine.unjudged(),
  );
  metrics.gauge(
    'candor_loans_watched',
    'Running loans whose collateral is watched',
    () => engine.watchedLoans().all,
  );
  metrics.gauge(
    'candor_loans_unjudged',
    'Running loans whose collateral has no price that counts: nothing is told or sold',
    () => engine.watchedLoans().unjudged,
  );
  metrics.gauge(
    'candor_engine_turn_ms',
    'The longest turn of the last minute that lets ticks act',
    () => engine.figures().turnMs,
  );
  metrics.gauge(
    'candor_engine_unacted_ms',
    'Age of the oldest tick that has not done all it should: undrained, or what it set off waits',
    () => engine.figures().unactedMs,
  );
  metrics.gauge(
    'candor_engine_due',
    'Orders a tick set off that are not committed yet',
    () => engine.figures().due,
  );
  metrics.gauge(
    'candor_engine_stuck',
    'Orders a tick set off that could not be done for a minute; they are tried again',
    () => engine.figures().stuck,
  );
  metrics.gauge(
    'candor_engine_failed',
    'How often ticks could not act since the start; they are tried again',
    () => engine.figures().failed,
  );
  metrics.gauge(
    'candor_engine_aside',
    'Spans of ticks that could not act and are tried again, while newer ones act without them',
    () => engine.figures().aside,
  );
}

/** Opens the engine in a process: on connections that callers never take. */
export function wireEngine(
  host: Host,
  deps: {
    readonly market: Market;
    readonly contracts: Contracts;
    readonly options: Options;
    readonly portfolio: Portfolio;
    readonly live: Live;
    readonly loans: Pick<Loans, 'watching'>;
  },
): Engine {
  const { market, loans, ...parts } = deps;
  const engine = createEngine({
    ...host,
    ...parts,
    db: host.acting,
    market: engineMarket(market),
    loans: loans.watching,
  });
  measureEngine(host, engine);
  host.onStart(() => engine.start());
  host.onStop('turns', () => engine.stop());
  return engine;
}
