import { ASSET_SCALE, formatMoney, parseMoney } from '@candor/kernel';
import { type CashierTerms, HASH_TAIL_LENGTH } from '@candor/protocol/light';
import { formatNumber, toast, useT } from '@candor/ui';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import type { CallFailure } from '../../../lib/http.ts';
import { performMoneyCommand } from '../../../lib/money-commands.ts';
import { type Upload, useUpload } from '../../../lib/use-upload.ts';
import { claimsChanged } from './api.ts';

/** What is typed; the amount is null while it is no number. */
export type ClaimFields = { readonly amount: string | null; readonly tail: string };

/** What is wrong with each field, in words; a picture that is missing is said by its tile. */
type FieldWords = Partial<Record<keyof ClaimFields | 'place' | 'proof', string>>;

/** Fields of the call that have a place of their own in the form. */
const PLACES: Readonly<Record<string, keyof FieldWords>> = {
  amount: 'amount',
  asset: 'place',
  network: 'place',
  proofId: 'proof',
  txHashTail: 'tail',
};

/** What a claim is while it is filled in and sent. */
export type ClaimState = {
  readonly words: FieldWords;
  readonly refusal: string | null;
  readonly isSending: boolean;
  /** Nobody answered yet: it is asked what became of it. */
  readonly isLate: boolean;
  readonly isProofMissing: boolean;
  readonly proof: Upload;
  send(): Promise<void>;
  /** Forgets what was refused: something was changed. */
  clear(): void;
};

const TAIL = /^[0-9a-f]+$/i;

/** The state of one claim: a deposit of which its owner says that it is missing. */
export function useClaim(place: CashierTerms, fields: ClaimFields, onSent: () => void): ClaimState {
  const { asset, network, minDeposit } = place;
  const t = useT();
  const proof = useUpload('proof');
  const [isPressed, setPressed] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isSending, setSending] = useState(false);
  const [isLate, setLate] = useState(false);
  const tail = fields.tail.trim();
  const typed = fields.amount === null ? null : parseMoney(fields.amount, asset);
  const amount = typed !== null && typed.units > 0n ? typed : null;
  const least = parseMoney(minDeposit, asset);

  const belowText = (limit: string): string =>
    `${t('message.below-minimum')} ${t('message.minimum-deposit', { name: asset, limit: formatNumber(limit) })}`;

  function problems(asked: boolean): FieldWords {
    const words: FieldWords = {};
    if (asked && amount === null) words.amount = t('message.enter-amount');
    if (amount !== null && least !== null && amount.units < least.units) {
      words.amount = belowText(minDeposit);
    }
    if (asked && (tail.length !== HASH_TAIL_LENGTH || !TAIL.test(tail))) {
      words.tail = t('deposit.tail-wrong', { count: HASH_TAIL_LENGTH });
    }
    if (asked && proof.isSending) words.proof = t('support.upload-waits');
    return words;
  }

  function wordsOf(found: CallFailure): string {
    const min = found.facts?.['min'];
    if (found.name === 'below-minimum-deposit') {
      return min === undefined ? t('message.below-minimum') : belowText(min);
    }
    if (found.name === 'quantity-refused') {
      return t('common.too-many-places', { places: ASSET_SCALE[asset] });
    }
    // The picture was used, or is a day old: another one is needed.
    if (found.name === 'not-found') return t('message.upload-image');
    return failureText(found, t);
  }

  const at = PLACES[failure?.field ?? ''];
  const refused = failure === null || at === undefined ? {} : { [at]: wordsOf(failure) };
  return {
    words: { ...refused, ...problems(isPressed) },
    refusal: failure === null || at !== undefined ? null : wordsOf(failure),
    isSending,
    isLate,
    isProofMissing: isPressed && proof.fileId === null,
    proof,
    async send() {
      setPressed(true);
      setFailure(null);
      if (Object.keys(problems(true)).length > 0 || amount === null || proof.fileId === null) {
        return;
      }
      setSending(true);
      const end = await performMoneyCommand({
        name: 'cashier.claim-deposit',
        body: {
          asset,
          network,
          amount: formatMoney(amount),
          txHashTail: tail,
          proofId: proof.fileId,
        },
        onSilence: () => setLate(true),
      });
      setSending(false);
      setLate(end.kind === 'unknown');
      claimsChanged();
      if (end.kind === 'refused') setFailure(end.failure);
      if (end.kind === 'notSent') setFailure({ name: 'network' });
      if (end.kind !== 'done') return;
      proof.clear();
      toast({ title: t('deposit.claim-sent') });
      onSent();
    },
    clear() {
      setFailure(null);
      setPressed(false);
    },
  };
}
