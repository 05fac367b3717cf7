import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Device,
  type VisitOptions,
  type Visitor,
  openBrowser,
  visit,
} from '../apps/e2e/src/support/browser.ts';
import { BTC_PAGE, openTicket, ticketOf } from '../apps/e2e/src/support/pages.ts';
import { cleanUp, startProduct } from '../apps/e2e/src/support/product.ts';
import { patternOf, wordsOf } from '../apps/e2e/src/support/words.ts';
import { findChromium } from './chromium.ts';
import { buildWebApp } from './setup/web-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Fonts, bars and the first quotes arrive after the page. */
const SETTLE_MS = 1_200;

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
] as const;

const SIGNED_IN = [
  ['detail', BTC_PAGE],
  ['profile', '/profile'],
  ['orders', '/profile/orders'],
] as const;

/** Opens a contract, so that what shows one has something to show. */
async function trade(visitor: Visitor, look: Look): Promise<void> {
  const screen = { page: visitor.page, say: wordsOf(look.language) };
  await visitor.open(BTC_PAGE);
  await openTicket(screen, look.device);
  const { lots, act } = ticketOf(screen);
  await lots.fill('0.05');
  await act.click();
  await visitor.page.getByText(patternOf(screen.say, 'ticket.filled', { price: '.+' })).waitFor();
}

/** The ticket filled in, on the sheet of a phone. */
async function openSheet(visitor: Visitor, look: Look): Promise<void> {
  const screen = { page: visitor.page, say: wordsOf(look.language) };
  await visitor.open(BTC_PAGE);
  await openTicket(screen, look.device);
  await ticketOf(screen).lots.fill('0.05');
}

async function take(visitor: Visitor, file: string, fullPage = true): Promise<void> {
  await visitor.page.waitForTimeout(SETTLE_MS);
  await visitor.page.screenshot({ path: file, fullPage });
}

async function takeAll(
  look: Look,
  parts: {
    readonly folder: string;
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
  for (const [name, path] of SIGNED_IN) {
    await trader.open(path);
    await take(trader, fileOf(name));
  }
  await openSheet(trader, look);
  await take(trader, fileOf('ticket'), false);
  await trader.close();
}

/** Pictures of every screen in every look, for people to compare with the designs. */
async function run(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  buildWebApp(ROOT, process.execPath);
  const product = await startProduct({ feed: process.env['FEED'] ?? 'simulated' });
  const browser = await openBrowser(await findChromium());
  try {
    await product.untilOpen('BTC/USDT');
    const open = (options: Omit<VisitOptions, 'url'>): Promise<Visitor> =>
      visit(browser, { ...options, url: product.url });
    for (const look of LOOKS) {
      await takeAll(look, { folder, open });
      process.stdout.write(`${Object.values(look).join(' ')}\n`);
    }
  } finally {
    await browser.close();
    await cleanUp();
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Say where to: npm run pictures -- FOLDER\n');
  process.exitCode = 1;
} else {
  await run(resolve(folder));
}
