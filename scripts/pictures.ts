import { BASE_PATH, CALLS } from '@candor/protocol/light';
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
import { pendingList } from '../apps/e2e/src/support/orders.ts';
import { BTC_PAGE, type Screen, openTicket, ticketOf } from '../apps/e2e/src/support/pages.ts';
import { cleanUp, newFolder, startProduct } from '../apps/e2e/src/support/product.ts';
import { wordsOf } from '../apps/e2e/src/support/words.ts';
import { findChromium } from './chromium.ts';
import type { DemoAccount } from './seed/people.ts';
import { seed } from './seed.ts';
import { buildWebApps } from './setup/web-build.mjs';

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
  ['nfts', '/nfts'],
  ['loan', '/loan'],
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

/** Signs an account of the demo in, without the page. */
async function signIn(visitor: Visitor, url: string, account: DemoAccount): Promise<void> {
  const { username, password } = account;
  const response = await fetch(new URL(`${BASE_PATH}${CALLS['accounts.login'].path}`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, client: 'web' }),
  });
  const [given = ''] = response.headers.getSetCookie();
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(given) ?? [];
  const [, path = '/'] = /path=([^;]+)/i.exec(given) ?? [];
  if (name === undefined || value === undefined) throw new Error(`no session: ${username}`);
  const { hostname: domain } = new URL(url);
  await visitor.context.addCookies([
    { name, value, domain, path, httpOnly: true, sameSite: 'Strict' },
  ]);
  await visitor.context.addInitScript(() => localStorage.setItem('isLogin', '1'));
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
    readonly url: string;
    readonly trader: DemoAccount;
    /** A receipt of the trader's. */
    readonly receiptNo: string;
    open(options: Omit<VisitOptions, 'url'>): Promise<Visitor>;
  },
): Promise<void> {
  const { device, width, theme, language } = look;
  const fileOf = (name: string): string =>
    join(parts.folder, `${name}-${width}-${theme}-${language}.png`);
  const outsider = await parts.open({ device, width, theme, language });
  for (const [name, path] of PUBLIC) {
    await outsider.open(path);
    // The list of all markets is longer than a reader looks.
    await take(outsider, fileOf(name), name !== 'market');
  }
  await outsider.close();
  const trader = await parts.open({ device, width, theme, language });
  await signIn(trader, parts.url, parts.trader);
  for (const [name, path] of SIGNED_IN) {
    await trader.open(path);
    await take(trader, fileOf(name));
  }
  await trader.open(`/receipt/${parts.receiptNo}`);
  await take(trader, fileOf('receipt'));
  await showPending(trader, look);
  await take(trader, fileOf('pending'), false);
  await openSheet(trader, look);
  await take(trader, fileOf('ticket'), false);
  await openOption(trader, look);
  await take(trader, fileOf('option'), false);
  await trader.close();
}

const nameOf = ({ width, theme, language }: Look): string => `${width}-${theme}-${language}`;

/** Days that are played before: pages with a past. */
const DAYS = 5;

/** Pictures of every screen in these looks, for people to compare with the designs. */
async function run(folder: string, looks: readonly Look[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  buildWebApps(ROOT, process.execPath);
  const dataDir = join(await newFolder(), 'data');
  const { accounts, receiptNo } = await seed({ days: DAYS, env: { DATA_DIR: dataDir } });
  const [trader] = accounts;
  if (trader === undefined) throw new Error('the demo has no account');
  const product = await startProduct({ feed: 'simulated', dataDir });
  const browser = await openBrowser(await findChromium());
  try {
    await product.untilOpen(CODE);
    const { url } = product;
    const open = (options: Omit<VisitOptions, 'url'>): Promise<Visitor> =>
      visit(browser, { ...options, url });
    for (const look of looks) {
      await takeAll(look, { folder, url, trader, receiptNo, open });
      process.stdout.write(`${nameOf(look)}\n`);
    }
  } finally {
    await browser.close();
    await cleanUp();
  }
}

const [folder, ...asked] = process.argv.slice(2);
const looks = LOOKS.filter((look) => asked.length === 0 || asked.includes(nameOf(look)));
if (folder === undefined || looks.length === 0) {
  process.stderr.write(
    'Say where to: node scripts/pictures.ts FOLDER [LOOK …]\n' +
      `Looks: ${LOOKS.map(nameOf).join(' ')}\n`,
  );
  process.exitCode = 1;
} else {
  await run(resolve(folder), looks);
}
