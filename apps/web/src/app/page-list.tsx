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
    timer = setTimeout(() => reject(new Error('the page is late')), CHUNK_TIMEOUT_MS);
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
 * Pages besides home and market, with their titles and who may see them: where their code is stands in
 * a file of its own, so that a visit loads of the other pages no more than this.
 */
const OTHERS: Readonly<Record<OtherPageName, readonly [MessageKey, Page['access']?]>> = {
  profile: ['nav.account', 'session'],
  orders: ['orders.title', 'session'],
  records: ['page.records-title', 'session'],
  security: ['page.security-title', 'session'],
  limits: ['page.limits-title', 'session'],
  cases: ['page.cases-title', 'session'],
  trust: ['page.trust-title'],
  settings: ['page.settings-title'],
  about: ['page.about-title'],
  receipt: ['receipt.title'],
  login: ['access.login-title'],
  register: ['access.register-title'],
  notMe: ['page.not-me-title'],
  unsubscribe: ['page.unsubscribe-title'],
  reset: ['page.reset-title'],
  trading: ['page.trading-title'],
  plans: ['plans.mine', 'session'],
  ownPlan: ['plans.own', 'session'],
  loan: ['page.loan-title'],
  identity: ['page.identity-title', 'session'],
  loanApply: ['loan.apply', 'session'],
  loans: ['loan.mine', 'session'],
  nfts: ['page.nfts-title'],
  balance: ['page.balance-title', 'session'],
  convert: ['page.convert-title', 'session'],
  invite: ['page.invite-title', 'session'],
  notification: ['page.notification-title', 'session'],
  help: ['page.help-title'],
  faq: ['page.faq-title'],
  notice: ['page.notice-title'],
  content: ['page.detail-title'],
  introduction: ['page.introduction-title'],
  support: ['page.support-title'],
  verify: ['page.verify-title'],
  loginCallback: ['page.login-callback-title'],
};

const others = Object.fromEntries(
  (Object.keys(OTHERS) as OtherPageName[]).map((name) => {
    const [title, access] = OTHERS[name];
    const load = () => import('./other-pages.tsx').then((list) => list.load(name));
    return [name, page(title, load, access)];
  }),
) as Record<OtherPageName, Page>;

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
  ...others,
};
