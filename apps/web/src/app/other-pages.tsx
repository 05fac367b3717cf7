import type { ComponentType } from 'react';
import type { PageName } from '../lib/paths.ts';

/** A page whose code the entry does not know the place of. */
export type OtherPageName = Exclude<PageName, 'home' | 'market' | 'detail'>;

type Module = { readonly default: ComponentType };

const LOADERS: Readonly<Record<OtherPageName, () => Promise<Module>>> = {
  trading: () => import('../pages/Trading.tsx').then(({ Trading }) => ({ default: Trading })),
  plans: () => import('../pages/plans/Mine.tsx').then(({ Plans }) => ({ default: Plans })),
  ownPlan: () => import('../pages/plans/Own.tsx').then(({ OwnPlan }) => ({ default: OwnPlan })),
  loan: () => import('../pages/Loan.tsx').then(({ Loan }) => ({ default: Loan })),
  loanApply: () =>
    import('../pages/loan/Apply.tsx').then(({ LoanApply }) => ({ default: LoanApply })),
  loans: () => import('../pages/loan/Records.tsx').then(({ Loans }) => ({ default: Loans })),
  nfts: () => import('../pages/Nfts.tsx').then(({ Nfts }) => ({ default: Nfts })),
  balance: () => import('../pages/Balance.tsx').then(({ Balance }) => ({ default: Balance })),
  identity: () => import('../pages/Identity.tsx').then(({ Identity }) => ({ default: Identity })),
  profile: () => import('../pages/Profile.tsx').then(({ Profile }) => ({ default: Profile })),
  orders: () => import('../pages/Orders.tsx').then(({ Orders }) => ({ default: Orders })),
  records: () => import('../pages/Records.tsx').then(({ Records }) => ({ default: Records })),
  security: () =>
    import('../pages/profile/Security.tsx').then(({ Security }) => ({ default: Security })),
  limits: () => import('../pages/profile/Limits.tsx').then(({ Limits }) => ({ default: Limits })),
  cases: () => import('../pages/profile/Cases.tsx').then(({ Cases }) => ({ default: Cases })),
  settings: () =>
    import('../pages/SettingsPage.tsx').then(({ SettingsPage }) => ({ default: SettingsPage })),
  about: () => import('../pages/About.tsx').then(({ About }) => ({ default: About })),
  trust: () => import('../pages/Trust.tsx').then(({ Trust }) => ({ default: Trust })),
  receipt: () => import('../pages/Receipt.tsx').then(({ Receipt }) => ({ default: Receipt })),
  login: () => import('../pages/Login.tsx').then(({ Login }) => ({ default: Login })),
  register: () => import('../pages/Register.tsx').then(({ Register }) => ({ default: Register })),
  notMe: () => import('../pages/NotMe.tsx').then(({ NotMe }) => ({ default: NotMe })),
  unsubscribe: () =>
    import('../pages/Unsubscribe.tsx').then(({ Unsubscribe }) => ({ default: Unsubscribe })),
  reset: () => import('../pages/Reset.tsx').then(({ Reset }) => ({ default: Reset })),
  convert: () =>
    import('../pages/profile/Convert.tsx').then(({ Convert }) => ({ default: Convert })),
  invite: () => import('../pages/profile/Invite.tsx').then(({ Invite }) => ({ default: Invite })),
  notification: () =>
    import('../pages/profile/Notification.tsx').then(({ Notification }) => ({
      default: Notification,
    })),
  help: () => import('../pages/Reading.tsx').then(({ Help }) => ({ default: Help })),
  faq: () => import('../pages/Reading.tsx').then(({ Faq }) => ({ default: Faq })),
  notice: () => import('../pages/Reading.tsx').then(({ Notices }) => ({ default: Notices })),
  content: () =>
    import('../pages/Reading.tsx').then(({ ContentPage }) => ({ default: ContentPage })),
  introduction: () =>
    import('../pages/Reading.tsx').then(({ Introduction }) => ({ default: Introduction })),
  support: () => import('../pages/Support.tsx').then(({ Support }) => ({ default: Support })),
  verify: () =>
    import('../pages/VerifyMessage.tsx').then(({ VerifyMessage }) => ({ default: VerifyMessage })),
  loginCallback: () =>
    import('../pages/LoginCallback.tsx').then(({ LoginCallback }) => ({ default: LoginCallback })),
};

/** Loads the code of a page. */
export const load = (name: OtherPageName): Promise<Module> => LOADERS[name]();
