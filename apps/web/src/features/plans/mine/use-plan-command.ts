import type { PlanOrder } from '@candor/protocol/light';
import { toast, useT } from '@candor/ui';
import { useState } from 'react';
import type { Aftermath } from '../../../lib/AftermathNote.tsx';
import type { CommandEnd } from '../../../lib/commands.ts';
import { failureText } from '../../../lib/failure-text.ts';
import type { CallFailure } from '../../../lib/http.ts';
import { performMoneyCommand } from '../../../lib/money-commands.ts';
import { plansChanged } from '../api.ts';
import { usdtWords } from '../../../lib/figure-words.ts';

/** A command on one's own plan, and how the last one ended. */
export type PlanCommand = {
  readonly isSending: boolean;
  readonly failure: CallFailure | null;
  readonly refusal: string | undefined;
  readonly aftermath: Aftermath;
  /** Takes back what waits; whether it was done. */
  cancel(): Promise<boolean>;
  /** Leaves at a quote; whether it was done. */
  exit(quoteId: string): Promise<boolean>;
  clear(): void;
};

/** Commands on one plan: each is sent once, and what became of it is said. */
export function usePlanCommand(id: string): PlanCommand {
  const t = useT();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [aftermath, setAftermath] = useState<Aftermath>(null);
  const clear = (): void => {
    setFailure(null);
    setAftermath(null);
  };
  const run = async (
    perform: (onSilence: () => void) => Promise<CommandEnd<PlanOrder>>,
    doneText: ((order: PlanOrder) => string) | null,
  ): Promise<boolean> => {
    clear();
    setSending(true);
    const end = await perform(() => setAftermath('asking'));
    setSending(false);
    if (end.kind === 'earlier') setAftermath(end.command);
    else setAftermath(end.kind === 'unknown' || end.kind === 'notSent' ? end.kind : null);
    if (end.kind === 'refused') setFailure(end.failure);
    plansChanged();
    if (end.kind !== 'done') return false;
    if (doneText !== null) toast({ title: doneText(end.result) });
    return true;
  };
  const params = { id };
  return {
    isSending,
    failure,
    refusal: failure === null ? undefined : failureText(failure, t),
    aftermath,
    cancel: () =>
      run(
        (onSilence) => performMoneyCommand({ name: 'plans.cancel', params, body: {}, onSilence }),
        ({ amount }) => t('plans.taken-back', { amount: usdtWords(amount) }),
      ),
    exit: (quoteId) =>
      run(
        (onSilence) =>
          performMoneyCommand({ name: 'plans.exit', params, body: { quoteId }, onSilence }),
        // The owner is told by a notification, with what was paid out.
        null,
      ),
    clear,
  };
}
