import { readFile } from 'node:fs/promises';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  BASE_PATH,
  type Bar,
  CALLS,
  type MarketInfo,
  type MarketItem,
  SOCKET_PATH,
} from '@candor/protocol/light';
import { WIRE_FIELDS } from '@candor/protocol';
import { WebSocketServer } from 'ws';

/** The built web app. */
const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const KINDS: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const POINTS = 48;
const BARS = 499;
/** Lengths of the bars that are asked for. @units milliseconds */
const STEPS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
};

/** Prices made for the bench: they go round in whole cents, each market at its own pace. */
function centsOf(market: number, round: number): number {
  const base = 1_000 + market * 137;
  return base + ((round * (1 + (market % 7))) % 40);
}

function priceText(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

function itemOf(market: number, now: number): MarketItem {
  const code = `M${String(market).padStart(3, '0')}/USDT`;
  const price = priceText(centsOf(market, 0));
  return {
    id: code.replace('/', ''),
    code,
    type: 2,
    appName: `Market ${market}`,
    logo: '',
    price,
    [WIRE_FIELDS.changePercent]: '0.10',
    [WIRE_FIELDS.sparkline]: Array.from({ length: POINTS }, (_, at) => centsOf(market, at)),
    bid: price,
    ask: price,
    source: 'Bench',
    sourceTime: now,
    receivedAt: now,
    status: 'open',
    tickSize: '0.01',
  };
}

/** One frame: every market's next quote. */
function frameOf(items: readonly MarketItem[], round: number, now: number): string {
  return JSON.stringify(
    items.map((item, market) => {
      const price = priceText(centsOf(market, round));
      return {
        id: item.id,
        code: item.code,
        type: item.type,
        price,
        bid: price,
        ask: price,
        [WIRE_FIELDS.changePercent]: `${round % 2 === 0 ? '' : '-'}0.${10 + (round % 80)}`,
        source: 'Bench',
        sourceTime: now,
        receivedAt: now,
        tickId: `2024-01-01/${round * items.length + market}`,
        status: 'open',
        seq: round + 1,
      };
    }),
  );
}

/** What a chart and a ticket need of one market. */
function infoOf(item: MarketItem): MarketInfo {
  return {
    ...item,
    tickId: null,
    high24h: '99.00',
    low24h: '9.00',
    volume24h: null,
    restriction: null,
    specification: {
      class: 'crypto',
      base: item.code.slice(0, 4),
      quoteCurrency: 'USDT',
      contractSize: '1',
      tickSize: '0.01',
      lotStep: '0.01',
      lotsMin: '0.01',
      lotsMax: '100',
      leverageMax: 100,
      feeRate: '0.0006',
      financingRate: '0.0001',
      spreadRate: '0.0002',
      freshForMs: 5_000,
      bandRate: '0.02',
      hours: [],
      sources: ['Bench'],
      link: '1',
    },
  };
}

/** As many bars as an answer has, the last one running. */
function barsOf(query: URLSearchParams, now: number): Bar[] {
  const stepMs = STEPS[query.get('interval') ?? ''] ?? 60_000;
  const first = Math.floor(now / stepMs) - BARS;
  return Array.from({ length: BARS + 1 }, (_, at) => {
    const price = priceText(centsOf(at % 7, at));
    const time = (first + at) * stepMs;
    return { time, open: price, high: price, low: price, close: price, volume: '1' };
  }).filter(({ time }) => time >= Number.parseInt(query.get('from') ?? '0', 10));
}

function answer(response: ServerResponse, result: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code: '200', message: 'ok', result }));
}

async function sendPage(response: ServerResponse, path: string): Promise<void> {
  const file = extname(path) === '' ? 'index.html' : path.slice(1);
  const body = await readFile(join(DIST, file)).catch(() => null);
  response.writeHead(body === null ? 404 : 200, {
    'content-type': KINDS[extname(file)] ?? 'application/octet-stream',
  });
  response.end(body);
}

/** The built pages with a list of markets that all tick, and nothing else. */
export type VenuePage = { readonly url: string; stop(): Promise<void> };

/** Serves the web app and sends every market's quote to every reader, so many times a second. */
export async function serveVenuePage(options: {
  readonly markets: number;
  readonly everyMs: number;
  readonly now: () => number;
}): Promise<VenuePage> {
  const items = Array.from({ length: options.markets }, (_, at) => itemOf(at, options.now()));
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bench');
    const infoPath = CALLS['market.info'].path.replace(':id', '');
    const asked = items.find(({ id }) => pathname === `${BASE_PATH}${infoPath}${id}`);
    if (!pathname.startsWith(BASE_PATH)) void sendPage(response, pathname);
    else if (pathname.endsWith(CALLS['market.list'].path)) answer(response, items);
    else if (asked !== undefined) answer(response, infoOf(asked));
    else if (pathname.endsWith(CALLS['market.bars'].path)) {
      answer(response, barsOf(searchParams, options.now()));
    } else {
      // Nothing else is part of the list; the page says so in its own words.
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"code":"404","message":"not-found","result":{"name":"not-found"}}');
    }
  });
  const sockets = new WebSocketServer({ server, path: SOCKET_PATH });
  let round = 0;
  const ticking = setInterval(() => {
    round += 1;
    const frame = frameOf(items, round, options.now());
    for (const socket of sockets.clients) socket.send(frame);
  }, options.everyMs);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      clearInterval(ticking);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
