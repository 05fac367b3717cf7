/**
 * The specification and the fee schedule a receipt names by their hashes. Figures are taken from
 * these documents, never from the receipt; and a document counts only when it is the one that was
 * published for everyone.
 */
import { canonical, decimal, textOf } from './numbers.mjs';
import { sha256 } from './sha256.mjs';

/** A new parameter, and a new specification, reach every process within this time. */
const SETTLING_MS = 10_000;

/** That something published is not among the files: the rule it fails is said with it. */
const missing = (rule, message) => Object.assign(new Error(message), { rule });

/** The document of a kind whose hash a receipt names; throws when the files do not have it. */
function documentOf(files, hash, schema) {
  const found = files.documents.find(
    (one) => one?.schema === schema && sha256(canonical(one)) === hash,
  );
  if (found === undefined)
    throw missing('document.hash', `no ${schema} with hash ${hash} is given`);
  return found;
}

/** What was published for everyone about an instrument; throws when the files do not have it. */
function publishedOf(report, files, code) {
  const lists = files.published.filter((one) => one.code === code);
  if (lists.length === 0)
    throw missing('document.published', `what was published of ${code} is not given`);
  const longest = (key) =>
    lists.map((one) => one[key]).toSorted((a, b) => b.length - a.length)[0] ?? [];
  for (const key of ['specifications', 'schedules', 'restrictions']) {
    const whole = longest(key);
    const isOne = lists.every((one) =>
      one[key].every((entry, index) => canonical(entry) === canonical(whole[index])),
    );
    report.holds('tape.pair', `published ${key} of ${code}`, isOne, `${lists.length} lists`);
  }
  return {
    specifications: longest('specifications'),
    schedules: longest('schedules'),
    restrictions: longest('restrictions'),
  };
}

/** The specifications that may have been in force at a moment; before the first, the first. */
function inForce(versions, at) {
  const sorted = versions.toSorted((a, b) => a.since - b.since);
  const begun = sorted.filter(({ since }) => since <= at + SETTLING_MS);
  const over = begun.filter(({ since }) => since <= at - SETTLING_MS);
  if (begun.length === 0) return sorted.slice(0, 1);
  return begun.slice(Math.max(0, over.length - 1));
}

/**
 * Finds and checks the documents a receipt names. Answers the specification, the fee schedule and
 * what operators decided about the instrument.
 *
 * @throws Error when one of them is missing
 */
export function readDocuments(report, receipt, { files, acceptedAt }) {
  const { documents, instrument } = receipt;
  const specification = documentOf(files, documents.specification, 'candor-specification/1');
  const schedule = documentOf(files, documents.schedule, 'candor-fee-schedule/1');
  report.holds('document.hash', 'specification', true, documents.specification);
  report.holds('document.hash', 'fee schedule', true, documents.schedule);
  const published = publishedOf(report, files, instrument.code);
  const named = inForce(published.specifications, acceptedAt).some(
    ({ hash }) => hash === documents.specification,
  );
  const then = 'in force when it was accepted';
  report.holds('document.published', 'specification', named, named ? then : `not the one ${then}`);
  const isKnown = published.schedules.some(({ hash }) => hash === documents.schedule);
  report.holds('document.published', 'fee schedule', isKnown, isKnown ? 'listed' : 'not listed');
  for (const [key, said] of Object.entries(instrument)) {
    const is = specification[key];
    report.same('document.instrument', `instrument: ${key}`, { said, is });
  }
  const later = files.schedule;
  for (const parameter of later === null ? [] : schedule.parameters) {
    const now = later.parameters.find(({ key }) => key === parameter.key);
    const stands = parameter.versions.every((version) =>
      (now?.versions ?? []).some(
        (one) =>
          one.version === version.version &&
          one.value === version.value &&
          one.from === version.from,
      ),
    );
    if (!stands) report.holds('document.published', `schedule: ${parameter.key}`, false, 'differs');
  }
  return { specification, schedule, restrictions: published.restrictions };
}

/** Versions of a parameter that may have been in force at a moment, newest first. */
function versionsAt({ schedule, later }, key, at) {
  const all = [schedule, later].flatMap(
    (one) => one?.parameters.find((parameter) => parameter.key === key)?.versions ?? [],
  );
  const sorted = all.toSorted((a, b) => b.from - a.from || b.version - a.version);
  const begun = sorted.filter(({ from }) => from <= at);
  const settled = begun.findIndex(({ from }) => from + SETTLING_MS <= at);
  return settled === -1 ? begun : begun.slice(0, settled + 1);
}

/**
 * A rate named by its version: its value, and that the version was in force. `orLess`: or that it was before, and was
 * less than what may have been in force.
 */
export function checkRate(report, what, { said, documents, files, at, orLess = false }) {
  const parameter = documents.schedule.parameters.find(({ key }) => key === said.parameter);
  const version = parameter?.versions.find((each) => each.version === said.version);
  const how = `${said.parameter} version ${said.version}`;
  if (version === undefined) {
    report.holds('fee.schedule', what, false, `${how} is not in the schedule`);
    return;
  }
  const is = textOf(decimal(version.value));
  report.same('fee.schedule', what, { said: textOf(decimal(said.rate)), is, how });
  const sources = { schedule: documents.schedule, later: files.schedule };
  const then = versionsAt(sources, said.parameter, at);
  const isThen = then.some((each) => each.version === said.version && each.value === version.value);
  const isLess =
    version.from <= at && then.some(({ value }) => decimal(version.value) < decimal(value));
  report.holds('fee.schedule', `${what}: in force then`, isThen || (orLess && isLess), how);
}

/** The greatest value a count had that may have been in force at a moment; null without one. */
export function greatestCount(documents, key, at) {
  const values = versionsAt({ schedule: documents.schedule, later: null }, key, at);
  const counts = values.map(({ value }) => Number.parseInt(value, 10));
  return counts.length === 0 ? null : Math.max(...counts);
}

const WEEK_MS = 7 * 86_400_000;
/** The first of January 1970 was a Thursday. */
const MONDAY_MS = 3 * 86_400_000;

/** Whether an instrument was within its hours; a form of hours nobody knows counts as closed. */
function isWithinHours(hours, at) {
  if (!Array.isArray(hours)) return false;
  const now = (((at + MONDAY_MS) % WEEK_MS) + WEEK_MS) % WEEK_MS;
  const forward = (from, to) => (((to - from) % WEEK_MS) + WEEK_MS) % WEEK_MS;
  const length = ({ fromMs, toMs }) => (toMs > fromMs ? toMs - fromMs : toMs - fromMs + WEEK_MS);
  return hours.length === 0 || hours.some((one) => forward(one.fromMs, now) < length(one));
}

/** What an operator had decided about the instrument at a moment; `open` for nothing. */
export function statusAt({ restrictions }, at) {
  const begun = restrictions.filter((one) => one.at <= at);
  return begun.at(-1)?.status ?? 'open';
}

/** Whether a tick may act on what waits: it passed the source rule while the market was trading. */
export function mayAct(documents, tick) {
  if (tick.standing !== 'acting' || statusAt(documents, tick.at) === 'suspended') return false;
  const { hours } = documents.specification;
  return isWithinHours(hours, tick.feed.startsWith('replay') ? tick.time : tick.at);
}
