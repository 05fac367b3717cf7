import type { CallInput, PlanOrder } from '@candor/protocol/light';
import { useState } from 'react';
import type { Aftermath } from '../../../lib/AftermathNote.tsx';
import type { CallFailure } from '../../../lib/http.ts';
import { performMoneyCommand } from '../../../lib/money-commands.ts';
import { plansChanged } from '../api.ts';

type Without<Body> = Body extends unknown ? Omit<Body, 'requestId'> : never;
/** What is bought: a plan with real money, or a plan or rules of one's own on paper. */
export type PurchaseParams =
  | {
      readonly call: 'plans.buy';
      readonly body: Without<NonNullable<CallInput<'plans.buy'>['body']>>;
    }
  | {
      readonly call: 'plans.paper';
      readonly body: Without<NonNullable<CallInput<'plans.paper'>['body']>>;
    };

/** A purchase on its way, and how the last press ended. */
export type Purchase = {
  readonly isSending: boolean;
  readonly failure: CallFailure | null;
  readonly aftermath: Aftermath;
  readonly done: PlanOrder | null;
  /** Whether it was bought. */
  send(asked: PurchaseParams): Promise<boolean>;
  clear(): void;
};

/** Buys a plan: sent once, and what became of it is said. */
export function usePurchase(): Purchase {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [aftermath, setAftermath] = useState<Aftermath>(null);
  const [done, setDone] = useState<PlanOrder | null>(null);
  return {
    isSending,
    failure,
    aftermath,
    done,
    async send({ call, body }) {
      setFailure(null);
      setAftermath(null);
      setSending(true);
      const onSilence = (): void => setAftermath('asking');
      const end = await (call === 'plans.buy'
        ? performMoneyCommand({ name: call, body, onSilence })
        : performMoneyCommand({ name: call, body, onSilence }));
      setSending(false);
      if (end.kind === 'earlier') setAftermath(end.command);
      else setAftermath(end.kind === 'unknown' || end.kind === 'notSent' ? end.kind : null);
      if (end.kind === 'refused') setFailure(end.failure);
      if (end.kind === 'done') setDone(end.result);
      plansChanged();
      return end.kind === 'done';
    },
    clear() {
      setFailure(null);
      setAftermath(null);
      setDone(null);
    },
  };
}
