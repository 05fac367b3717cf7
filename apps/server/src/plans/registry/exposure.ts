import { unrealizedOf, worthOf } from '@candor/advisor';
import {
  type InstrumentCode,
  type Mode,
  type Money,
  addMoney,
  formatDecimal,
  formatMoney,
  money,
} from '@candor/kernel';
import type { PlanExposure, PlanExposureRow } from '@candor/protocol/desk';
import type { Sql } from '../../platform/postgres/db.ts';
import { actingPrices } from '../fund/holding.ts';
import { listLiveFunds } from '../plan/fund-store.ts';
import type { StoredFund } from '../plan/plan.ts';
import { findTraded, tradedKey } from './exposure-store.ts';

/** What marks are asked of: the last price that counts, of the run of prices that is on. */
type ExposureMarket = Parameters<typeof actingPrices>[1];

const NOTHING = money('USDT', 0n);

/** What a fund holds of one instrument. */
type Held = {
  readonly fund: StoredFund;
  readonly code: InstrumentCode;
  readonly quantity: string;
  readonly isHeld: boolean;
  /** At the mark, negative for a short; null without one. */
  readonly value: Money | null;
  /** Of the day that runs: its trades, and what is held against the last midnight; null without a mark. */
  readonly today: Money | null;
};

function heldBy(
  fund: StoredFund,
  market: ExposureMarket,
  traded: ReadonlyMap<string, Money>,
): Held[] {
  const prices = actingPrices(fund, market);
  return fund.plan.codes.map((code, index): Held => {
    const position = fund.positions[index];
    const price = prices[index] ?? null;
    const brought = traded.get(tradedKey(fund.id, code)) ?? NOTHING;
    const quantity = position === undefined ? '0' : formatDecimal(position.quantity);
    const isHeld = position !== undefined && position.quantity !== 0n;
    if (!isHeld) return { fund, code, quantity, isHeld, value: NOTHING, today: brought };
    if (price === null) return { fund, code, quantity, isHeld, value: null, today: null };
    const value = worthOf(position, price);
    return {
      fund,
      code,
      quantity,
      isHeld,
      value,
      today: addMoney(brought, unrealizedOf(position, price)),
    };
  });
}

const textOf = (amount: Money | null): string | null => amount && formatMoney(amount);

/** The sum of some amounts; null while one of them is not known. */
function sumOf(amounts: readonly (Money | null)[]): Money | null {
  let sum = NOTHING;
  for (const amount of amounts) {
    if (amount === null) return null;
    sum = addMoney(sum, amount);
  }
  return sum;
}

function instrumentRow(mode: Mode, code: InstrumentCode, held: readonly Held[]): PlanExposureRow {
  const values = held.map(({ value }) => value);
  const side = (sign: 1n | -1n): Money | null =>
    sumOf(
      values.map((value) => {
        if (value === null) return null;
        return value.units * sign > 0n ? money('USDT', value.units * sign) : NOTHING;
      }),
    );
  return {
    mode,
    code,
    funds: new Set(held.filter(({ isHeld }) => isHeld).map(({ fund }) => fund.id)).size,
    long: textOf(side(1n)),
    short: textOf(side(-1n)),
    net: textOf(sumOf(values)),
    today: textOf(sumOf(held.map(({ today }) => today))),
  };
}

/** What funds of plans hold, each and together by instrument. Only what runs is looked at. */
export async function lookAtExposure(deps: {
  readonly db: Sql;
  readonly market: ExposureMarket;
}): Promise<PlanExposure> {
  const { db, market } = deps;
  const funds = (await listLiveFunds(db)).filter(({ units }) => units > 0n);
  const traded = await findTraded(
    db,
    funds.map(({ id }) => id),
  );
  const held = funds
    .flatMap((fund) => heldBy(fund, market, traded))
    .filter(({ isHeld, today }) => isHeld || today?.units !== 0n);
  const byInstrument = Map.groupBy(held, ({ fund, code }) => `${fund.mode} ${code}`);
  return {
    instruments: [...byInstrument.values()].flatMap((own) => {
      const [first] = own;
      return first === undefined ? [] : [instrumentRow(first.fund.mode, first.code, own)];
    }),
    // Plans of users' own are theirs: they count above, and are not named.
    funds: held
      .filter(({ fund }) => fund.plan.owner === null)
      .map(({ fund, code, quantity, value, today }) => ({
        fundId: fund.id,
        name: fund.plan.name,
        version: fund.plan.version,
        mode: fund.mode,
        ...{ code, quantity },
        value: textOf(value),
        today: textOf(today),
      })),
  };
}
