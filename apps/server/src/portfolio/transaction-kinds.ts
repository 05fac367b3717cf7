import type { TransactionKind } from '@candor/protocol';
import type { AccountClass } from '../ledger/index.ts';

/** What a payment was for, by the account on its other side. */
const KINDS: Readonly<
  Record<Exclude<AccountClass, 'user:cash' | 'user:deficit' | 'user:reversed'>, TransactionKind>
> = {
  'user:margin': 'margin',
  'user:stake': 'stake',
  'user:plan': 'plan',
  'user:collateral': 'collateral',
  'user:debt': 'loan',
  'user:bid': 'bid',
  'user:leaving': 'withdrawal',
  'house:trading': 'result',
  'house:strategy': 'plan',
  'house:capital': 'loan',
  'house:lending': 'loan',
  'house:fees': 'fee',
  'house:financing': 'financing',
  'house:early-exit': 'plan',
  'house:loan-interest': 'loan',
  'house:network-fees': 'withdrawal',
  'house:exchange': 'conversion',
  'house:charity': 'bid',
  'house:creator': 'bid',
  'house:bad-debt': 'protection',
  'house:goodwill': 'adjustment',
  'house:marketing': 'adjustment',
  'house:demo-grant': 'demoGrant',
  'world:ethereum': 'deposit',
  'world:tron': 'deposit',
  'world:bitcoin': 'deposit',
  'world:outside': 'deposit',
};

/** What a payment from or to this account is called. */
export function kindOf(other: AccountClass): TransactionKind {
  return (KINDS as Readonly<Partial<Record<AccountClass, TransactionKind>>>)[other] ?? 'adjustment';
}

/** The accounts on the other side of payments of a kind. */
export function accountsOf(kind: TransactionKind): AccountClass[] {
  const all = Object.entries(KINDS) as [AccountClass, TransactionKind][];
  return all.filter(([, one]) => one === kind).map(([account]) => account);
}
