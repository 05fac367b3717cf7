/** Fetches a receipt and the files it cites into a folder. The only part that uses the network. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchEvidence, tickIdsOf } from './fetch-evidence.mjs';
import { partsOf } from './fetch-run.mjs';
import { readJson } from './collect.mjs';
import { receivedAt } from './tape.mjs';

const BASE = '/swx/customer';
/** Places of the tape in one file: more than that counts as a large answer. */
const PART = 100_000;

/** Longest a busy server is waited for. */
const WAIT_MAX_S = 60;

/** The text at an address; null when nothing is there. A server that is asked too much is waited for. */
async function get(url) {
  const response = await fetch(url);
  if (response.status === 404) return null;
  if (response.status === 429) {
    const seconds = Number.parseInt(response.headers.get('retry-after') ?? '1', 10);
    await sleep(Math.min(WAIT_MAX_S, Math.max(1, seconds)) * 1000);
    return get(url);
  }
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.text();
}

async function take(url, path) {
  const text = await get(url);
  if (text === null) throw new Error(`${url} answers 404`);
  writeFileSync(path, text);
  return text;
}

/** The number of an order: its day and eight letters. */
const ORDER_NUMBER = /^\d{6}-[0-9A-Z]{8}$/;

/** Whether a number is that of an order, and not of a receipt. */
export const isOrderNumber = (text) => ORDER_NUMBER.test(text);

/**
 * Numbers of the receipts of an order. Only its owner is told them: any caller that has the number
 * of a receipt may read it, and that of an order is read out to others.
 */
export async function numbersOf({ origin, orderNo, token, isReal }) {
  if (token === undefined || token === '') {
    throw new Error(`${orderNo} is an order: set CANDOR_TOKEN to the token of its owner's session`);
  }
  const address = `${origin.replace(/\/$/, '')}${BASE}/order/receiptsOf/${orderNo}`;
  const headers = { authorization: token, virtually: isReal ? 'YES' : 'NO' };
  const response = await fetch(address, { headers });
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  const { numbers } = readJson(await response.text());
  if (numbers.length === 0) throw new Error(`nothing of order ${orderNo} is closed yet`);
  return numbers;
}

/** Asks an installation: answers the text of a call, null when there is nothing. */
export const getFrom = (origin) => (path) => get(`${origin.replace(/\/$/, '')}${BASE}${path}`);

/** Receipts that say the same as another one: its earlier parts, its cover, its closing. */
function othersOf({ kind, earlier = [], cover = null, closing = null, fund = null }) {
  const day = kind === 'planDay' ? fund : null;
  const others = [...earlier.map(({ number }) => number), cover, closing, day];
  return others.filter((one) => one !== null);
}

/** What receipts of plans name: instruments of trades, of marks and of what owners moved. */
function ofPlan({ trade, fills = [], marks = [], moved = [], joined = null }) {
  const all = [trade ?? [], fills, marks, moved, joined?.moved ?? []].flat();
  return [...new Map(all.map((each) => [each.specification, each])).values()];
}

/** The documents a receipt names, and the instruments they are of. */
function namedBy({ documents = {}, instrument, legs: traded = [], held = [], ...rest }) {
  const legs = [...traded, ...held.flatMap(({ priced }) => priced ?? []), ...ofPlan(rest)];
  const named = Object.entries(documents);
  for (const [index, other] of (rest.whole ?? []).entries()) {
    named.push([`schedule-${index + 1}`, other.documents.schedule]);
  }
  legs.forEach((leg, index) => named.push([`specification-${index + 1}`, leg.specification]));
  return {
    named,
    codes: [instrument, ...legs.map((leg) => leg.instrument)]
      .flatMap((one) => one?.code ?? [])
      .concat(rest.plan?.codes ?? []),
  };
}

/** Fetches the documents a receipt names and what was published of its instruments. */
async function fetchDocuments(receipt, { at, folder }) {
  const { named, codes } = namedBy(receipt);
  for (const [name, hash] of named) {
    await take(at(`/trust/document/${hash}`), join(folder, `${name}.json`));
  }
  for (const [index, code] of codes.entries()) {
    const url = at(`/trust/published?code=${encodeURIComponent(code)}`);
    await take(url, join(folder, `published${index === 0 ? '' : `-${index + 1}`}.json`));
  }
}

/** Fetches parts of the tape, in files of a bounded size. */
async function fetchTape(parts, { at, folder }) {
  for (const { day, from, to } of parts) {
    for (let first = from; first <= to; first += PART) {
      const last = Math.min(to, first + PART - 1);
      const url = at(`/trust/tape/${day}?from=${first}&to=${last}`);
      await take(url, join(folder, `tape-${day}-${first}.txt`));
    }
  }
}

/**
 * Fetches what a receipt needs. With `whole` the tape's days from their beginning; `held` are texts
 * of checkpoints that were kept earlier.
 */
export async function fetchAll({ origin, number, folder, whole, held = [] }) {
  mkdirSync(folder, { recursive: true });
  const at = (path) => `${origin.replace(/\/$/, '')}${BASE}${path}`;
  const path = join(folder, 'receipt.json');
  const receiptAt = (one) => at(`/order/receipt/${encodeURIComponent(one)}`);
  const receipt = readJson(await take(receiptAt(number), path));
  if (receipt.number !== number.toUpperCase())
    throw new Error(`${number} answers ${receipt.number}`);
  const others = [];
  for (const other of othersOf(receipt)) {
    const text = await take(receiptAt(other), join(folder, `receipt-${other}.json`));
    others.push(readJson(text));
  }
  // A day of an order rests on all of the day of its fund.
  const cited = receipt.kind === 'planDay' ? { ...others[0], ...receipt, whole: others } : receipt;
  await take(at('/index/fees'), join(folder, 'fees.json'));
  await fetchDocuments(cited, { at, folder });
  await fetchEvidence({ get: getFrom(origin), folder, held, ticks: tickIdsOf(cited) });
  const roots = readJson(await take(at('/trust/roots'), join(folder, 'roots.json'))).tape;
  // What names no price needs no tape.
  if (receipt.kind === 'cover' || receipt.kind === 'donation') return path;
  const look = async (day, place) => {
    const text = await get(at(`/trust/tape/${day}?from=${place}&to=${place}`));
    return text === null ? Infinity : receivedAt(text);
  };
  await fetchTape(await partsOf(cited, { roots, look, whole }), { at, folder });
  return path;
}
