import { type ComponentType, lazy } from 'react';
import type { PageName } from '../lib/paths.ts';

type Module = { readonly default: ComponentType };

function page<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType {
  return lazy(() => load().then((module): Module => ({ default: module[name] })));
}

/** The code of each page, which comes when it is first opened. */
export const COMPONENTS: Readonly<Record<PageName, ComponentType>> = {
  cases: page(() => import('../pages/Cases.tsx'), 'Cases'),
  propose: page(() => import('../pages/Propose.tsx'), 'Propose'),
  house: page(() => import('../pages/House.tsx'), 'House'),
  risk: page(() => import('../pages/Risk.tsx'), 'Risk'),
  loans: page(() => import('../pages/LoanBook.tsx'), 'LoanBook'),
  health: page(() => import('../pages/Health.tsx'), 'Health'),
  reports: page(() => import('../pages/Reports.tsx'), 'Reports'),
  support: page(() => import('../pages/Support.tsx'), 'Support'),
  complaints: page(() => import('../pages/Complaints.tsx'), 'Complaints'),
  savedReplies: page(() => import('../pages/SavedReplies.tsx'), 'SavedReplies'),
  users: page(() => import('../pages/Users.tsx'), 'Users'),
  audit: page(() => import('../pages/Audit.tsx'), 'Audit'),
  instruments: page(() => import('../pages/Instruments.tsx'), 'Instruments'),
  plans: page(() => import('../pages/Plans.tsx'), 'Plans'),
  tokens: page(() => import('../pages/Tokens.tsx'), 'Tokens'),
  charities: page(() => import('../pages/Charities.tsx'), 'Charities'),
  payouts: page(() => import('../pages/Payouts.tsx'), 'Payouts'),
  optionCountries: page(() => import('../pages/OptionCountries.tsx'), 'OptionCountries'),
  content: page(() => import('../pages/Texts.tsx'), 'Texts'),
  offers: page(() => import('../pages/Offers.tsx'), 'Offers'),
  parameters: page(() => import('../pages/Parameters.tsx'), 'Parameters'),
  staff: page(() => import('../pages/Staff.tsx'), 'Staff'),
  account: page(() => import('../pages/Account.tsx'), 'Account'),
};
