/**
 * Which parts of the tape a receipt needs: the ticks it names and, where a rule looks at all of the
 * tape, the whole run of it; each part up to the root of its day, which alone holds it.
 */
const SETTLE_WITHIN_MS = 60_000;
/** Ticks taken before a cited one, so that its surroundings can be looked at. */
const AROUND = 50;
/** As near before a moment as a run has to begin. */
const NEAR = 500;

const dayOf = (at) => new Date(at).toISOString().slice(0, 10);

/** Every tick a receipt cites: of each day the least place. */
function citedPlaces(value, days = new Map()) {
  if (typeof value !== 'object' || value === null) return days;
  for (const text of [value.id, value.since]) {
    const match = /^(\d{4}-\d{2}-\d{2})\/(\d+)$/.exec(String(text ?? ''));
    if (match === null) continue;
    const place = Number.parseInt(match[2], 10);
    days.set(match[1], Math.min(place, days.get(match[1]) ?? place));
  }
  for (const inner of Object.values(value)) citedPlaces(inner, days);
  return days;
}

/** A place shortly before a moment; the first of the tape where it begins later. */
async function placeBefore(look, roots, moment) {
  const days = roots.filter(({ day }) => day <= dayOf(moment));
  for (const { day, ticks } of days.toSorted((a, b) => (a.day < b.day ? 1 : -1))) {
    if (ticks === 0 || (await look(day, 1)) > moment) continue;
    let [low, high] = [1, ticks + 1];
    while (high - low > NEAR) {
      const place = Math.floor((low + high) / 2);
      if ((await look(day, place)) <= moment) low = place;
      else high = place;
    }
    return { day, place: low };
  }
  return { day: roots.map(({ day }) => day).toSorted()[0], place: 1 };
}

const hasLevels = ({ terms = [] }) =>
  terms.some(
    ({ stopLoss, takeProfit, trailing }) =>
      stopLoss !== null || takeProfit !== null || trailing !== null,
  );

/** From when to when a rule looks at all of the tape; null where none does. */
function runOf(receipt) {
  if (receipt.kind === 'option') {
    const { settle, settleAt, settledAt } = receipt;
    const end = settleAt + SETTLE_WITHIN_MS;
    if (settle === null && settledAt <= end) return null;
    return { from: settleAt, to: settle === null ? end + 1 : settle.tick.receivedAt };
  }
  if (receipt.kind !== 'contract') return null;
  const { orderType, acceptedAt, open, closedAt } = receipt;
  const isCharged = receipt.financing.items.length;
  const nights = Math.floor(closedAt / 86_400_000) - Math.floor(open.at / 86_400_000);
  // A night that was not charged is looked for: another feed may have run.
  if (hasLevels(receipt) || isCharged < nights) {
    return { from: Math.min(acceptedAt, open.tick.receivedAt), to: closedAt };
  }
  return orderType === 'market' ? null : { from: acceptedAt, to: open.at };
}

/**
 * The parts of the tape a receipt needs, each to the root of its day.
 *
 * @shape look: answers when the tick of a day and place was received
 */
export async function partsOf(receipt, { roots, look, whole }) {
  const wanted = citedPlaces(receipt);
  const run = runOf(receipt);
  if (run !== null) {
    const start = await placeBefore(look, roots, run.from);
    for (const { day } of roots) {
      if (day < start.day || day > dayOf(run.to)) continue;
      const from = day === start.day ? start.place : 1;
      wanted.set(day, Math.min(from, wanted.get(day) ?? from));
    }
  }
  return [...wanted].map(([day, place]) => {
    const to = roots.find((root) => root.day === day)?.ticks ?? place;
    return { day, from: whole ? 1 : Math.max(1, place - AROUND), to };
  });
}
