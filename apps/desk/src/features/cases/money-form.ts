import { ASSET_SCALE, type Asset } from '@candor/kernel';
import {
  DESK_CALLS,
  type DeskCallInput,
  type DeskCallResult,
  type StaffRole,
} from '@candor/protocol/desk-light';
import type { CallFailure } from '../../lib/http.ts';

/** Cases of money a member can propose, as their addresses name them. */
export const MONEY_KINDS = ['adjustment', 'houseFunding', 'takeOut', 'exchangeCover'] as const;
export type MoneyKind = (typeof MONEY_KINDS)[number];

/** Who may propose which, as the calls declare it. */
export const PROPOSERS: Readonly<Record<MoneyKind, readonly StaffRole[]>> = {
  adjustment: DESK_CALLS['cases.open-adjustment'].roles,
  houseFunding: DESK_CALLS['cases.open-house-funding'].roles,
  takeOut: DESK_CALLS['cases.open-take-out'].roles,
  exchangeCover: DESK_CALLS['cases.open-exchange-cover'].roles,
};

export const ASSETS = ['USDT', 'BTC', 'ETH'] as const satisfies readonly Asset[];
export const WORLDS = ['ethereum', 'tron', 'bitcoin', 'outside'] as const;

/** Places an amount of an asset has in the books. */
export const placesIn = (asset: Asset): number => ASSET_SCALE[asset];

export const REFERENCE = { min: 4, max: 120 } as const;

/** What a member filled in; `amount` is null while it is no number. */
export type Filled = {
  readonly kind: MoneyKind;
  readonly user: string;
  readonly mode: 'real' | 'demo';
  readonly direction: 'toUser' | 'fromUser';
  readonly cover: 'toExchange' | 'toCapital';
  readonly asset: Asset;
  readonly amount: string | null;
  readonly account: (typeof WORLDS)[number];
  readonly reference: string;
  readonly note: string;
};

/** A field of the form that can be refused. */
export type MoneyField = 'user' | 'amount' | 'reference' | 'note';
export type Problem = 'missing' | 'zero' | 'short' | 'unknown-user' | 'books';

/** An empty form of a kind; real money unless another mode is chosen. */
export const emptyForm = (kind: MoneyKind, user: string): Filled => ({
  kind,
  user,
  mode: 'real',
  direction: 'toUser',
  cover: 'toExchange',
  asset: 'USDT',
  amount: '',
  account: 'outside',
  reference: '',
  note: '',
});

/** What is wrong before anything is sent. A text that is no number is told by the field itself. */
export function problemsOf(filled: Filled): Partial<Record<MoneyField, Problem>> {
  const { kind, user, amount, reference, note } = filled;
  const isNamed = kind === 'houseFunding' || kind === 'takeOut';
  return {
    ...(kind === 'adjustment' && user.trim() === '' ? { user: 'missing' } : {}),
    ...(amount === '' ? { amount: 'missing' } : {}),
    ...(amount !== null && amount !== '' && !/[1-9]/.test(amount) ? { amount: 'zero' } : {}),
    ...(isNamed && reference.trim().length < REFERENCE.min ? { reference: 'short' } : {}),
    ...(note.trim() === '' ? { note: 'missing' } : {}),
  };
}

/** Where a refusal of the server belongs; null where it is about no field. */
export function refusedField({ name, field }: CallFailure): [MoneyField, Problem] | null {
  if (name === 'not-found') return ['user', 'unknown-user'];
  if (name === 'case-impossible' && field === 'amount') return ['amount', 'books'];
  return null;
}

/** What the entry of a proposal would be, as the server said it. */
export type Preview = DeskCallResult<'cases.preview-entry'>;

/** What is asked before it is proposed. Only for a form without problems. */
export function previewBody(
  filled: Filled,
): NonNullable<DeskCallInput<'cases.preview-entry'>['body']> {
  const { kind, asset, mode, direction, account, user } = filled;
  const amount = filled.amount ?? '';
  if (kind === 'exchangeCover') return { kind, asset, amount, direction: filled.cover };
  return kind === 'adjustment'
    ? { kind, user: user.trim(), mode, asset, direction, amount }
    : { kind, asset, amount, account };
}
