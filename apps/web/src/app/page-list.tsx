import { loadAllTexts, loadMarketTexts, type MessageKey } from '@candor/locales';
import { type ComponentType, lazy } from 'react';
import { whenIdle } from '../lib/when-idle.tsx';
import { Home } from '../pages/Home.tsx';
import type { OtherPageName } from './other-pages.tsx';
import type { PageName } from './paths.ts';

/** Longest wait for a page's code. @source seed §9 @units milliseconds */
const CHUNK_TIMEOUT_MS = 120_000;

/** One page: its title, who may see it and where its code is. */
export type Page = {
  readonly title: MessageKey;
  /** `session`: a visitor logs in first. @source PRODUCT 2 */
  readonly access: 'anyone' | 'session';
  readonly Component: ComponentType;
  /** Begins to load the code, before anything is drawn. */
  readonly load: () => Promise<unknown>;
};

type Module = { readonly default: ComponentType };

function withTimeout(loading: Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the page did not load in time')), CHUNK_TIMEOUT_MS);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

function page(
  title: MessageKey,
  load: () => Promise<Module>,
  access: Page['access'] = 'anyone',
  texts = loadAllTexts,
): Page {
  // The home page's texts are part of the first load; all other pages bring theirs.
  const begin = async (): Promise<Module> => {
    const [module] = await Promise.all([withTimeout(load()), texts()]);
    return module;
  };
  return { title, access, load: begin, Component: lazy(begin) };
}

/** The other texts follow once the market stands. */
const marketPage = (load: () => Promise<Module>): Page =>
  page('nav.market', load, 'anyone', async () => {
    await loadMarketTexts();
    whenIdle(() => void loadAllTexts());
  });

/**
 * A page besides home and market: where its code is stands in a file of its own, so that a visit
 * loads of the other pages no more than their titles.
 */
const other = (name: OtherPageName, title: MessageKey, access: Page['access'] = 'anyone'): Page =>
  page(title, () => import('./other-pages.tsx').then((list) => list.load(name)), access);

/** Every page of the product. */
export const PAGES: Readonly<Record<PageName, Page>> = {
  // In the entry: most visits begin here, and one file less to wait for.
  home: { title: 'nav.home', access: 'anyone', load: async () => undefined, Component: Home },
  market: marketPage(() =>
    import('../pages/Market.tsx').then(({ Market }) => ({ default: Market })),
  ),
  detail: marketPage(() =>
    import('../pages/MarketDetail.tsx').then(({ MarketDetail }) => ({ default: MarketDetail })),
  ),
  profile: other('profile', 'nav.account', 'session'),
  orders: other('orders', 'orders.title', 'session'),
  records: other('records', 'page.records-title', 'session'),
  security: other('security', 'page.security-title', 'session'),
  limits: other('limits', 'page.limits-title', 'session'),
  trust: other('trust', 'page.trust-title'),
  settings: other('settings', 'page.settings-title'),
  about: other('about', 'page.about-title'),
  receipt: other('receipt', 'receipt.title'),
  login: other('login', 'access.login-title'),
  register: other('register', 'access.register-title'),
  notMe: other('notMe', 'page.not-me-title'),
  reset: other('reset', 'page.reset-title'),
  trading: other('trading', 'page.trading-title'),
  loan: other('loan', 'page.loan-title'),
  nfts: other('nfts', 'page.nfts-title'),
  balance: other('balance', 'page.balance-title', 'session'),
  invite: other('invite', 'page.invite-title', 'session'),
  notification: other('notification', 'page.notification-title', 'session'),
  help: other('help', 'page.help-title'),
  faq: other('faq', 'page.faq-title'),
  notice: other('notice', 'page.notice-title'),
  content: other('content', 'page.detail-title'),
  introduction: other('introduction', 'page.introduction-title'),
  support: other('support', 'page.support-title'),
  verify: other('verify', 'page.verify-title'),
  loginCallback: other('loginCallback', 'page.login-callback-title'),
};
