/** Fetches a receipt and the files it cites into a folder. The only part that uses the network. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchEvidence, tickIdsOf } from './fetch-evidence.mjs';
import { endedOnTape, fetchRun } from './fetch-run.mjs';
import { readJson } from './files.mjs';

const BASE = '/swx/customer';
/** Ticks taken on each side of a cited one, so that its surroundings can be looked at. */
const AROUND = 50;

/** Every tick a receipt cites, by day: the least and the greatest place. */
function citedPlaces(value, days = new Map()) {
  if (typeof value !== 'object' || value === null) return days;
  const match = /^(\d{4}-\d{2}-\d{2})\/(\d+)$/.exec(String(value.id ?? ''));
  if (match !== null) {
    const [, day, text] = match;
    const place = Number.parseInt(text, 10);
    days.set(day, [...(days.get(day) ?? []), place]);
  }
  for (const inner of Object.values(value)) citedPlaces(inner, days);
  return days;
}

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
 * Numbers of the receipts of an order. Only its owner is told them: whoever has the number of a
 * receipt may read it, and that of an order is read out to others.
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

/**
 * Fetches what a receipt needs. With `whole` the tape's days from beginning to end; `held` are texts
 * of checkpoints that were kept earlier.
 */
export async function fetchAll({ origin, number, folder, whole, held = [] }) {
  mkdirSync(folder, { recursive: true });
  const at = (path) => `${origin.replace(/\/$/, '')}${BASE}${path}`;
  const path = join(folder, 'receipt.json');
  const url = at(`/order/receipt/${encodeURIComponent(number)}`);
  const receipt = readJson(await take(url, path));
  await take(at('/index/fees'), join(folder, 'fees.json'));
  const roots = readJson(await take(at('/trust/roots'), join(folder, 'roots.json')));
  for (const [day, places] of citedPlaces(receipt)) {
    if (whole) {
      await take(at(`/trust/tape/${day}`), join(folder, `tape-${day}.txt`));
      continue;
    }
    for (const place of new Set(places)) {
      const range = `from=${Math.max(1, place - AROUND)}&to=${place + AROUND}`;
      await take(at(`/trust/tape/${day}?${range}`), join(folder, `tape-${day}-${place}.txt`));
    }
  }
  await fetchEvidence({ get: getFrom(origin), folder, held, ticks: tickIdsOf(receipt) });
  if (receipt.kind !== 'option' || !endedOnTape(receipt)) return path;
  const read = ({ day, from, to }) => get(at(`/trust/tape/${day}?from=${from}&to=${to}`));
  const keep = async (range) => {
    const text = await read(range);
    const name = `tape-${range.day}-from-${range.from}.txt`;
    if (text !== null) writeFileSync(join(folder, name), text);
    return text;
  };
  await fetchRun(receipt, { read, keep, days: roots.tape.map(({ day }) => day) });
  return path;
}
