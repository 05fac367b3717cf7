import type { CallInput, MyNft } from '@candor/protocol/light';
import { useState } from 'react';
import type { Aftermath } from '../../../lib/AftermathNote.tsx';
import type { CallFailure } from '../../../lib/http.ts';
import { performMoneyCommand } from '../../../lib/money-commands.ts';
import { bidTaken, tokensMayHaveMoved } from '../api.ts';

type BidBody = Omit<NonNullable<CallInput<'nft.buy'>['body']>, 'requestId'>;

/** A bid on its way, and how the last press ended. */
export type Bid = {
  readonly isSending: boolean;
  readonly failure: CallFailure | null;
  readonly aftermath: Aftermath;
  readonly done: MyNft | null;
  /** Whether it was taken. */
  send(body: BidBody): Promise<boolean>;
  clear(): void;
};

/** Bids or buys: sent once, and what became of it is said. */
export function useBid(): Bid {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [aftermath, setAftermath] = useState<Aftermath>(null);
  const [done, setDone] = useState<MyNft | null>(null);
  return {
    isSending,
    failure,
    aftermath,
    done,
    async send(body) {
      setFailure(null);
      setAftermath(null);
      setSending(true);
      const onSilence = (): void => setAftermath('asking');
      const end = await performMoneyCommand({ name: 'nft.buy', body, onSilence });
      setSending(false);
      if (end.kind === 'earlier') setAftermath(end.command);
      else setAftermath(end.kind === 'unknown' || end.kind === 'notSent' ? end.kind : null);
      if (end.kind === 'refused') setFailure(end.failure);
      if (end.kind === 'done') {
        setDone(end.result);
        bidTaken(end.result);
      } else tokensMayHaveMoved();
      return end.kind === 'done';
    },
    clear() {
      setFailure(null);
      setAftermath(null);
      setDone(null);
    },
  };
}
