/** Fetches a receipt and the files it cites into a folder. The only part that uses the network. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

async function take(url, path) {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  writeFileSync(path, text);
  return text;
}

/** Fetches what a receipt needs. With `whole` the tape's days from beginning to end. */
export async function fetchAll({ origin, number, folder, whole }) {
  mkdirSync(folder, { recursive: true });
  const at = (path) => `${origin.replace(/\/$/, '')}${BASE}${path}`;
  const path = join(folder, 'receipt.json');
  const url = at(`/order/receipt/${encodeURIComponent(number)}`);
  const receipt = readJson(await take(url, path));
  await take(at('/index/fees'), join(folder, 'fees.json'));
  await take(at('/trust/roots'), join(folder, 'roots.json'));
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
  return path;
}
