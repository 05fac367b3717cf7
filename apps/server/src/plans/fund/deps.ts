import type { Clock } from '@candor/kernel';
import type { Contracts } from '../../contracts/index.ts';
import type { Market } from '../../market/index.ts';
import type { Parameters } from '../../parameters/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';

/** What plans ask the market. */
export type PlanMarket = Pick<
  Market,
  | 'acting'
  | 'bars'
  | 'describe'
  | 'feed'
  | 'firstFrom'
  | 'instrument'
  | 'lastActing'
  | 'lastOfFeed'
  | 'latest'
  | 'marketTime'
  | 'opensFrom'
  | 'status'
  | 'unstoredSince'
  | 'wasTrading'
>;

/** What plans stand on. */
export type PlanDeps = {
  readonly db: Database;
  /** Connections that callers never take: for whatever a price or a midnight sets off. */
  readonly acting: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after each commit, so that the facts are read soon. */
  readonly committed: () => void;
  readonly market: PlanMarket;
  readonly contracts: Pick<Contracts, 'accountMargins' | 'admitReal' | 'unjudged'>;
  readonly parameters: Parameters;
  readonly isRehearsal: boolean;
};
