import { type Mode, formatDecimal, formatMoney, money } from '@candor/kernel';
import {
  type ExposureRow,
  LADDER_GROUPS,
  type RiskOfMode,
  type RiskView,
} from '@candor/protocol/desk';
import { type ExposureSum, type RiskLook, type RiskSums, fallenAccount } from './ladder.ts';
import type { Made } from './refreshed.ts';

const text = (units: bigint): string => formatMoney(money('USDT', units));

function rowOf(code: string | null, sum: ExposureSum): ExposureRow {
  const { contracts, long, short, floating, isJudged } = sum;
  if (!isJudged) {
    const none = { long: null, short: null, net: null, gross: null, floatingPnl: null };
    return { code, contracts, ...none };
  }
  const figures = { long, short, net: long - short, gross: long + short, floatingPnl: floating };
  const said = Object.entries(figures).map(([name, units]) => [name, text(units)] as const);
  return { code, contracts, ...(Object.fromEntries(said) as Record<keyof typeof figures, string>) };
}

const grossOf = ({ long, short }: ExposureSum): bigint => long + short;

/** What a sum over all instruments is; with one that cannot be judged it cannot be either. */
function totalOf(sums: readonly ExposureSum[]): ExposureSum {
  const none: ExposureSum = { contracts: 0, long: 0n, short: 0n, floating: 0n, isJudged: true };
  return sums.reduce(
    (total, one) => ({
      contracts: total.contracts + one.contracts,
      long: total.long + one.long,
      short: total.short + one.short,
      floating: total.floating + one.floating,
      isJudged: total.isJudged && one.isJudged,
    }),
    none,
  );
}

/** One mode as the desk shows it: what cannot be judged first, then the largest. */
function modeView(sums: RiskSums): RiskOfMode {
  const rows = [...sums.instruments].toSorted(([, a], [, b]) => {
    if (a.isJudged !== b.isJudged) return a.isJudged ? 1 : -1;
    return grossOf(a) < grossOf(b) ? 1 : -1;
  });
  const { accounts, below, unjudged } = sums;
  return {
    total: rowOf(null, totalOf(rows.map(([, sum]) => sum))),
    instruments: rows.map(([code, sum]) => rowOf(code, sum)),
    ladder: LADDER_GROUPS.map((group) => ({
      group,
      accounts: sums.rungs.filter((rung) => rung.group === group).map(({ total }) => total),
    })),
    accounts,
    below,
    unjudged,
  };
}

/** What was looked at last, with its age. */
export function riskView({ value, at, tookMs }: Made<RiskLook>, now: number): RiskView {
  const ageMs = Math.max(0, now - at);
  return { at, ageMs, tookMs, real: modeView(value.real), demo: modeView(value.demo) };
}

/** The accounts of one rung. */
export function rungView(
  { value, at }: Made<RiskLook>,
  asked: { readonly mode: Mode; readonly group: string; readonly percent: number },
) {
  const { mode, group, percent } = asked;
  const rung = value[mode].rungs.find((one) => one.group === group && one.percent === percent);
  if (rung === undefined) return null;
  const records = rung.accounts.map((book) => {
    const { userId, contracts, level, equity } = fallenAccount(book, rung);
    return {
      userId,
      contracts,
      marginLevel: formatDecimal(level),
      tradingEquity: formatMoney(equity),
    };
  });
  return { at, total: rung.total, records };
}
