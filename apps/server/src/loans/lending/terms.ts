import { type Money, type Rate, type UserId, addMoney, money } from '@candor/kernel';
import type { Bids } from '@candor/pricing';
import type { Sql } from '../../platform/postgres/db.ts';
import type { LoanDeps } from '../loan/deps.ts';
import type { LendingFacts } from '../loan/rules.ts';
import { sumOpen } from '../loan/store.ts';

/** The most of a level, of all loans together. */
export function levelMax({ parameters }: Pick<LoanDeps, 'parameters'>, level: 0 | 1 | 2): Money {
  if (level === 0) return money('USDT', 0n);
  return parameters.usdt(level === 1 ? 'loan.limitLevel1' : 'loan.limitLevel2');
}

/** What an amount is lent on now; `counts` says whether what was only asked for counts as owed. */
export async function lendingFacts(
  sql: Sql,
  deps: LoanDeps,
  asked: {
    readonly userId: UserId;
    readonly principal: Money | null;
    readonly days: number;
    readonly collateral: readonly Money[];
    readonly bids: Bids;
    readonly line: Rate;
    readonly level: 0 | 1 | 2;
    readonly counts: 'asked' | 'owed';
  },
): Promise<LendingFacts> {
  const { userId, principal, days, collateral, bids, line, level, counts } = asked;
  const [open, netAssets] = await Promise.all([
    sumOpen(sql, userId),
    deps.netAssets(sql, { userId, mode: 'real' }),
  ]);
  return {
    principal,
    days,
    collateral,
    bids,
    line,
    amountMin: counts === 'asked' ? deps.parameters.usdt('loan.amountMin') : money('USDT', 1n),
    levelMax: levelMax(deps, level),
    owed: counts === 'asked' ? addMoney(open.owed, open.asked) : open.owed,
    netAssets,
    isDrawn: counts === 'owed',
  };
}
