/**
 * All files of the tape as one: which places they have, where they go on without a hole, and up to
 * where a root that was published holds them. Nothing of the tape counts that no root holds.
 */
import { GENESIS, linkAfter } from './tape.mjs';
import { decimal } from './numbers.mjs';

const DAY_MS = 86_400_000;
const IN_FORCE = ['acting', 'first'];

/** Whether a place comes after another: [day, place]. */
export function isAfter(one, other) {
  return one.day === other.day ? one.place > other.place : one.day > other.day;
}

/** Day and place of a tick's id; null for anything else. */
export function placeOf(id) {
  const match = /^(\d{4}-\d{2}-\d{2})\/([1-9]\d{0,14})$/.exec(String(id));
  return match === null ? null : { day: match[1], place: Number.parseInt(match[2], 10) };
}

function tickOf(day, place, line) {
  const [, , feed, code, bid, ask, , , time, at, , standing] = line.text.split('|');
  return {
    id: `${day}/${place}`,
    day,
    place,
    text: line.text,
    link: line.link,
    feed,
    code,
    standing,
    time: Number.parseInt(time, 10),
    at: Number.parseInt(at, 10),
    bid: decimal(bid),
    ask: decimal(ask),
  };
}

/** Puts the files together; of a place that two of them have, both have to say the same. */
function merge(tapes, faults) {
  const merged = new Map();
  for (const tape of tapes.filter(({ fault }) => fault === null)) {
    const own = merged.get(tape.day) ?? new Map();
    merged.set(tape.day, own);
    for (const [place, line] of tape.found) {
      const known = own.get(place);
      if (known === undefined) own.set(place, { ...line, tape });
      else if (known.text !== line.text || known.link !== line.link) {
        const what = `${known.tape.name} and ${tape.name}`;
        faults.push({ rule: 'tape.pair', what, detail: `differ at ${tape.day}/${place}` });
      }
    }
  }
  return merged;
}

/** Every tick in the order of the tape, with the number of the stretch it belongs to. */
function inOrder(merged) {
  const ticks = [];
  let previous = null;
  let run = -1;
  for (const day of [...merged.keys()].toSorted()) {
    const own = merged.get(day);
    for (const place of [...own.keys()].toSorted((a, b) => a - b)) {
      const line = own.get(place);
      const tick = tickOf(day, place, line);
      const isNext = previous !== null && (previous.day === day ? previous.place + 1 : 1) === place;
      const isOne = isNext && previous.tape === line.tape;
      const follows = isOne || (isNext && linkAfter(previous.link, tick.text) === tick.link);
      if (!follows) run += 1;
      Object.assign(tick, { index: ticks.length, run });
      ticks.push(tick);
      previous = { day, place, link: tick.link, tape: line.tape };
    }
  }
  return ticks;
}

/**
 * Links that are known to be the tape's: the roots of its days. A held checkpoint, or a proof that
 * a tick stands under one, is another anchor and is put here, as {day, place, link, by}.
 */
function anchorsOf(files) {
  return files.roots.flatMap((list) =>
    list.map(({ day, ticks, root }) => ({ day, place: ticks, link: root, by: 'root' })),
  );
}

/** What lists of roots say against one another and against the files. */
function rootFaults(files, merged) {
  const faults = [];
  const say = (detail) => faults.push({ rule: 'tape.root', what: 'published roots', detail });
  const final = new Map();
  for (const { day, ticks, root, final: isFinal } of files.roots.flat()) {
    const own = merged.get(day);
    const line = own?.get(ticks);
    if (line !== undefined && line.link !== root)
      say(`${day}/${ticks} is ${line.link}, not ${root}`);
    if (!isFinal) continue;
    const known = final.get(day);
    if (known !== undefined && (known.root !== root || known.ticks !== ticks)) {
      say(`two final roots of ${day}: ${known.root} and ${root}`);
    }
    final.set(day, { ticks, root });
    if (own?.has(ticks + 1)) say(`${day} goes on after its final root, which has ${ticks} ticks`);
  }
  for (const { day, ticks } of files.roots.flat()) {
    const over = final.get(day);
    if (over !== undefined && ticks > over.ticks)
      say(`${day} had ${ticks} ticks, and ${over.ticks}`);
  }
  return faults;
}

/** Up to which tick each stretch is held by an anchor. */
function heldBy(ticks, anchors) {
  const known = new Map(anchors.map((one) => [`${one.day}/${one.place}`, one]));
  const held = new Map();
  for (const tick of ticks) {
    if (known.get(tick.id)?.link === tick.link) held.set(tick.run, tick.index);
  }
  return held;
}

/** The first place of a sorted list for which something holds; its length when none does. */
function firstWhere(list, holds) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Puts the tape of some files together. */
function createView(files) {
  const faults = [];
  const merged = merge(files.tapes, faults);
  faults.push(...rootFaults(files, merged));
  const ticks = inOrder(merged);
  const held = heldBy(ticks, anchorsOf(files));
  const byId = new Map(ticks.map((tick) => [tick.id, tick]));
  const firsts = new Map();
  const lasts = new Map();
  const owns = new Map();
  for (const tick of ticks) {
    if (!firsts.has(tick.run)) firsts.set(tick.run, tick);
    if (tick.index <= (held.get(tick.run) ?? -1)) lasts.set(tick.run, tick);
    if (!IN_FORCE.includes(tick.standing)) continue;
    const key = `${tick.feed} ${tick.code}`;
    const own = owns.get(key) ?? [];
    owns.set(key, own);
    own.push(tick);
  }
  const days = files.roots.flat().map(({ day }) => day);
  const newest = files.roots
    .flat()
    .filter(({ day }) => day === days.toSorted().at(-1))
    .reduce((most, { ticks: count }) => Math.max(most, count), 0);
  const end = `${days.toSorted().at(-1) ?? ''}/${newest}`;
  const finals = new Set(
    files.roots
      .flat()
      .flatMap(({ day, ticks: count, final }) => (final ? [`${day}/${count}`] : [])),
  );
  const own = (feed, code) => owns.get(`${feed} ${code}`) ?? [];

  return {
    faults,
    ticks,
    find: (id) => byId.get(id) ?? null,
    isHeld: (tick) => tick.index <= (held.get(tick.run) ?? -1),
    /** Ticks of an instrument that were in force, after one place and up to another. */
    between({ feed, code, after, upTo }) {
      const all = own(feed, code);
      return all.slice(
        firstWhere(all, (tick) => tick.index > after.index),
        firstWhere(all, (tick) => tick.index > upTo.index),
      );
    },
    /** The last tick of an instrument in force up to a place; null for none. */
    lastUpTo({ feed, code, upTo }) {
      const all = own(feed, code);
      return all[firstWhere(all, (tick) => tick.index > upTo.index) - 1] ?? null;
    },
    /** Whether the stretch of a tick begins before a moment, or with the tape itself. */
    beginsBefore(tick, moment) {
      const first = firsts.get(tick.run);
      return first.at <= moment || linkAfter(GENESIS, first.text) === first.link;
    },
    first: (tick) => firsts.get(tick.run),
    /** The last tick of the stretch a root holds; the tick itself where none does. */
    last: (tick) => lasts.get(tick.run) ?? tick,
    /**
     * Whether the stretch of a tick goes on past a moment, to the end of the tape, or to the end of
     * a day that is over, when the moment is not after that day.
     */
    reaches(tick, moment) {
      const last = lasts.get(tick.run);
      if (last === undefined) return false;
      const isDayOver = finals.has(last.id) && moment <= Date.parse(last.day) + DAY_MS;
      return last.at >= moment || last.id === end || isDayOver;
    },
  };
}

const views = new WeakMap();

/** The tape of some files, put together once for all receipts that are checked against them. */
export function viewOf(files) {
  const known = views.get(files) ?? createView(files);
  views.set(files, known);
  return known;
}
