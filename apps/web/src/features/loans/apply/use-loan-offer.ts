import type { LoanOffer } from '@candor/protocol/light';
import { type Signature, isSigned, signaturePicture, useT } from '@candor/ui';
import { useState } from 'react';
import { pageNow } from '../../../lib/clock.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { performMoneyCommand } from '../../../lib/money-commands.ts';
import type { Loan } from '@candor/protocol/light';
import { uploadPicture } from '../../../lib/upload.ts';
import { loansChanged } from '../api.ts';
import { type LoanFields, collateralTexts, pledgedOf } from '../preview.ts';
import { refusalWords } from '../words.ts';

/** An offer; `round` counts them, so that a new one counts down anew. */
export type HeldLoanOffer = {
  readonly offer: LoanOffer;
  /** @units milliseconds of `pageNow()` */
  readonly askedAt: number;
  readonly round: number;
};

/** A loan while its offer is read, signed and sent. */
export type LoanOffering = {
  readonly held: HeldLoanOffer | null;
  readonly isAsking: boolean;
  readonly isSending: boolean;
  readonly isLate: boolean;
  readonly refusal: string | null;
  /** What was refused came from what was filled in, which is at another step. */
  readonly isOfFields: boolean;
  readonly signatureError: string | null;
  readonly done: Loan | null;
  ask(): Promise<void>;
  send(signature: Signature): Promise<void>;
  /** Forgets the offer: something else is filled in. */
  drop(): void;
  /** The signature was changed after it was missed. */
  signed(): void;
};

const OF_FIELDS = new Set<CallFailure['name']>([
  'amount-out-of-range',
  'free-margin-short',
  'quantity-refused',
  'method-missing',
]);

/** Draws a signature as a picture; another way in tests, which have no canvas. */
export type DrawPicture = (signature: Signature) => Promise<Blob>;

/** The state of one offer. */
export function useLoanOffer(
  fields: LoanFields,
  draw: DrawPicture = signaturePicture,
): LoanOffering {
  const t = useT();
  const [held, setHeld] = useState<HeldLoanOffer | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isLate, setLate] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isUnsigned, setUnsigned] = useState(false);
  const [done, setDone] = useState<Loan | null>(null);

  const asked = () => ({
    amount: fields.amount ?? '',
    days: fields.days,
    collateral: collateralTexts(pledgedOf(fields.collateral)),
  });

  async function bring(signature: Signature): Promise<string | null> {
    const file = await draw(signature).catch(() => null);
    if (file === null) {
      setFailure({ name: 'upload-failed' });
      return null;
    }
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    const answer = await uploadPicture({ purpose: 'signature', file }, options);
    if (!answer.ok) setFailure(answer.failure);
    return answer.ok ? answer.value.fileId : null;
  }

  const isNotSigned = isUnsigned || failure?.name === 'not-signed';
  return {
    held,
    isAsking,
    isSending,
    isLate,
    refusal: failure === null || failure.name === 'not-signed' ? null : refusalWords(failure, t),
    isOfFields: failure !== null && OF_FIELDS.has(failure.name),
    signatureError: isNotSigned ? t('message.not-signed') : null,
    done,
    async ask() {
      setFailure(null);
      setLate(false);
      setAsking(true);
      const askedAt = pageNow();
      const answer = await call('loans.offer', { body: asked() });
      setAsking(false);
      if (!answer.ok) {
        setHeld(null);
        return setFailure(answer.failure);
      }
      const offer = answer.value;
      setHeld((last) => ({ offer, askedAt, round: (last?.round ?? 0) + 1 }));
    },
    async send(signature) {
      if (held === null) return;
      setFailure(null);
      setLate(false);
      const isMissing = !isSigned(signature);
      setUnsigned(isMissing);
      if (isMissing) return;
      setSending(true);
      const signatureId = await bring(signature);
      if (signatureId === null) return setSending(false);
      const { amount, days, collateral, offerId, agreementId } = held.offer;
      const end = await performMoneyCommand({
        name: 'loans.apply',
        body: { amount, days, collateral, offerId, agreementId, signatureId },
        onSilence: () => setLate(true),
      });
      setSending(false);
      setLate(end.kind === 'unknown');
      if (end.kind === 'refused') setFailure(end.failure);
      if (end.kind === 'notSent') setFailure({ name: 'network' });
      if (end.kind === 'done') setDone(end.result);
      loansChanged();
    },
    drop() {
      setHeld(null);
      setFailure(null);
      setLate(false);
    },
    signed() {
      setUnsigned(false);
      setFailure((last) => (last?.name === 'not-signed' ? null : last));
    },
  };
}
