import type { CallResult } from '@candor/protocol/light';
import { Button, Dialog, ErrorNote, TextInput, toast, useT } from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { useFactorCommand } from './api.ts';
import { makePasskey } from '@candor/ui/passkey';

/** Names a new passkey and lets the device make it. */
export function PasskeySetup(props: {
  readonly offer: CallResult<'accounts.passkey-begin'>;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}): ReactElement {
  const { offer, onDone, onClose } = props;
  const t = useT();
  const command = useFactorCommand();
  const [name, setName] = useState(t('factors.passkey-name-first'));
  const [isMaking, setIsMaking] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isMaking || command.isBusy) return;
    setIsMissing(name.trim() === '');
    if (name.trim() === '') return;
    command.setProblem(null);
    setIsMaking(true);
    const made = await makePasskey(offer.options);
    setIsMaking(false);
    if (!made.ok) {
      command.setProblem((read) => read(made.failure));
      return;
    }
    const body = { challenge: offer.challenge, name: name.trim(), passkey: made.value };
    const answer = await command.send('accounts.passkey-finish', { body });
    if (answer === null) return;
    toast({ title: t('factors.passkey-added') });
    onDone(answer.recoveryCodes);
  };
  const busy = isMaking
    ? t('factors.passkey-making')
    : command.isBusy
      ? t('factors.checking')
      : undefined;
  return (
    <Dialog open onClose={onClose} title={t('factors.passkey-add')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 grid gap-4">
        <p className="text-ink-2">{t('factors.passkey-lead')}</p>
        {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
        <TextInput
          label={t('factors.passkey-name')}
          help={t('factors.passkey-name-help')}
          name="passkey-name"
          autoComplete="off"
          maxLength={64}
          value={name}
          error={isMissing ? t('factors.passkey-name-missing') : null}
          onChange={(event) => {
            setName(event.target.value);
            setIsMissing(false);
          }}
        />
        <Button type="submit" wide busy={busy}>
          {t('factors.passkey-make')}
        </Button>
      </form>
    </Dialog>
  );
}
