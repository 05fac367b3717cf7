import { loadAllTexts, loadMarketTexts, type MessageKey } from '@candor/locales';
import { type ComponentType, lazy } from 'react';
import { whenIdle } from '../lib/when-idle.tsx';
import { Home } from '../pages/Home.tsx';
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

const notOpen = (title: MessageKey, text: MessageKey, access: Page['access'] = 'anyone'): Page =>
  page(
    title,
    () =>
      import('../pages/NotOpen.tsx').then(({ NotOpen }) => ({
        default: () => <NotOpen title={title} text={text} />,
      })),
    access,
  );

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
  profile: page(
    'nav.account',
    () => import('../pages/Profile.tsx').then(({ Profile }) => ({ default: Profile })),
    'session',
  ),
  orders: page(
    'orders.title',
    () => import('../pages/Orders.tsx').then(({ Orders }) => ({ default: Orders })),
    'session',
  ),
  records: page(
    'page.records-title',
    () => import('../pages/Records.tsx').then(({ Records }) => ({ default: Records })),
    'session',
  ),
  security: page(
    'page.security-title',
    () => import('../pages/profile/Security.tsx').then(({ Security }) => ({ default: Security })),
    'session',
  ),
  limits: page(
    'page.limits-title',
    () => import('../pages/profile/Limits.tsx').then(({ Limits }) => ({ default: Limits })),
    'session',
  ),
  trust: page('page.trust-title', () =>
    import('../pages/Trust.tsx').then(({ Trust }) => ({ default: Trust })),
  ),
  receipt: page('receipt.title', () =>
    import('../pages/Receipt.tsx').then(({ Receipt }) => ({ default: Receipt })),
  ),
  login: page('access.login-title', () =>
    import('../pages/Login.tsx').then(({ Login }) => ({ default: Login })),
  ),
  register: page('access.register-title', () =>
    import('../pages/Register.tsx').then(({ Register }) => ({ default: Register })),
  ),
  notMe: page('page.not-me-title', () =>
    import('../pages/NotMe.tsx').then(({ NotMe }) => ({ default: NotMe })),
  ),
  reset: page('page.reset-title', () =>
    import('../pages/Reset.tsx').then(({ Reset }) => ({ default: Reset })),
  ),
  trading: notOpen('page.trading-title', 'page.trading-text'),
  loan: notOpen('page.loan-title', 'page.loan-text'),
  nfts: notOpen('page.nfts-title', 'page.nfts-text'),
  balance: notOpen('page.balance-title', 'page.balance-text', 'session'),
  invite: notOpen('page.invite-title', 'page.invite-text', 'session'),
  notification: notOpen('page.notification-title', 'page.notification-text', 'session'),
  help: notOpen('page.help-title', 'page.help-text'),
  faq: notOpen('page.faq-title', 'page.faq-text'),
  notice: notOpen('page.notice-title', 'page.notice-text'),
  content: notOpen('page.detail-title', 'page.detail-text'),
  introduction: notOpen('page.introduction-title', 'page.introduction-text'),
  support: notOpen('page.support-title', 'page.support-text'),
  loginCallback: page('page.login-callback-title', () =>
    import('../pages/LoginCallback.tsx').then(({ LoginCallback }) => ({ default: LoginCallback })),
  ),
};
