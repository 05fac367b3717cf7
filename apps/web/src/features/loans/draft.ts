import { ASSETS } from '@candor/kernel';
import { useCallback, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { keepInWindow, readInWindow } from '../../lib/window-storage.ts';
import type { CollateralFields, LoanFields } from './preview.ts';

/** What is filled in and not sent yet; the signature is not kept. */
type Draft = LoanFields & {
  /** Whether what was filled in was accepted, so that identification and signing come next. */
  readonly isFilled: boolean;
};

const NO_COLLATERAL: CollateralFields = { USDT: '', BTC: '', ETH: '' };
const NONE: Draft = { amount: '', days: 30, collateral: NO_COLLATERAL, isFilled: false };

const isText = (value: unknown): value is string | null =>
  typeof value === 'string' || value === null;

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { amount, days, collateral, isFilled } = value as Partial<Record<keyof Draft, unknown>>;
  if (!isText(amount) || typeof days !== 'number' || typeof isFilled !== 'boolean') return false;
  if (typeof collateral !== 'object' || collateral === null) return false;
  return ASSETS.every((asset) => isText((collateral as Record<string, unknown>)[asset]));
}

function readDrafts(): Readonly<Record<string, Draft>> {
  const read = readInWindow('loanDrafts');
  if (typeof read !== 'object' || read === null) return {};
  return Object.fromEntries(
    Object.entries(read).filter((entry): entry is [string, Draft] => isDraft(entry[1])),
  );
}

/** A loan on its way to being asked for. */
export type LoanDraft = {
  readonly draft: Draft;
  readonly write: (change: Partial<Draft>) => void;
  readonly clear: () => void;
};

/**
 * What a user fills in: it outlives the steps, a reload and the end of the session in this window. A
 * user who logs in after them does not find it.
 */
export function useLoanDraft(): LoanDraft {
  const { user } = useSession();
  const place = user?.id ?? '';
  const [state, setState] = useState(() => ({ place, draft: readDrafts()[place] ?? NONE }));
  const now = state.place === place ? state : { place, draft: readDrafts()[place] ?? NONE };
  const change = useCallback(
    (draft: Draft | null) => {
      const { [place]: _, ...others } = readDrafts();
      keepInWindow('loanDrafts', draft === null ? others : { ...others, [place]: draft });
      setState({ place, draft: draft ?? NONE });
    },
    [place],
  );
  return {
    draft: now.draft,
    write: (written) => change({ ...now.draft, ...written }),
    clear: () => change(null),
  };
}
