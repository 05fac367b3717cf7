import type { Loan, LoanCollateral } from '@candor/protocol/light';
import { toast, useT } from '@candor/ui';
import { useState } from 'react';
import { type CallFailure, call } from '../../../lib/http.ts';
import { performMoneyCommand } from '../../../lib/money-commands.ts';
import type { CommandEnd } from '../../../lib/commands.ts';
import { loansChanged } from '../api.ts';
import { refusalWords } from '../words.ts';

/** What its owner does to a loan. */
type LoanCommandParams =
  | { readonly kind: 'draw'; readonly stepUp: string }
  | { readonly kind: 'cancel' }
  | {
      readonly kind: 'repay';
      readonly source: 'cash' | 'collateral';
      /** Null for all that is owed. */
      readonly amount: string | null;
      /** From collateral: what was shown, and no more of it. */
      readonly sellsMost: readonly LoanCollateral[] | null;
    }
  | { readonly kind: 'add'; readonly asset: 'USDT' | 'BTC' | 'ETH'; readonly amount: string };

/** A command on its way, and how the last one ended. */
export type LoanCommand = {
  readonly isSending: boolean;
  readonly isLate: boolean;
  readonly refusal: string | null;
  /** Whether it was done. */
  send(asked: LoanCommandParams): Promise<boolean>;
  clear(): void;
};

type End = CommandEnd<Loan>;

async function cancel(id: string): Promise<End> {
  const answer = await call('loans.cancel', { params: { id }, body: {} });
  return answer.ok
    ? { kind: 'done', result: answer.value }
    : { kind: 'refused', failure: answer.failure };
}

function perform(id: string, asked: LoanCommandParams, onSilence: () => void): Promise<End> {
  const params = { id };
  if (asked.kind === 'cancel') return cancel(id);
  if (asked.kind === 'draw') {
    const body = { stepUp: asked.stepUp };
    return performMoneyCommand({ name: 'loans.draw', params, body, onSilence });
  }
  if (asked.kind === 'add') {
    const body = { asset: asked.asset, amount: asked.amount };
    return performMoneyCommand({ name: 'loans.add-collateral', params, body, onSilence });
  }
  const { source, amount, sellsMost } = asked;
  const shown = sellsMost === null ? {} : { sellsMost: [...sellsMost] };
  const body =
    amount === null ? { all: true as const, source, ...shown } : { amount, source, ...shown };
  return performMoneyCommand({ name: 'loans.repay', params, body, onSilence });
}

/** Commands on one loan: each is sent once, and what became of it is said. */
export function useLoanCommand(id: string): LoanCommand {
  const t = useT();
  const [isSending, setSending] = useState(false);
  const [isLate, setLate] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  return {
    isSending,
    isLate,
    refusal: failure === null ? null : refusalWords(failure, t),
    async send(asked) {
      setFailure(null);
      setLate(false);
      setSending(true);
      const end = await perform(id, asked, () => setLate(true));
      setSending(false);
      setLate(end.kind === 'unknown');
      if (end.kind === 'refused') setFailure(end.failure);
      if (end.kind === 'notSent') setFailure({ name: 'network' });
      loansChanged();
      if (end.kind !== 'done') return false;
      toast({ title: t('loan.done', { act: asked.kind }) });
      return true;
    },
    clear() {
      setFailure(null);
      setLate(false);
    },
  };
}
