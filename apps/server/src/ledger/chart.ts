/**
 * The chart of accounts and who may pay whom for which kind of entry. The database holds the same two tables
 * (migration 0001) and refuses everything else; a test compares them with this page.
 *
 * @source LEDGER parts 1 and 2
 */

/** `nonnegative`: never below zero; `nonpositive`: never above; `any`: no floor. */
export type Floor = 'nonnegative' | 'nonpositive' | 'any';

/** Classes of accounts with their floor in the real mode; in demo only user floors hold. */
export const ACCOUNT_CLASSES = {
  'user:cash': 'nonnegative',
  'user:margin': 'nonnegative',
  'user:deficit': 'nonpositive',
  'user:reversed': 'nonpositive',
  'user:stake': 'nonnegative',
  'user:plan': 'nonnegative',
  'user:collateral': 'nonnegative',
  'user:debt': 'nonpositive',
  'user:bid': 'nonnegative',
  'user:leaving': 'nonnegative',
  'house:trading': 'any',
  'house:strategy': 'any',
  'house:capital': 'nonnegative',
  'house:lending': 'nonnegative',
  'house:fees': 'any',
  'house:financing': 'any',
  'house:early-exit': 'any',
  'house:loan-interest': 'any',
  'house:network-fees': 'any',
  'house:exchange': 'any',
  'house:charity': 'nonnegative',
  'house:creator': 'nonnegative',
  'house:bad-debt': 'nonpositive',
  'house:goodwill': 'nonpositive',
  'house:marketing': 'nonpositive',
  'house:demo-grant': 'any',
  'world:ethereum': 'any',
  'world:tron': 'any',
  'world:bitcoin': 'any',
  'world:outside': 'any',
} as const satisfies Record<string, Floor>;

/** Class of an account. */
export type AccountClass = keyof typeof ACCOUNT_CLASSES;

/** Classes a user has. */
export type UserClass = Extract<AccountClass, `user:${string}`>;

type Pair = readonly [AccountClass, AccountClass];

const WORLD = ['world:ethereum', 'world:tron', 'world:bitcoin', 'world:outside'] as const;
/** A credit to cash pays an open deficit and a reversed deposit first, in the same entry. */
const COVER: readonly Pair[] = [
  ['user:cash', 'user:deficit'],
  ['user:cash', 'user:reversed'],
];

const fromWorld = (to: AccountClass): Pair[] => WORLD.map((world) => [world, to]);
const toWorld = (from: AccountClass): Pair[] => WORLD.map((world) => [from, world]);

/** Every kind of entry with the payments it may hold. */
export const ALLOWED = {
  'demo-opening': [['house:demo-grant', 'user:cash']],
  'demo-reset': [['user:cash', 'house:demo-grant'], ['house:demo-grant', 'user:cash'], ...COVER],
  'contract-open': [
    ['user:cash', 'user:margin'],
    ['user:cash', 'house:fees'],
  ],
  'contract-close': [
    ['user:margin', 'user:cash'],
    ['house:trading', 'user:cash'],
    ['user:cash', 'house:trading'],
    ['user:deficit', 'house:trading'],
    ['user:cash', 'house:fees'],
    ['user:deficit', 'house:fees'],
    ...COVER,
  ],
  'contract-void': [['user:margin', 'user:cash'], ...COVER],
  financing: [
    ['user:cash', 'house:financing'],
    ['house:financing', 'user:cash'],
    ['user:deficit', 'house:financing'],
    ...COVER,
  ],
  protection: [['house:bad-debt', 'user:deficit']],
  'option-buy': [['user:cash', 'user:stake']],
  'option-settle': [
    ['user:stake', 'user:cash'],
    ['house:trading', 'user:cash'],
    ['user:stake', 'house:trading'],
    ...COVER,
  ],
  'plan-invest': [['user:cash', 'user:plan']],
  'plan-fill': [
    ['house:trading', 'house:strategy'],
    ['house:strategy', 'house:trading'],
    ['house:strategy', 'house:fees'],
  ],
  'plan-mark': [
    ['house:trading', 'house:strategy'],
    ['house:strategy', 'house:trading'],
  ],
  'plan-settle': [
    ['house:strategy', 'user:plan'],
    ['user:plan', 'house:strategy'],
    ['user:plan', 'house:fees'],
  ],
  'plan-exit': [['user:plan', 'user:cash'], ['user:plan', 'house:early-exit'], ...COVER],
  'plan-subsidy': [
    // Refused where it is written: what is decided goes through the clearing, whole.
    ['house:capital', 'user:plan'],
    ['house:capital', 'house:strategy'],
    ['house:strategy', 'user:plan'],
  ],
  pledge: [['user:cash', 'user:collateral']],
  'pledge-release': [['user:collateral', 'user:cash'], ...COVER],
  'loan-grant': [['user:debt', 'house:lending'], ['house:capital', 'user:cash'], ...COVER],
  'loan-interest': [['user:debt', 'house:loan-interest']],
  'loan-repay': [
    ['user:cash', 'user:debt'],
    ['house:lending', 'house:capital'],
  ],
  'collateral-sale': [
    ['user:collateral', 'house:exchange'],
    ['user:collateral', 'user:cash'],
    ['house:exchange', 'user:cash'],
    ['user:cash', 'house:fees'],
    ['user:cash', 'user:debt'],
    ['house:lending', 'house:capital'],
  ],
  'loan-shortfall': [
    ['house:bad-debt', 'user:debt'],
    ['house:lending', 'house:capital'],
  ],
  'nft-bid': [['user:cash', 'user:bid']],
  'nft-outbid': [['user:bid', 'user:cash'], ...COVER],
  'nft-sale': [
    ['user:bid', 'house:charity'],
    ['user:bid', 'house:creator'],
    ['user:bid', 'house:fees'],
  ],
  'charity-payout': [
    ['house:charity', 'world:outside'],
    ['house:charity', 'world:tron'],
  ],
  'creator-payout': [['house:creator', 'world:outside']],
  deposit: [...fromWorld('user:cash'), ...COVER],
  'deposit-reversal': [...toWorld('user:cash'), ...toWorld('user:reversed')],
  'withdrawal-request': [['user:cash', 'user:leaving']],
  'withdrawal-done': [...toWorld('user:leaving'), ['user:leaving', 'house:fees']],
  'withdrawal-return': [['user:leaving', 'user:cash'], ...COVER],
  'network-gas': [
    ['house:network-fees', 'world:ethereum'],
    ['house:network-fees', 'world:bitcoin'],
  ],
  convert: [
    ['user:cash', 'house:exchange'],
    ['house:exchange', 'user:cash'],
    ['user:cash', 'house:fees'],
    ...COVER,
  ],
  adjustment: [['house:goodwill', 'user:cash'], ['user:cash', 'house:goodwill'], ...COVER],
  'house-funding': fromWorld('house:capital'),
  'house-takeout': toWorld('house:capital'),
  'exchange-cover': [
    ['house:capital', 'house:exchange'],
    ['house:exchange', 'house:capital'],
  ],
  'daily-cover': [
    ['house:capital', 'house:trading'],
    ['house:trading', 'house:capital'],
    ['house:capital', 'house:bad-debt'],
    ['house:capital', 'house:goodwill'],
    ['house:capital', 'house:marketing'],
    ['house:fees', 'house:capital'],
    ['house:financing', 'house:capital'],
    ['house:early-exit', 'house:capital'],
    ['house:loan-interest', 'house:capital'],
  ],
} as const satisfies Record<string, readonly Pair[]>;

/** Kind of an entry: what happened, by which the chart says who may pay whom. */
export type EntryKind = keyof typeof ALLOWED;

/** Whether an account of this class belongs to a user. */
export function isUserClass(accountClass: AccountClass): accountClass is UserClass {
  return accountClass.startsWith('user:');
}
