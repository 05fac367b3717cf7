import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { decimal, formatDecimal } from '@candor/kernel';
import { createRandom } from '@candor/testkit';
import { afterAll, expect, test } from 'vitest';
import { ownerDatabase } from '../support/database.ts';
import { listenAs } from '../support/listener.ts';
import { type Product, cleanUp, startProduct } from '../support/product.ts';
import { RECORDINGS, linesOf } from '../support/recordings.ts';
import { until } from '../support/until.ts';
import { type Venue, startVenue } from '../support/venue.ts';

const CODE = 'BTC/USDT';
const CHANNEL = { binance: 'btcusdt@bookTicker', okx: 'BTC-USDT' } as const;
const SEED = 77;

const venues: Venue[] = [];
afterAll(async () => {
  await cleanUp();
  for (const venue of venues) await venue.end();
});

async function venueSaying(id: 'binance' | 'okx', next: () => string): Promise<Venue> {
  const venue = await startVenue(id, ['BTC', 'ETH']);
  venues.push(venue);
  venue.keepSaying(CHANNEL[id], next);
  return venue;
}

/** Bid and ask of a message of either venue, as plain decimals. */
function pricesIn(message: string): { bid: string; ask: string } {
  const { data } = JSON.parse(message) as { data: Record<string, string> | [OkxTicker] };
  const [bid, ask] = Array.isArray(data) ? [data[0].bidPx, data[0].askPx] : [data['b'], data['a']];
  return { bid: formatDecimal(decimal(bid ?? '')), ask: formatDecimal(decimal(ask ?? '')) };
}
type OkxTicker = { bidPx: string; askPx: string; ts: string };

type StoredFrame = { hash: string; body: string; source: string };

/** The frame of a tick, as the database keeps it. */
async function frameOf(product: Product, tickId: string): Promise<StoredFrame | undefined> {
  const [day, seq] = tickId.split('/');
  const owner = await ownerDatabase(product);
  const [frame] = await owner.rows<StoredFrame>(
    `select encode(frame.hash, 'hex') as hash, frame.body, source.name as source
     from market.tick join market.frame on frame.day = tick.day and frame.hash = tick.frame_hash
     join market.source on source.id = frame.source_id
     where tick.day = $1 and tick.seq = $2`,
    [day, seq],
  );
  await owner.end();
  return frame;
}

/** One trader's visit to a product that has these venues; `leading` is the one orders fill on. */
async function checkVisit(
  all: Readonly<Record<string, Venue>>,
  leading: { source: string; venue: Venue },
): Promise<void> {
  const env = Object.entries(all).map(([id, { url }]) => [`VENUE_URL_${id}`, url]);
  const product = await startProduct({ feed: 'live', env: Object.fromEntries(env) });
  await product.untilOpen(CODE);
  const feeds = (await product.call('market.feeds')).result;
  expect(feeds).toMatchObject({ mode: 'live', recordedDay: null, notice: null });
  expect(feeds.sources.map(({ name, status }) => `${name} ${status}`)).toContain(
    `${leading.source} ok`,
  );

  const trader = await product.register();
  const hears = await listenAs(product, trader);
  // The other venue may have been a moment faster; then it leads until this one has spoken.
  const latest = () => hears.quotes(CODE).at(-1);
  await until('a price of it', () => latest()?.source === leading.source);
  const quote = latest();
  expect(quote?.status).toBe('open');
  const quoted = await frameOf(product, quote?.tickId ?? '');
  expect(pricesIn(quoted?.body ?? '')).toEqual({ bid: quote?.bid, ask: quote?.ask });

  const opened = await product.call('contracts.open', {
    token: trader.token,
    body: {
      code: CODE,
      direction: 'buy',
      orderType: 'market',
      lots: '0.02',
      leverage: 2,
      requestId: randomUUID(),
    },
  });
  expect(opened.code).toBe('200');
  const { openTickId = '', openPrice, openTime = 0 } = opened.result;
  const query = { from: openTime - 10_000, to: openTime + 1_000 };
  const ticks = (await product.call('market.ticks', { params: { code: CODE }, query })).result;
  const tick = ticks.find(({ id }) => id === openTickId);
  expect(tick?.source).toBe(leading.source);

  // From the order to its tick, from the tick to the frame, and the frame is one that was sent.
  const frame = await frameOf(product, openTickId);
  expect(frame?.source).toBe(leading.source);
  expect([...leading.venue.sent]).toContain(frame?.body);
  expect(
    createHash('sha256')
      .update(frame?.body ?? '')
      .digest('hex'),
  ).toBe(frame?.hash);
  expect(pricesIn(frame?.body ?? '')).toEqual({ bid: tick?.bid, ask: tick?.ask });
  expect(openPrice).toBe(tick?.ask);
  expect((await product.stop()).exitCode).toBe(0);
}

/** Messages as Binance and OKX send them, of a made-up market: their numbers come from a seed. */
function generated(seed: number): { binance: () => string; okx: () => string } {
  const random = createRandom(seed);
  let update = 50_000_000;
  return {
    binance() {
      update += random.between(1, 9);
      const cents = random.between(6_000_000, 6_000_999);
      const [bid, ask] = [cents, cents + 100].map((one) => `${one / 100}`);
      const data = { u: update, s: 'BTCUSDT', b: bid, B: '1.5', a: ask, A: '2.25' };
      return JSON.stringify({ stream: CHANNEL.binance, data });
    },
    okx() {
      const tenths = random.between(600_000, 600_099);
      const [bidPx, askPx] = [tenths, tenths + 10].map((one) => `${one / 10}`);
      const rest = { last: bidPx, lastSz: '0.1', askSz: '1', bidSz: '2', open24h: '59000' };
      const day = { high24h: '61000', low24h: '58000', volCcy24h: '1', vol24h: '1' };
      const ts = String(Date.now());
      const ticker = { instType: 'SPOT', instId: 'BTC-USDT', bidPx, askPx, ...rest, ...day, ts };
      const arg = { channel: 'tickers', instId: 'BTC-USDT' };
      return JSON.stringify({ arg, data: [ticker] });
    },
  };
}

test.concurrent('a live price names its venue, and a fill leads to the very frame it was read from', async () => {
  const messages = generated(SEED);
  const binance = await venueSaying('binance', messages.binance);
  const okx = await venueSaying('okx', messages.okx);
  const source = 'Binance (stand-in)';
  await checkVisit({ BINANCE: binance, OKX: okx }, { source, venue: binance });
});

/** Messages of a recorded socket that hold `mark`, without the moment they were received at. */
async function recorded(file: string, mark: string): Promise<string[]> {
  const lines = await linesOf(join(RECORDINGS ?? '', 'recorded-messages', file));
  const wanted = lines.filter((line) => line.includes(mark));
  expect(wanted.length).toBeGreaterThan(5);
  return wanted.map((line) => line.slice(line.indexOf('{')));
}

/** Goes round in a list. */
function inTurn(messages: readonly string[]): () => string {
  let next = 0;
  return () => {
    next += 1;
    return messages[next % messages.length] ?? '';
  };
}

test
  .skipIf(RECORDINGS === null)
  .concurrent('so does a fill on recorded messages of Binance, which name no time', async () => {
    const spoken = await recorded('binance/hftbacktest-btcusdt_20240808.txt.gz', '@bookTicker"');
    const binance = await venueSaying('binance', inTurn(spoken));
    await checkVisit({ BINANCE: binance }, { source: 'Binance (stand-in)', venue: binance });
  });

test
  .skipIf(RECORDINGS === null)
  .concurrent(
    'so does a fill on recorded messages of OKX, their times shifted to now',
    async () => {
      const file = 'okx/cryptofeed-ws-OKX.ws.1.0.txt.gz';
      const spoken = await recorded(file, '"instId":"BTC-USDT","last"');
      const next = inTurn(spoken);
      const shifted = (): string => next().replace(/"ts":"\d+"/, `"ts":"${Date.now()}"`);
      const okx = await venueSaying('okx', shifted);
      await checkVisit({ OKX: okx }, { source: 'OKX (stand-in)', venue: okx });
    },
  );
