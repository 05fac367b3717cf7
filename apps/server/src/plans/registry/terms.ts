import type { StrategyCode } from '@candor/advisor';
import {
  DAY_MS,
  type InstrumentCode,
  type Money,
  type Result,
  fail,
  formatMoney,
  ok,
  parseMoney,
  plusMs,
  unixMs,
} from '@candor/kernel';
import { type Instrument, type Interval, isTradingAt } from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import type { CaseFact, PlanVersionTerms } from '@candor/protocol/desk';
import type { Chosen, PlanTerms, PlanVersion } from '../plan/plan.ts';
import { decideChosen } from '../plan/rules.ts';

type Refusal = Failure<'case-impossible'>;
const impossible = (field: string): Result<never, Refusal> =>
  fail({ name: 'case-impossible', field });

/** A version's terms as texts: what a case is decided on. */
export function termsText(plan: Chosen & PlanTerms): PlanVersionTerms {
  return {
    strategy: plan.strategy,
    parameters: plan.parameters,
    interval: plan.interval,
    codes: [...plan.codes],
    amountMin: formatMoney(plan.amountMin),
    amountMax: formatMoney(plan.amountMax),
    days: [...plan.days],
    cycleDays: plan.cycleDays,
    capacity: formatMoney(plan.capacity),
  };
}

function readAmount(text: string): Money | null {
  const read = parseMoney(text, 'USDT');
  return read !== null && read.units > 0n ? read : null;
}

/** Terms of a version out of the texts a case was decided on; null where they are none. */
export function readTerms(said: PlanVersionTerms): (Chosen & PlanTerms) | null {
  const amountMin = readAmount(said.amountMin);
  const amountMax = readAmount(said.amountMax);
  const capacity = readAmount(said.capacity);
  if (amountMin === null || amountMax === null || capacity === null) return null;
  return {
    strategy: said.strategy as StrategyCode,
    parameters: said.parameters,
    interval: said.interval as Interval,
    codes: said.codes as InstrumentCode[],
    ...{ amountMin, amountMax, capacity },
    days: said.days,
    cycleDays: said.cycleDays,
  };
}

/** Monday, 2024-01-01, 00:00 UTC: a week of midnights begins. */
const A_MONDAY = unixMs(1_704_067_200_000);

/** Whether an instrument trades at 00:00 UTC on some day of the week: a currency pair does, a share does not. */
function opensAtMidnights({ hours, calendar }: Instrument): boolean {
  const schedule = { hours, ...(calendar && { calendar: { ...calendar, closures: [] } }) };
  return [0, 1, 2, 3, 4, 5, 6].some((day) => isTradingAt(schedule, plusMs(A_MONDAY, day * DAY_MS)));
}

/**
 * Whether a plan may be offered on these terms: only what the advisor can run, on instruments it can trade.
 *
 * @failure case-impossible — the field that stands in the way
 */
export function decideTerms(
  said: PlanVersionTerms,
  instrument: (code: string) => Instrument | null,
): Result<Chosen & PlanTerms, Refusal> {
  const chosen = decideChosen(said, instrument);
  if (!chosen.ok) {
    const { field = 'codes', facts } = chosen.failure;
    return fail({ name: 'case-impossible', field, ...(facts === undefined ? {} : { facts }) });
  }
  // Who waits joins at a midnight: where what is held cannot be bought at one, nobody ever would.
  const isShut = chosen.value.codes.some((code) => {
    const found = instrument(code);
    return found !== null && !opensAtMidnights(found);
  });
  if (isShut) return fail({ name: 'case-impossible', field: 'codes', facts: { why: 'midnight' } });
  const terms = readTerms(said);
  if (terms === null) return impossible('amountMin');
  const { amountMin, amountMax, capacity, days } = terms;
  if (amountMax.units < amountMin.units) return impossible('amountMax');
  if (capacity.units < amountMax.units) return impossible('capacity');
  const isRising = days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0));
  if (!isRising) return impossible('days');
  return ok({ ...terms, ...chosen.value });
}

/** The rows of a case: each term, and what it was where it becomes another one. */
export function termRows(after: PlanVersionTerms, before: PlanVersionTerms): CaseFact[] {
  const shown = (terms: PlanVersionTerms) =>
    [
      ['strategy', 'text', terms.strategy],
      [
        'numbers',
        'text',
        Object.entries(terms.parameters)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, value]) => `${name} ${value}`)
          .join(', ') || '–',
      ],
      ['interval', 'text', terms.interval],
      ['instruments', 'text', terms.codes.join(', ')],
      ['amount-min', 'amount', terms.amountMin],
      ['amount-max', 'amount', terms.amountMax],
      ['plan-days', 'text', terms.days.join(', ')],
      ['cycle-days', 'number', String(terms.cycleDays)],
      ['capacity', 'amount', terms.capacity],
    ] as const;
  const was = new Map(shown(before).map(([key, , value]) => [key, value]));
  return shown(after).map(([key, as, value]): CaseFact => {
    const old = was.get(key) ?? '';
    return old === value ? { key, as, value } : { key, as, value, before: old };
  });
}

/** Whether two versions run the same on the same terms. */
export function isSameVersion(one: Chosen & PlanTerms, other: PlanVersion): boolean {
  return JSON.stringify(termRowsText(one)) === JSON.stringify(termRowsText(other));
}

const termRowsText = (plan: Chosen & PlanTerms): string[] =>
  termRows(termsText(plan), termsText(plan)).map(({ value }) => value);
