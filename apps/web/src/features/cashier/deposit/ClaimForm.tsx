import { ASSET_SCALE } from '@candor/kernel';
import { type CashierTerms, HASH_TAIL_LENGTH } from '@candor/protocol/light';
import {
  Amount,
  ArrowLeftIcon,
  Button,
  DecimalField,
  ErrorNote,
  Note,
  SelectField,
  TextInput,
  UploadTile,
  useT,
} from '@candor/ui';
import { type ReactElement, useEffect, useId, useRef } from 'react';
import { useKeptDraft } from '../../../lib/kept-draft.ts';
import { CLAIM_DRAFT, type ClaimDraft } from '../drafts.ts';
import { placeKey, placeText } from '../place-text.ts';
import { useClaim } from './use-claim.ts';

/** Says what was sent and did not arrive: staff look for it, the form credits nothing. */
export function ClaimForm(props: {
  /** Assets and networks whose deposits are open. */
  readonly places: readonly CashierTerms[];
  readonly begins: CashierTerms;
  readonly onBack: () => void;
}): ReactElement {
  const { places, begins, onBack } = props;
  const t = useT();
  const titleId = useId();
  const [draft, setDraft, clearDraft] = useKeptDraft(CLAIM_DRAFT.form, CLAIM_DRAFT);
  const place = places.find((one) => placeKey(one) === draft.place) ?? begins;
  const back = (): void => {
    clearDraft();
    onBack();
  };
  const claim = useClaim(place, draft, back);
  const { words } = claim;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const change = (next: Partial<ClaimDraft>): void => {
    claim.clear();
    setDraft({ isOpen: true, ...next });
  };
  return (
    <form
      noValidate
      aria-labelledby={titleId}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void claim.send();
      }}
    >
      <div className="grid gap-2">
        <h2 id={titleId} ref={title} tabIndex={-1} className="text-xl outline-none">
          {t('deposit.missing')}
        </h2>
        <p className="text-sm text-ink-2">{t('deposit.missing-lead')}</p>
      </div>
      <SelectField
        label={t('book.place')}
        value={placeKey(place)}
        error={words.place}
        choices={places.map((one) => ({ value: placeKey(one), label: placeText(one, t) }))}
        onChange={(key) => change({ place: key })}
      />
      <div className="grid items-start gap-5 desktop:grid-cols-2">
        <DecimalField
          label={t('deposit.sent-amount')}
          value={draft.amount}
          places={ASSET_SCALE[place.asset]}
          unit={place.asset}
          error={words.amount}
          help={
            <>
              {t('balance.min-deposit')} <Amount value={place.minDeposit} asset={place.asset} />.{' '}
              {t('deposit.below')}
            </>
          }
          onChange={(amount) => change({ amount })}
        />
        <TextInput
          label={t('deposit.tail', { count: HASH_TAIL_LENGTH })}
          value={draft.tail}
          error={words.tail}
          dir="ltr"
          maxLength={HASH_TAIL_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => change({ tail: currentTarget.value })}
        />
      </div>
      <UploadTile
        label={t('deposit.proof')}
        shown={claim.proof.tile}
        isMissing={claim.isProofMissing}
      />
      {words.proof !== undefined && <ErrorNote>{words.proof}</ErrorNote>}
      {claim.refusal !== null && <ErrorNote>{claim.refusal}</ErrorNote>}
      {claim.isLate && <Note tone="warn">{t('deposit.claim-late')}</Note>}
      <div className="flex flex-wrap justify-between gap-3 max-desktop:flex-col-reverse">
        <Button variant="ghost" size="lg" onClick={back}>
          <ArrowLeftIcon size={18} className="rtl:-scale-x-100" />
          {t('common.back')}
        </Button>
        <Button
          type="submit"
          size="lg"
          busy={claim.isSending ? t('ticket.sending') : undefined}
          disabled={claim.isLate}
        >
          {t('deposit.claim-send')}
        </Button>
      </div>
    </form>
  );
}
