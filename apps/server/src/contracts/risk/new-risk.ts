import { type Money, type Result, type UnixMs, type UserId, money, subMoney } from '@candor/kernel';
import { type PricedTrade, type MarginState, notionalUsdt, tradingEquity } from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import {
  type ByPeriod,
  type Brakes,
  addToAll,
  decideLimits,
  decidePaused,
  findRealFlows,
  findBrakes,
  isLimited,
  lossOf,
  pausesIn,
  periodStarts,
} from '../../accounts/index.ts';
import { type TradingAccount, accountKey } from '../../ledger/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { sumOpened } from './opened-store.ts';

/** What was done of what is limited, in each running period: `brought` counts what was given for tokens as lost. */
type Used = { readonly brought: ByPeriod; readonly given: ByPeriod; readonly opened: ByPeriod };

/** What decides whether a trading account takes new risk. */
export type Risk = {
  readonly brakes: Brakes;
  /** Null where nothing is limited: practice money, and users who set no limit. */
  readonly used: Used | null;
};

/** Of a trading account nobody restricted. */
export const UNRESTRICTED: Risk = { brakes: { pauses: [], limits: [] }, used: null };

async function findUsed(tx: Tx, userId: UserId, now: UnixMs): Promise<Used> {
  const [flows, opened] = await Promise.all([
    findRealFlows(tx, userId, now),
    sumOpened(tx, { userId, mode: 'real', since: periodStarts(now) }),
  ]);
  return { ...flows, opened };
}

/** What restricts these trading accounts, by `accountKey`; asked under their locks. */
export async function findRisk(
  tx: Tx,
  accounts: readonly TradingAccount[],
  now: UnixMs,
): Promise<ReadonlyMap<string, Risk>> {
  const users = [...new Set(accounts.map(({ userId }) => userId))];
  const found = await findBrakes(tx, users);
  const risks = accounts.map(async (account): Promise<readonly [string, Risk]> => {
    const all = found.get(account.userId) ?? UNRESTRICTED.brakes;
    const brakes = { ...all, pauses: pausesIn(account.mode, all.pauses) };
    const isCounted = account.mode === 'real' && isLimited(brakes, now);
    const used = isCounted ? await findUsed(tx, account.userId, now) : null;
    return [accountKey(account), { brakes, used }];
  });
  return new Map(await Promise.all(risks));
}

/** Everything of an account but what open contracts stand at. */
const settled = (marginState: MarginState): Money =>
  subMoney(tradingEquity(marginState), marginState.floatingPnl);

/** Whether a trading account takes new risk at all. @failure user-status-forbids · demo-disabled */
export function decideUnpaused(risk: Risk, now: UnixMs): Result<null, Failure> {
  return decidePaused(risk.brakes.pauses, now);
}

/**
 * Whether an opening may be begun: new risk is taken at all, and what would be lost and opened in
 * each running period stays within what its owner set.
 *
 * @failure user-status-forbids · limit-reached
 */
export function decideNewRisk(
  risk: Risk,
  opening: {
    readonly before: MarginState;
    readonly after: MarginState;
    readonly trade: PricedTrade;
  },
  now: UnixMs,
): Result<null, Failure> {
  const open = decideUnpaused(risk, now);
  const { used } = risk;
  if (!open.ok || used === null) return open;
  const { before, after, trade } = opening;
  const brought = addToAll(used.brought, subMoney(settled(after), settled(before)));
  const figures = {
    loss: lossOf(brought, after.floatingPnl),
    turnover: addToAll(used.opened, notionalUsdt(trade)),
  };
  return decideLimits(risk.brakes.limits, figures, now);
}

/**
 * Whether what is open may be made riskier: new risk is taken, and of what may be lost something is
 * left.
 *
 * @failure user-status-forbids · limit-reached
 */
export function decideMoreRisk(
  risk: Risk,
  marginState: MarginState,
  now: UnixMs,
): Result<null, Failure> {
  const open = decideUnpaused(risk, now);
  if (!open.ok || risk.used === null) return open;
  const lost = lossOf(risk.used.brought, marginState.floatingPnl);
  return decideLimits(risk.brakes.limits, { loss: addToAll(lost, money('USDT', 1n)) }, now);
}
