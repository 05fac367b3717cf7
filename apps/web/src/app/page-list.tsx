import { loadAllTexts, loadMarketTexts, type MessageKey } from '@candor/locales';
import { type ComponentType, type ReactElement, lazy, useState } from 'react';
import { prefetch } from '../lib/prefetch.ts';
import { type Layout, currentLayout, useLayout } from '@candor/ui';
import { Home } from '../pages/Home.tsx';
import type { OtherPageName } from './other-pages.tsx';
import { type PageName, searchOf } from '../lib/paths.ts';

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
  let ready: ComponentType | null = null;
  // The home page's texts are part of the first load; all other pages bring theirs.
  const begin = async (): Promise<Module> => {
    const [module] = await Promise.all([withTimeout(load()), texts()]);
    ready = module.default;
    return module;
  };
  const Later = lazy(begin);
  function Component(): ReactElement {
    // What has come is drawn at once; `lazy` would show what stands in its place first.
    const [Shown] = useState<ComponentType>(() => ready ?? Later);
    return <Shown />;
  }
  return { title, access, load: begin, Component };
}

/**
 * A page of the market, with code of its own for phones: only that of the window is loaded. Its
 * texts are those of its first screen; its later parts bring the others.
 */
function marketPage(loads: Readonly<Record<Layout, () => Promise<Module>>>): Page {
  const desktop = page('nav.market', loads.desktop, 'anyone', loadMarketTexts);
  const mobile = page('nav.market', loads.mobile, 'anyone', loadMarketTexts);
  function Component(): ReactElement {
    return useLayout() === 'desktop' ? <desktop.Component /> : <mobile.Component />;
  }
  const load = () => (currentLayout() === 'desktop' ? desktop : mobile).load();
  return { ...desktop, load, Component };
}

const marketDesk = () =>
  import('../pages/MarketDesk.tsx').then(({ MarketDesk }) => ({ default: MarketDesk }));

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
  market: marketPage({
    desktop: marketDesk,
    mobile: () =>
      import('../pages/MarketPhoneList.tsx').then(({ MarketPhoneList }) => ({
        default: MarketPhoneList,
      })),
  }),
  detail: marketPage({
    desktop: marketDesk,
    mobile: () => {
      const { id } = searchOf('detail', location.search);
      if (id !== undefined) prefetch('market.info', { params: { id } });
      return import('../pages/MarketPhone.tsx').then(async ({ MarketPhone, marketAsked }) => {
        await marketAsked();
        return { default: MarketPhone };
      });
    },
  }),
  profile: other('profile', 'nav.account', 'session'),
  orders: other('orders', 'orders.title', 'session'),
  records: other('records', 'page.records-title', 'session'),
  security: other('security', 'page.security-title', 'session'),
  limits: other('limits', 'page.limits-title', 'session'),
  cases: other('cases', 'page.cases-title', 'session'),
  trust: other('trust', 'page.trust-title'),
  settings: other('settings', 'page.settings-title'),
  about: other('about', 'page.about-title'),
  receipt: other('receipt', 'receipt.title'),
  login: other('login', 'access.login-title'),
  register: other('register', 'access.register-title'),
  notMe: other('notMe', 'page.not-me-title'),
  unsubscribe: other('unsubscribe', 'page.unsubscribe-title'),
  reset: other('reset', 'page.reset-title'),
  trading: other('trading', 'page.trading-title'),
  loan: other('loan', 'page.loan-title'),
  identity: other('identity', 'page.identity-title', 'session'),
  loanApply: other('loanApply', 'loan.apply', 'session'),
  loans: other('loans', 'loan.mine', 'session'),
  nfts: other('nfts', 'page.nfts-title'),
  balance: other('balance', 'page.balance-title', 'session'),
  convert: other('convert', 'page.convert-title', 'session'),
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
