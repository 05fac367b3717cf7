import { type Held, sum, traded, worthOf } from './figures.ts';
import type { Seen } from './seen.ts';
import type { Fill, Fund, Mark, OrderDay } from './snapshot.ts';
import { coinOf, saidBefore } from './world.ts';

const NONE: Held = { quantity: 0n, cost: 0n };
const DAY_MS = 86_400_000;

/** What a fund's trades and marks make of what it holds, and what of them is not what the papers say. */
type Followed = { readonly held: ReadonlyMap<string, Held>; readonly wrong: readonly string[] };

/** Its fee, result and price follow from what was said at its moment. */
function follow(seen: Seen, held: Map<string, Held>, fill: Fill): string[] {
  const { code, quantity, price, time } = fill;
  const coin = coinOf(code);
  const before = held.get(code) ?? NONE;
  const trade = traded(before, { quantity, price, feeRate: seen.feeRates[coin] });
  held.set(code, trade.held);
  const wrong: string[] = [];
  if (quantity % 10n ** 10n !== 0n) wrong.push(`${fill.kind} of finer than eight places`);
  if (trade.fee !== fill.fee) wrong.push(`${fill.kind} cost ${fill.fee}, has to be ${trade.fee}`);
  if (trade.result !== fill.result) {
    wrong.push(`${fill.kind} brought ${fill.result}, has to be ${trade.result}`);
  }
  const side = quantity > 0n ? 'ask' : 'bid';
  const isSaid = seen.said.some(
    (one) => one.coin === coin && one.from <= time && time <= one.to && one[side] === price,
  );
  if (!isSaid) wrong.push(`${fill.kind} of ${code} at a price that was not its ${side} then`);
  return wrong;
}

/** What was marked at a midnight: everything held, at the last price said before it. */
function mark(
  seen: Seen,
  held: Map<string, Held>,
  { day, marks }: { readonly day: string; readonly marks: readonly Mark[] },
): string[] {
  const midnight = Date.parse(day) + DAY_MS;
  const wrong: string[] = [];
  for (const [code, one] of held) {
    const said = saidBefore(seen, code, midnight);
    if (one.quantity === 0n || said === null) continue;
    const worth = worthOf(one, said);
    const booked = marks.filter((row) => row.code === code).map(({ result }) => result);
    if (booked.length !== 1 || booked[0] !== worth - one.cost) {
      wrong.push(`${code} of ${day} was marked ${booked.join()}, has to be ${worth - one.cost}`);
    }
    held.set(code, { ...one, cost: worth });
  }
  return wrong;
}

/** Whether a trade came before those who joined that day did. */
const isBeforeJoining = (fill: Fill, joined: number): boolean =>
  fill.kind === 'join' || (fill.kind === 'leave' && fill.rule === 'ownerLeft' && fill.at <= joined);

function followFund(seen: Seen, fund: Fund): Followed {
  const { fills, marks, orderDays, days } = seen.now;
  const mine = <Row extends { readonly fundId: string }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ fundId }) => fundId === fund.id);
  const byDay = Map.groupBy(mine(fills), ({ day }) => day);
  const marksOf = Map.groupBy(
    mine(marks).filter(({ kind }) => kind === 'mark'),
    ({ day }) => day,
  );
  const joinMarks = Map.groupBy(
    mine(marks).filter(({ kind }) => kind === 'join'),
    ({ day }) => day,
  );
  const joinsOf = Map.groupBy(
    mine(orderDays).filter(({ kind }) => kind === 'join'),
    ({ day }) => day,
  );
  const settled = new Set(mine(days).map(({ day }) => day));
  const all = new Set([...byDay.keys(), ...settled, ...joinsOf.keys()]);
  const held = new Map<string, Held>();
  const wrong: string[] = [];
  for (const day of [...all].toSorted()) {
    const trades = byDay.get(day) ?? [];
    const joined = joinsOf.get(day)?.[0]?.at ?? null;
    const first =
      joined === null ? -1 : trades.findLastIndex((one) => isBeforeJoining(one, joined));
    for (const fill of trades.slice(0, first + 1)) wrong.push(...follow(seen, held, fill));
    // Who joins does so at the marks: everything held begins the day there, at the joiners' cost.
    let moved = 0n;
    for (const [code, one] of joined === null ? [] : held) {
      const said = saidBefore(seen, code, Date.parse(day));
      if (one.quantity === 0n || said === null) continue;
      const cost = worthOf(one, said);
      moved += cost - one.cost;
      held.set(code, { ...one, cost });
    }
    const booked = sum((joinMarks.get(day) ?? []).map(({ result }) => result));
    if (booked !== moved) wrong.push(`joining was marked ${booked} on ${day}, has to be ${moved}`);
    for (const fill of trades.slice(first + 1)) wrong.push(...follow(seen, held, fill));
    if (settled.has(day)) wrong.push(...mark(seen, held, { day, marks: marksOf.get(day) ?? [] }));
  }
  return { held, wrong };
}

/** Each trade has the price said at its moment, its fee and its result; each mark the last price before it. */
export const trades = (seen: Seen): string[] =>
  seen.now.funds.flatMap((fund) => {
    const { held, wrong } = followFund(seen, fund);
    const found = [...wrong];
    for (const [index, code] of fund.codes.entries()) {
      const stored = fund.positions[index] ?? NONE;
      const own = held.get(code) ?? NONE;
      if (stored.quantity !== own.quantity || stored.cost !== own.cost) {
        found.push(
          `${code} is ${stored.quantity} for ${stored.cost}, its trades left ${own.quantity} for ${own.cost}`,
        );
      }
    }
    return found;
  });

/** A trade of the strategy belongs to the day in which its price was said. */
export const tradeDays = ({ now }: Seen): string[] =>
  now.fills.flatMap(({ kind, day, time }) => {
    const begin = Date.parse(day);
    const isIn = kind !== 'run' || (time >= begin && time < begin + DAY_MS);
    return isIn ? [] : [`a trade of ${new Date(time).toISOString()} counts for ${day}`];
  });

/** What moved a fund: its trades less fees, its marks, and what those who joined or left took along. */
export function movedIn(
  seen: Pick<Seen, 'now'>,
  fundId: string,
  isIn: (row: { readonly day: string }) => boolean,
): {
  readonly fills: bigint;
  readonly marks: bigint;
  readonly others: bigint;
  readonly taken: bigint;
} {
  const mine = <Row extends { readonly fundId: string; readonly day: string }>(
    rows: readonly Row[],
  ): Row[] => rows.filter((row) => row.fundId === fundId && isIn(row));
  const marks = mine(seen.now.marks);
  const isMark = ({ kind }: Mark): boolean => kind === 'mark';
  const taken = mine(seen.now.orderDays).filter(({ kind }: OrderDay) => kind !== 'day');
  return {
    fills: sum(mine(seen.now.fills).map(({ result, fee }) => result - fee)),
    marks: sum(marks.filter(isMark).map(({ result }) => result)),
    others: sum(marks.filter((one) => !isMark(one)).map(({ result }) => result)),
    taken: sum(taken.map(({ result }) => result)),
  };
}
