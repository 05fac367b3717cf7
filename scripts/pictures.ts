import { signedIn } from '@candor/testkit';
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  PASSWORD,
  type Device,
  type VisitOptions,
  type Visitor,
  openBrowser,
  visit,
} from '../apps/e2e/src/support/browser.ts';
import { pendingList } from '../apps/e2e/src/support/orders.ts';
import {
  BTC_PAGE,
  type Screen,
  openTicket,
  positionShown,
  sendTicket,
  ticketOf,
} from '../apps/e2e/src/support/pages.ts';
import { type Product, cleanUp, startProduct } from '../apps/e2e/src/support/product.ts';
import { until } from '../apps/e2e/src/support/until.ts';
import { wordsOf } from '../apps/e2e/src/support/words.ts';
import { findChromium } from './chromium.ts';
import { buildWebApp } from './setup/web-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Fonts, bars and the first quotes arrive after the page. */
const SETTLE_MS = 1_200;
const CODE = 'BTC/USDT';

type Language = 'en' | 'ar';
type Look = {
  readonly device: Device;
  readonly width: number;
  readonly theme: 'light' | 'dark';
  readonly language: Language;
};

const SIZES = [
  { device: 'desktop', width: 1440 },
  { device: 'mobile', width: 390 },
  { device: 'mobile', width: 320 },
] as const;

const LOOKS: readonly Look[] = SIZES.flatMap((size) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    (['en', 'ar'] as const).map((language) => ({ ...size, theme, language })),
  ),
);

const PUBLIC = [
  ['home', '/'],
  ['market', '/market'],
  ['login', '/pass/login'],
  ['register', '/pass/register'],
  ['not-open', '/loan'],
  ['trust', '/trust'],
  ['checker', '/receipt'],
] as const;

const SIGNED_IN = [
  ['detail', BTC_PAGE],
  ['profile', '/profile'],
  ['orders', '/profile/orders'],
  ['records', '/profile/records'],
] as const;

const screenOf = ({ page }: Visitor, { language }: Look): Screen => ({
  page,
  say: wordsOf(language),
});

/** Opens a contract at the price the server holds, so that what shows one has something to show. */
async function trade(visitor: Visitor, look: Look): Promise<void> {
  const screen = screenOf(visitor, look);
  await visitor.open(BTC_PAGE);
  await openTicket(screen, look.device);
  await ticketOf(screen).lots.fill('0.05');
  await sendTicket(screen);
  await until('a position', async () => (await positionShown(screen, look.device)) !== null);
}

/** One more order that waits and one that was closed; answers the receipt of the closed one. */
async function addOrders(product: Product, username: string): Promise<string> {
  const { result } = await product.call('accounts.login', {
    body: { username, password: PASSWORD, client: 'api' },
  });
  const { token } = signedIn(result);
  const common = { code: CODE, direction: 'buy', lots: '0.02', leverage: 2 } as const;
  const requestId = randomUUID;
  const { result: market } = await product.call('market.info', { params: { id: CODE } });
  const [bid = ''] = (market.bid ?? '').split('.');
  // Far enough below to wait until the pictures are taken, near enough to be taken.
  const price = String((BigInt(bid) * 9n) / 10n);
  const waiting = await product.call('contracts.open', {
    token,
    body: { ...common, orderType: 'limit', price, requestId: requestId() },
  });
  if (waiting.code !== '200') throw new Error(`no order waits: ${waiting.text}`);
  const { result: order } = await product.call('contracts.open', {
    token,
    body: { ...common, orderType: 'market', requestId: requestId() },
  });
  const closed = await product.call('contracts.close', {
    token,
    params: { id: order.id },
    body: { requestId: requestId() },
  });
  return closed.result.order.receiptNo ?? '';
}

/** The ticket filled in, on the sheet of a phone. */
async function openSheet(visitor: Visitor, look: Look): Promise<void> {
  const screen = screenOf(visitor, look);
  await visitor.open(BTC_PAGE);
  await openTicket(screen, look.device);
  await ticketOf(screen).lots.fill('0.05');
}

/** The option's ticket filled in, in the place of the contract's. */
async function openOption(visitor: Visitor, look: Look): Promise<void> {
  const { page, say } = screenOf(visitor, look);
  await openSheet(visitor, look);
  await page.getByRole('radio', { name: say('ticket.option'), exact: true }).click();
  const form = page.getByRole('form', { name: say('options.ticket') });
  await form.getByLabel(say('options.stake'), { exact: true }).fill('10');
}

/** The orders that wait, below one market. */
async function showPending(visitor: Visitor, look: Look): Promise<void> {
  await visitor.open(BTC_PAGE);
  const list = await pendingList(screenOf(visitor, look), look.device);
  await list.scrollIntoViewIfNeeded();
}

async function take(visitor: Visitor, file: string, fullPage = true): Promise<void> {
  await visitor.page.waitForTimeout(SETTLE_MS);
  await visitor.page.screenshot({ path: file, fullPage });
}

async function takeAll(
  look: Look,
  parts: {
    readonly folder: string;
    readonly product: Product;
    open(options: Omit<VisitOptions, 'url'>): Promise<Visitor>;
  },
): Promise<void> {
  const { device, width, theme, language } = look;
  const fileOf = (name: string): string =>
    join(parts.folder, `${name}-${width}-${theme}-${language}.png`);
  const stranger = await parts.open({ device, width, theme, language });
  for (const [name, path] of PUBLIC) {
    await stranger.open(path);
    // The list of all markets is longer than anybody looks.
    await take(stranger, fileOf(name), name !== 'market');
  }
  await stranger.close();
  const signedUpAs = `seen.${width}.${theme}.${language}`;
  const trader = await parts.open({ device, width, theme, language, signedUpAs });
  await trade(trader, look);
  const receipt = await addOrders(parts.product, signedUpAs);
  for (const [name, path] of SIGNED_IN) {
    await trader.open(path);
    await take(trader, fileOf(name));
  }
  await trader.open(`/receipt/${receipt}`);
  await take(trader, fileOf('receipt'));
  await showPending(trader, look);
  await take(trader, fileOf('pending'), false);
  await openSheet(trader, look);
  await take(trader, fileOf('ticket'), false);
  await openOption(trader, look);
  await take(trader, fileOf('option'), false);
  await trader.close();
}

/** Pictures of every screen in every look, for people to compare with the designs. */
async function run(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  buildWebApp(ROOT, process.execPath);
  const product = await startProduct({ feed: process.env['FEED'] ?? 'simulated' });
  const browser = await openBrowser(await findChromium());
  try {
    await product.untilOpen(CODE);
    const open = (options: Omit<VisitOptions, 'url'>): Promise<Visitor> =>
      visit(browser, { ...options, url: product.url });
    for (const look of LOOKS) {
      await takeAll(look, { folder, product, open });
      process.stdout.write(`${Object.values(look).join(' ')}\n`);
    }
  } finally {
    await browser.close();
    await cleanUp();
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Say where to: node scripts/pictures.ts FOLDER\n');
  process.exitCode = 1;
} else {
  await run(resolve(folder));
}
