import type { CallResult } from '@candor/protocol/light';
import { Button, Dialog, ErrorNote, TextInput, toast, useT, QrCode } from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { useFactorCommand } from './api.ts';

const SIX_DIGITS = /^\d{6}$/;

/** The key in groups of four, as people read it out. */
const grouped = (key: string): string => key.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Brings the key into a code app, and proves that it is there. */
export function TotpSetup(props: {
  readonly offer: CallResult<'accounts.totp-begin'>;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}): ReactElement {
  const { offer, onDone, onClose } = props;
  const t = useT();
  const command = useFactorCommand();
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (command.isBusy) return;
    const typed = code.replaceAll(/\s/g, '');
    setIsMissing(!SIX_DIGITS.test(typed));
    if (!SIX_DIGITS.test(typed)) {
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    const answer = await command.send('accounts.totp-confirm', { body: { code: typed } });
    if (answer === null) return;
    toast({ title: t('factors.totp-done') });
    onDone(answer.recoveryCodes);
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(offer.secret);
      toast({ title: t('factors.totp-copied') });
    } catch {
      toast({ title: t('message.copy-failed') });
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('factors.totp-title')}>
      <p className="mt-2 text-ink-2">{t('factors.totp-scan')}</p>
      <div className="mt-4 grid justify-items-center gap-4">
        <QrCode text={offer.uri} label={t('factors.totp-qr')} />
        <div className="w-full rounded-md bg-sunken p-3">
          <div className="flex items-center justify-between gap-3">
            <span className="text-xs text-ink-2">{t('factors.totp-key')}</span>
            <Button variant="ghost" size="sm" onClick={() => void copy()}>
              {t('factors.codes-copy')}
            </Button>
          </div>
          <p className="mono text-sm break-words">
            <bdi dir="ltr">{grouped(offer.secret)}</bdi>
          </p>
        </div>
      </div>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-4">
        {command.problem !== null && !isMissing && <ErrorNote>{command.problem}</ErrorNote>}
        <TextInput
          label={t('factors.code-label')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          maxLength={10}
          value={code}
          error={isMissing ? t('factors.code-missing') : null}
          onChange={(event) => {
            setCode(event.target.value);
            setIsMissing(false);
          }}
        />
        <Button type="submit" wide busy={command.isBusy ? t('factors.checking') : undefined}>
          {t('factors.totp-confirm')}
        </Button>
      </form>
    </Dialog>
  );
}
