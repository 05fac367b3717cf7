/**
 * Finds and fetches the part of the tape that shows how an option came to its end: from a tick
 * before the end of its period to the tick that settled it, or to one after its last minute.
 */

const DAY_MS = 86_400_000;
const SETTLE_WITHIN_MS = 60_000;
/** Ticks of the first file; each further one has twice as many. */
const FIRST = 1_000;
/** As near before the end of the period as the run has to begin. */
const NEAR = 500;

const dayOf = (at) => new Date(at).toISOString().slice(0, 10);
const nextDay = (day) => dayOf(Date.parse(day) + DAY_MS);

/** The ticks of a part of the tape: place and time of receipt. */
function ticksOf(text) {
  const lines = text.split('\n').filter((line) => line.includes('|'));
  return lines.map((line) => {
    const [, place, , , , , , , , received] = line.split('|');
    return { place: Number.parseInt(place, 10), at: Number.parseInt(received, 10) };
  });
}

/** Reads single ticks of the tape. */
function createLook(read) {
  return async (day, place) => {
    const text = await read({ day, from: place, to: place });
    return text === null ? null : ticksOf(text)[0].at;
  };
}

/** The last day, from a day on, that begins before a moment. */
async function startDay(look, tick, moment) {
  const [first, place] = tick.id.split('/');
  let found = { day: first, place: Number.parseInt(place, 10) };
  for (let day = nextDay(first); day <= dayOf(moment); day = nextDay(day)) {
    const at = await look(day, 1);
    if (at !== null && at < moment) found = { day, place: 1 };
  }
  return found;
}

/** A place shortly before a moment, in the day of a place that is before it. */
async function placeBefore(look, start, moment) {
  const { day } = start;
  const isBefore = async (place) => {
    const at = await look(day, place);
    return at !== null && at < moment;
  };
  let low = start.place;
  let step = NEAR;
  while (await isBefore(low + step)) {
    low += step;
    step *= 2;
  }
  let high = low + step;
  // An end of the day may be anywhere between the two.
  while (high - low > NEAR) {
    const place = Math.floor((low + high) / 2);
    if (await isBefore(place)) low = place;
    else high = place;
  }
  return { day, place: low };
}

/** Whether the run is long enough: it has the settlement tick, or one after the minute. */
function isReached(receipt, day, ticks) {
  const { settle, settleAt } = receipt;
  const last = ticks.at(-1);
  if (settle === null) return last.at > settleAt + SETTLE_WITHIN_MS;
  const [settledOn, place] = settle.tick.id.split('/');
  return day > settledOn || (day === settledOn && last.place >= Number.parseInt(place, 10));
}

/** Whether the tape says how it ended: a reset of the practice money ends it at any moment. */
export const endedOnTape = ({ settle, settledAt, settleAt }) =>
  settle !== null || settledAt > settleAt + SETTLE_WITHIN_MS;

/**
 * Fetches the run, file by file. A tape that ends before is fetched to its end.
 *
 * @shape read: answers the text of a part of a day, null when it has no tick at its beginning;
 *   keep: the same, and puts it into the folder
 */
export async function fetchRun(receipt, { read, keep, days }) {
  const { settleAt, open } = receipt;
  const look = createLook(read);
  const start = await startDay(look, open.tick, settleAt);
  let { day, place } = await placeBefore(look, start, settleAt);
  for (let size = FIRST; day !== undefined; size *= 2) {
    const text = await keep({ day, from: place, to: place + size - 1 });
    const ticks = text === null ? [] : ticksOf(text);
    if (ticks.length > 0 && isReached(receipt, day, ticks)) return;
    place += size;
    if (ticks.length === size) continue;
    const from = day;
    day = days.filter((other) => other > from).toSorted()[0];
    place = 1;
  }
}
