import { Button, ErrorNote, SelectField, TextInput, toast, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { bookChanged } from '../api.ts';
import { PLACES, placeText } from '../place-text.ts';

/** Adds an address; its owner confirms by a second factor. */
export function AddressForm(props: {
  /** Asks the owner to confirm; null when they did not. */
  readonly confirm: () => Promise<string | null>;
  readonly onDone: () => void;
}): ReactElement {
  const { confirm, onDone } = props;
  const t = useT();
  const [at, setAt] = useState(PLACES[0]?.key ?? '');
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('');
  const [holder, setHolder] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const place = PLACES.find(({ key }) => key === at);
  if (place === undefined) return <></>;
  const isUsdt = place.asset === 'USDT';
  const send = async (): Promise<void> => {
    setFailure(null);
    const stepUp = await confirm();
    if (stepUp === null) return;
    setIsSending(true);
    const said = holder.trim();
    const declared = isUsdt && said !== '' ? { holder: said } : {};
    const { asset, network } = place;
    const body = { asset, network, address, label, ...declared, stepUp };
    const answer = await call('cashier.add-address', { body });
    setIsSending(false);
    if (!answer.ok) return setFailure(answer.failure);
    bookChanged();
    toast({ title: t('book.added') });
    onDone();
  };
  const said = failure === null ? null : failureText(failure, t);
  const isOfAddress = failure?.name === 'address-missing';
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <SelectField
        label={t('book.place')}
        value={at}
        onChange={setAt}
        choices={PLACES.map((one) => ({ value: one.key, label: placeText(one, t) }))}
      />
      <TextInput
        label={t('book.address')}
        value={address}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        error={isOfAddress ? said : null}
        onChange={(event) => setAddress(event.target.value)}
      />
      <TextInput
        label={t('book.label')}
        value={label}
        maxLength={40}
        onChange={(event) => setLabel(event.target.value)}
      />
      {isUsdt && (
        <TextInput
          label={t('book.holder')}
          help={t('book.holder-help')}
          value={holder}
          maxLength={80}
          onChange={(event) => setHolder(event.target.value)}
        />
      )}
      {said !== null && !isOfAddress && <ErrorNote>{said}</ErrorNote>}
      <Button type="submit" disabled={isSending}>
        {t('book.add')}
      </Button>
    </form>
  );
}
