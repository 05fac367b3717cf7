/**
 * `npm run bench`: figures of this machine, where there is a limit as ratios against it, measured in
 * the same run. It never passes or fails. What each line means: docs/figures.md.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchDay } from '../apps/e2e/bench/day.ts';
import { benchDeskLists } from '../apps/e2e/bench/desk-lists.ts';
import { benchRows } from '../apps/e2e/bench/rows.ts';
import { benchStart } from '../apps/e2e/bench/start.ts';
import { benchCashier } from '../apps/server/bench/cashier.ts';
import { type OpenDesk, benchDesk } from '../apps/server/bench/desk.ts';
import { benchDocuments } from '../apps/server/bench/documents.ts';
import { benchFanout } from '../apps/server/bench/fanout.ts';
import { benchLoanNights } from '../apps/server/bench/loan-nights.ts';
import { benchLoanWatch } from '../apps/server/bench/loans.ts';
import { benchHistory } from '../apps/server/bench/history.ts';
import { SEED, benchMemory } from '../apps/server/bench/memory.ts';
import { benchNft } from '../apps/server/bench/nft.ts';
import { benchOrders } from '../apps/server/bench/orders.ts';
import { benchPlans } from '../apps/server/bench/plans.ts';
import { benchPulse } from '../apps/server/bench/pulse.ts';
import { SOCKETS, type StopLatency, benchStops } from '../apps/server/bench/stops.ts';
import { onPath } from './chromium.ts';
import { buildWebApps } from './setup/web-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const hundredths = (figure: number): number => Math.round(figure * 100) / 100;

/** The number behind `--percent`, or all of it: which part of the history is filled in. */
function shareAsked(): number {
  const place = process.argv.indexOf('--percent');
  return place < 0 ? 1 : Number.parseInt(process.argv[place + 1] ?? '', 10) / 100;
}

/** What calls cost on a database with history beside an empty one. */
async function sayHistory(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  try {
    for await (const line of benchHistory(dataDir, shareAsked())) say(line);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

// `npm run bench -- history --percent 10`: this part alone, with a tenth of the history.
if (process.argv[2] === 'history') {
  await sayHistory();
  process.exit(0);
}

/** The number behind a flag, or what it is without. */
function numberAfter(flag: string, usual: number): number {
  const place = process.argv.indexOf(flag);
  return place < 0 ? usual : Number.parseInt(process.argv[place + 1] ?? '', 10);
}

/** What a server holds at its start, in its middle and at its end. */
async function sayMemory(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const whats = {
    replay: `a generated month of 50 instruments replayed (seed ${SEED})`,
    sockets: '100 sockets, simulated prices',
  };
  try {
    for await (const one of benchMemory(dataDir, numberAfter('--minutes', 10))) {
      const { start, middle, end } = one;
      const three = (figure: 'rss' | 'heap' | 'external'): string =>
        [start, middle, end].map((held) => held[figure]).join(' · ');
      say(
        `memory of a server, ${whats[one.what]}, ${one.minutes} minutes, ${one.ticks} ticks: RSS ` +
          `${three('rss')} MiB at start · middle · end, heap in use ${three('heap')}, buffers ` +
          three('external'),
      );
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What a page holds after a trading day. */
async function sayDay(chromium: string): Promise<void> {
  const { minutes, quotes, holds } = await benchDay(chromium, numberAfter('--minutes', 10));
  const three = (figure: 'heapMb' | 'nodes' | 'listeners'): string =>
    holds.map((held) => held[figure]).join(' · ');
  say(
    `a trading day in ${minutes} minutes, 20 markets, chart and ticket, ${quotes} quotes: heap ` +
      `${three('heapMb')} MB after a tenth · half · all of it, nodes ${three('nodes')}, listeners ` +
      three('listeners'),
  );
}

/** Stops under three loads, and a start with many open orders. */
async function sayStops(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  try {
    const when = {
      quiet: 'quiet',
      reconnect: 'while sockets come back',
      slow: 'while every read for a screen takes 400 ms more',
    };
    const said = (one: StopLatency): void => {
      say(
        `stop, from a price to its commit, ${when[one.when]}: p50 ${Math.round(one.p50Ms)} ms, ` +
          `p99 ${Math.round(one.p99Ms)} ms, ${one.samples} stops, ${one.sockets} sockets at its end`,
      );
    };
    const restart = await benchStops(dataDir, { many: numberAfter('--sockets', SOCKETS), said });
    say(
      `start with ${restart.orders} open orders and ${restart.ticks} ticks nobody acted on: ` +
        `${hundredths(restart.seconds)} s`,
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

// `npm run bench -- stops --sockets 5000` and `npm run bench -- memory --minutes 2`: one part alone.
if (process.argv[2] === 'stops' || process.argv[2] === 'memory') {
  await (process.argv[2] === 'stops' ? sayStops() : sayMemory());
  process.exit(0);
}

/** The market list under more prices than a market has. */
async function sayRows(chromium: string): Promise<void> {
  const rows = await benchRows(chromium);
  say(
    `${rows.markets} live rows at ${rows.hertz} Hz, ${rows.rows} of them drawn: ` +
      `${Math.round(rows.framesPerSecond)} frames per second, main thread ` +
      `${Math.round(rows.mainThread * 100)} %`,
  );
}

// `npm run bench -- day --minutes 10` and `npm run bench -- rows`: one part alone.
if (process.argv[2] === 'day' || process.argv[2] === 'rows') {
  const found = onPath(process.env);
  if (found === null) say('n/a without Chromium');
  else {
    buildWebApps(ROOT, process.execPath);
    await (process.argv[2] === 'day' ? sayDay : sayRows)(found);
  }
  process.exit(0);
}

/** Orders placed, by commands and by calls of another process. */
async function sayOrders(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  try {
    for await (const line of benchOrders(dataDir)) say(line);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What the pages of the operator's desk take on the server, and its lists in a browser. */
async function sayDesk(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  try {
    const found = onPath(process.env);
    buildWebApps(ROOT, process.execPath);
    if (found === null) say('rows and script of the desk: n/a without Chromium');
    const look = found === null ? null : (desk: OpenDesk) => benchDeskLists(found, desk);
    for await (const line of benchDesk(dataDir, look)) say(line);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

// `npm run bench -- desk`: this part alone.
if (process.argv[2] === 'desk') {
  await sayDesk();
  process.exit(0);
}

/** What the cashier reads and takes, beside what it is compared with. */
async function sayCashier(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  try {
    for await (const line of benchCashier(dataDir)) say(line);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

// `npm run bench -- cashier`: this part alone.
if (process.argv[2] === 'cashier') {
  await sayCashier();
  process.exit(0);
}

/** What the watch of collateral costs. */
async function sayLoans(): Promise<void> {
  const found = await benchLoanWatch();
  say(
    `collateral of ${found.loans} running loans, ${found.ticks} ticks of a coin: median ` +
      `${hundredths(found.medianMs)} ms a tick, worst ${hundredths(found.worstMs)} ms; ` +
      `${found.reached} lines reached, ${found.mostAtOnce} by one tick; read at the start in ` +
      `${Math.round(found.loadMs)} ms`,
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  try {
    const { loans, seconds, quiet, during } = await benchLoanNights(dataDir);
    const said = ({ p50Ms, p99Ms }: { readonly p50Ms: number; readonly p99Ms: number }): string =>
      `p50 ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms`;
    say(
      `a midnight of ${loans} running loans charged in ${hundredths(seconds)} s (limit 30 s); a stop meanwhile ` +
        `${said(during)}, ${during.stops} stops, and quiet ${said(quiet)}`,
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

// `npm run bench -- loans`: this part alone.
if (process.argv[2] === 'loans') {
  await sayLoans();
  process.exit(0);
}

/** What backtests and the midnight of plans cost. */
async function sayPlans(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  try {
    for await (const line of benchPlans(dataDir)) say(line);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

// `npm run bench -- plans`: this part alone.
if (process.argv[2] === 'plans') {
  await sayPlans();
  process.exit(0);
}

/** What bids on one token cost beside orders, and what a long list of tokens does. */
async function sayNft(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  try {
    for await (const line of benchNft(dataDir)) say(line);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

// `npm run bench -- nft`: this part alone.
if (process.argv[2] === 'nft') {
  await sayNft();
  process.exit(0);
}

/** What documents cost, hostile ones too. */
async function sayDocuments(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  try {
    for await (const line of benchDocuments(dataDir)) say(line);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

// `npm run bench -- documents`: this part alone.
if (process.argv[2] === 'documents') {
  await sayDocuments();
  process.exit(0);
}

// `npm run bench -- orders`: this part alone.
if (process.argv[2] === 'orders') {
  await sayOrders();
  process.exit(0);
}

// First, so that nothing another part left in this process is in the figure.
await sayOrders();
await sayStops();
for await (const { open, ticking, revalued, medianMs, acts } of benchPulse()) {
  say(
    `pulse with ${open} open contracts, ${ticking} of 350 instruments ticking (${revalued} ` +
      `contracts): median ${hundredths(medianMs)} ms, ${acts} triggers so far`,
  );
}
const fanout = await benchFanout();
say(
  `quotes to ${fanout.sockets} sockets, ${fanout.frameBytes} bytes: ${fanout.live} messages per ` +
    `CPU second, ÷ bare ws broadcast ${hundredths(fanout.ratio)}`,
);
const { newFolderS, sameFolderS } = await benchStart();
say(
  `npm start to the first page, checkout warm: ${hundredths(newFolderS)} s with a new data folder, ` +
    `${hundredths(sameFolderS)} s with the same again`,
);
const chromium = onPath(process.env);
if (chromium === null) say('350 live rows at 10 Hz: n/a without Chromium');
else {
  buildWebApps(ROOT, process.execPath);
  await sayRows(chromium);
  await sayDay(chromium);
}
await sayCashier();
await sayLoans();
await sayPlans();
await sayNft();
await sayDesk();
await sayHistory();
await sayMemory();
