import { keptDraft } from '../../lib/kept-draft.ts';

/** A withdrawal as it is typed: the place by its name, the address by its id; null is no number. */
export type WithdrawDraft = {
  readonly place: string;
  readonly entryId: string;
  readonly amount: string | null;
};

/** A claim of a missing deposit as it is typed. */
export type ClaimDraft = {
  readonly isOpen: boolean;
  readonly place: string;
  readonly amount: string | null;
  readonly tail: string;
};

const isText = (value: unknown): value is string => typeof value === 'string';
const isAmount = (value: unknown): value is string | null => value === null || isText(value);

/** How each form is kept; what another version of the page kept is none of them. */
export const WITHDRAW_DRAFT = {
  form: 'withdraw',
  nothing: { place: '', entryId: '', amount: '' } satisfies WithdrawDraft as WithdrawDraft,
  read(kept: unknown): WithdrawDraft | null {
    const { place, entryId, amount } = (kept ?? {}) as Partial<Record<string, unknown>>;
    if (!isText(place) || !isText(entryId) || !isAmount(amount)) return null;
    return { place, entryId, amount };
  },
};

export const CLAIM_DRAFT = {
  form: 'deposit-claim',
  nothing: {
    isOpen: false,
    place: '',
    amount: '',
    tail: '',
  } satisfies ClaimDraft as ClaimDraft,
  read(kept: unknown): ClaimDraft | null {
    const { isOpen, place, amount, tail } = (kept ?? {}) as Partial<Record<string, unknown>>;
    if (typeof isOpen !== 'boolean' || !isText(place) || !isAmount(amount) || !isText(tail)) {
      return null;
    }
    return { isOpen, place, amount, tail };
  },
};

/** The flow a user began in this window and did not finish. */
export function flowBegun(userId: string | undefined): 'deposit' | 'withdraw' | null {
  if (keptDraft(userId, WITHDRAW_DRAFT) !== null) return 'withdraw';
  return keptDraft(userId, CLAIM_DRAFT)?.isOpen === true ? 'deposit' : null;
}
