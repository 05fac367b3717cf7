import { readFileSync } from 'node:fs';
import type { Device, Visitor } from '../support/browser.ts';
import { BTC_PAGE, openTicket, ticketOf } from '../support/pages.ts';
import type { Say } from '../support/words.ts';

const PATHS = new URL('../../../web/src/lib/paths.ts', import.meta.url);
const PAGES = new URL('../../../web/src/app/page-list.tsx', import.meta.url);

/** One page of the product, as the web app's own tables have it. */
type Route = {
  readonly name: string;
  readonly path: string;
  /** Whether a visitor logs in first. */
  readonly isPrivate: boolean;
};

/** Every page of the product: a page that is added is looked at without a word here. */
export function routesOf(): Route[] {
  const [, table = ''] =
    /export const PATHS = \{(.*?)\n\} as const/s.exec(readFileSync(PATHS, 'utf8')) ?? [];
  const pages = readFileSync(PAGES, 'utf8');
  return [...table.matchAll(/^\s+(\w+): '([^']+)'/gm)].map(([, name = '', path = '']) => ({
    name,
    path,
    isPrivate: new RegExp(`\\b${name}: \\[[^\\]]*'session'`).test(pages),
  }));
}

/** The routes of the specification and those of PRODUCT 15 that are pages of their own. */
export const WANTED: readonly string[] = [
  '/',
  '/market',
  '/trading',
  '/loan',
  '/loan/apply',
  '/loan/records',
  '/nfts',
  '/profile',
  '/profile/balance',
  '/profile/invite',
  '/profile/notification',
  '/cruuency',
  '/help',
  '/help/faq',
  '/help/notice',
  '/pass/register',
  '/pass/login',
  '/pass/reset',
  '/detail',
  '/introduction',
  '/api/loginCallback/google',
  '/service.html',
  '/trust',
  '/receipt',
  '/profile/security',
  '/profile/limits',
  '/profile/orders',
  '/profile/records',
  '/support/verify',
];

/** Who looks, with what and in which words. */
export type Sight = {
  readonly visitor: Visitor;
  readonly say: Say;
  readonly device: Device;
  readonly who: 'visitor' | 'trader';
  /** Number of a receipt. */
  readonly receipt: string;
};

/** One look: an address, and what is done there first. */
export type Stop = {
  readonly name: string;
  readonly path: string;
  readonly isPrivate: boolean;
  /** Only for a visitor who is not signed in. */
  readonly isForVisitors?: true;
  /** What it takes besides opening the page. */
  readonly prepare?: (sight: Sight) => Promise<void>;
};

/** Where a page needs more than its bare path. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  detail: [BTC_PAGE],
  content: ['/detail?id=fees', '/detail?id=terms'],
  receipt: ['/receipt', '/receipt/NUMBER'],
  loginCallback: ['/api/loginCallback/google?error=access_denied&state=login.x'],
};

async function openFirstQuestion({ visitor }: Sight): Promise<void> {
  await visitor.page.locator('main summary').first().click();
}

async function logInWithNothing({ visitor, say }: Sight): Promise<void> {
  const main = visitor.page.getByRole('main');
  await main.getByRole('button', { name: say('access.login-title'), exact: true }).click();
  await main.getByRole('alert').first().waitFor();
}

async function fillInWrongly({ visitor, say, device }: Sight): Promise<void> {
  const screen = { page: visitor.page, say };
  await openTicket(screen, device);
  const { lots, stopLoss } = ticketOf(screen);
  await lots.fill('0.1');
  await stopLoss.fill('99999');
}

async function askForConfirmation({ visitor, say }: Sight): Promise<void> {
  const { page } = visitor;
  await page.getByRole('button', { name: say('social.add', { service: 'Google' }) }).click();
  await page.getByRole('dialog').locator('input[type=password]').waitFor();
}

/** States of a page that an address alone does not lead to. */
const STATES: readonly Stop[] = [
  { name: 'an answer', path: '/help/faq', isPrivate: false, prepare: openFirstQuestion },
  {
    name: 'nothing filled in',
    path: '/pass/login',
    isPrivate: false,
    isForVisitors: true,
    prepare: logInWithNothing,
  },
  { name: 'a ticket filled in wrongly', path: BTC_PAGE, isPrivate: true, prepare: fillInWrongly },
  {
    name: 'the confirmation of an act',
    path: '/profile/security',
    isPrivate: true,
    prepare: askForConfirmation,
  },
];

/** Everything that is looked at. */
export function stopsOf(): Stop[] {
  const pages = routesOf().flatMap(({ name, path, isPrivate }) =>
    (ADDRESSES[name] ?? [path]).map((address) => ({ name, path: address, isPrivate })),
  );
  return [...pages, ...STATES];
}
