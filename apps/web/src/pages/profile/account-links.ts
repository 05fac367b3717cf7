import type { MessageKey } from '@candor/locales';
import type { PageName } from '../../lib/paths.ts';

/** A page the account leads to. */
export type AccountLink = { readonly page: PageName; readonly title: MessageKey };

/** Where the account leads, by what one goes there for; the account itself stands first. */
export const GROUPS: readonly {
  readonly title: MessageKey;
  readonly links: readonly AccountLink[];
}[] = [
  {
    title: 'account.group-money',
    links: [
      { page: 'profile', title: 'account.overview' },
      { page: 'orders', title: 'orders.title' },
      { page: 'records', title: 'page.records-title' },
      { page: 'balance', title: 'page.balance-title' },
      { page: 'plans', title: 'plans.mine' },
      { page: 'loans', title: 'loan.mine' },
    ],
  },
  {
    title: 'account.group-you',
    links: [
      { page: 'identity', title: 'page.identity-title' },
      { page: 'security', title: 'page.security-title' },
      { page: 'limits', title: 'page.limits-title' },
      { page: 'notification', title: 'page.notification-title' },
      { page: 'settings', title: 'page.settings-title' },
      { page: 'invite', title: 'page.invite-title' },
    ],
  },
  {
    title: 'account.group-help',
    links: [
      { page: 'trust', title: 'page.trust-title' },
      { page: 'verify', title: 'page.verify-title' },
      { page: 'cases', title: 'page.cases-title' },
      { page: 'help', title: 'page.help-title' },
      { page: 'introduction', title: 'page.introduction-title' },
      { page: 'about', title: 'page.about-title' },
    ],
  },
];
