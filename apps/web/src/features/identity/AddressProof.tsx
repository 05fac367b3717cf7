import { unixMs, utcDayOf } from '@candor/kernel';
import { ADDRESS_PROOFS, IDENTITY_LIMITS, type Identification } from '@candor/protocol/light';
import { Button, Card, ErrorNote, SelectField, TextInput, UploadTile, useT } from '@candor/ui';
import { type ReactElement, useRef, useState } from 'react';
import { wallNow } from '../../lib/clock.ts';
import { failureText } from '../../lib/failure-text.ts';
import { type CallFailure, call } from '../../lib/http.ts';
import { useUpload } from '../../lib/use-upload.ts';
import { ReviewClock, StaffMessage, StateChip } from './StatePanel.tsx';
import { identificationChanged } from './api.ts';
import { wrongOf, wrongText } from './details/details.ts';
import { reasonText } from './plan/words.ts';

type Proof = (typeof ADDRESS_PROOFS)[number];

/** What is chosen, and what the server or a press says is wrong with it. */
function ProofForm({ bytesMax }: { readonly bytesMax: number }): ReactElement {
  const t = useT();
  const box = useRef<HTMLFormElement>(null);
  const upload = useUpload('kycAddress', null, { bytesMax });
  const [proof, setProof] = useState<Proof | ''>('');
  const [issuedOn, setIssuedOn] = useState('');
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const { fileId } = upload;
  const [field, wrong] = (failure === null ? null : wrongOf(failure)) ?? [null, undefined];
  const missing = (value: string): string | null =>
    isTried && value === '' ? t('identity.fill') : null;
  const at = (name: string): string | null => (field === name ? wrongText(wrong, t) : null);

  const send = async (): Promise<void> => {
    setTried(true);
    setFailure(null);
    if (proof === '' || issuedOn === '' || fileId === null) {
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    setSending(true);
    const answer = await call('identity.prove-address', {
      body: { addressId: fileId, proof, issuedOn },
    });
    setSending(false);
    if (answer.ok) return identificationChanged(answer.value);
    // A picture the server does not have any more is none.
    if (answer.failure.name === 'not-found') upload.tile.onRemove();
    return setFailure(answer.failure);
  };
  return (
    <form
      ref={box}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="grid gap-5 desktop:grid-cols-2">
        <SelectField
          label={t('identity.proof-kind')}
          value={proof}
          choices={[
            { value: '' as const, label: t('identity.choose') },
            ...ADDRESS_PROOFS.map((value) => ({ value, label: t(`identity.proven-by-${value}`) })),
          ]}
          error={missing(proof) ?? at('proof')}
          onChange={setProof}
        />
        <TextInput
          type="date"
          label={t('identity.issued-on')}
          help={t('identity.issued-help', { days: IDENTITY_LIMITS.proofDays })}
          max={utcDayOf(unixMs(wallNow()))}
          value={issuedOn}
          error={missing(issuedOn) ?? at('issuedOn')}
          onChange={(event) => setIssuedOn(event.target.value)}
        />
      </div>
      <UploadTile
        label={t('identity.proof-picture')}
        shown={upload.tile}
        isMissing={isTried && !upload.isSending}
      />
      {failure !== null && field === null && (
        <ErrorNote>
          {failure.name === 'identity-not-verified'
            ? t('message.identity-first')
            : failureText(failure, t)}
        </ErrorNote>
      )}
      <Button
        type="submit"
        size="lg"
        wide
        busy={isSending || upload.isSending ? t('identity.sending') : undefined}
      >
        {t('identity.send')}
      </Button>
    </form>
  );
}

/** The second level: a proof of where the user lives, reviewed as documents are. */
export function AddressProof(props: { readonly identification: Identification }): ReactElement {
  const { address, imageBytesMax } = props.identification;
  const t = useT();
  const isAsked = address.state === 'none' || address.state === 'failed';
  return (
    <Card className="grid gap-4 p-6 max-desktop:p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{t('identity.address-title')}</h2>
        <StateChip state={address.state} />
      </div>
      <p className="text-sm text-ink-2">{t('identity.address-lead')}</p>
      <ReviewClock of={address} />
      {address.reason !== undefined && <ErrorNote>{reasonText(address.reason, t)}</ErrorNote>}
      <StaffMessage text={address.message} />
      {isAsked && <ProofForm bytesMax={imageBytesMax} />}
    </Card>
  );
}
