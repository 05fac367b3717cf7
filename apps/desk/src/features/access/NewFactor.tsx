import type { DeskCallInput, DeskCallResult, DeskFactor } from '@candor/protocol/desk-light';
import { Button, ErrorNote, QrCode, Segments, TextInput, toast } from '@candor/ui';
import { makePasskey } from '@candor/ui/passkey';
import { type FormEvent, type ReactElement, useState } from 'react';
import { useDeskT } from '../../lib/texts.ts';
import { CodeField, codeOf } from './fields.tsx';

/** What the server offers a member to make a factor from. */
export type FactorOffer = DeskCallResult<'staff.begin-factor'>;
/** A factor that proved itself, as it is sent. */
export type FactorProof = NonNullable<DeskCallInput<'staff.finish-factor'>['body']>;

type Part = {
  readonly offer: FactorOffer;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly onProof: (proof: FactorProof) => void;
};

/** The key in groups of four, as people read it out. */
const grouped = (key: string): string => key.replaceAll(/(.{4})(?=.)/g, '$1 ');

function CodeApp({ offer, isBusy, problem, onProof }: Part): ReactElement {
  const t = useDeskT();
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const totp = codeOf(code);
    setIsMissing(totp === null);
    if (totp !== null) onProof({ challenge: offer.challenge, totp });
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(offer.totp.secret);
      toast({ title: t('factors.totp-copied') });
    } catch {
      toast({ title: t('message.copy-failed'), isUndone: true });
    }
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-ink-2">{t('factors.totp-scan')}</p>
      <div className="justify-self-center">
        <QrCode text={offer.totp.uri} label={t('factors.totp-qr')} />
      </div>
      <div className="rounded-md bg-sunken p-3">
        <div className="flex items-center justify-between gap-3">
          <span className="text-xs text-ink-2">{t('factors.totp-key')}</span>
          <Button variant="ghost" size="sm" onClick={() => void copy()}>
            {t('factors.codes-copy')}
          </Button>
        </div>
        <p className="mono text-sm break-words">{grouped(offer.totp.secret)}</p>
      </div>
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
      <CodeField
        value={code}
        onChange={setCode}
        error={isMissing ? t('factors.code-missing') : null}
      />
      <Button type="submit" wide busy={isBusy ? t('factors.checking') : undefined}>
        {t('factor.confirm-code')}
      </Button>
    </form>
  );
}

function NewPasskey({ offer, isBusy, problem, onProof }: Part): ReactElement {
  const t = useDeskT();
  const [name, setName] = useState(t('factors.passkey-name-first'));
  const [said, setSaid] = useState<string | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isMaking || isBusy || name.trim() === '') return;
    setSaid(null);
    setIsMaking(true);
    const made = await makePasskey(offer.passkeyOptions);
    setIsMaking(false);
    if (!made.ok) {
      setSaid(t(made.failure));
      return;
    }
    const { challenge } = offer;
    onProof({ challenge, passkey: made.value, passkeyName: name.trim() });
  };
  const busy = isMaking ? t('factors.passkey-making') : t('factors.checking');
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-ink-2">{t('factor.passkey-lead')}</p>
      {(said ?? problem) !== null && <ErrorNote>{said ?? problem}</ErrorNote>}
      <TextInput
        label={t('factors.passkey-name')}
        help={t('factors.passkey-name-help')}
        name="passkey-name"
        autoComplete="off"
        maxLength={64}
        value={name}
        error={name.trim() === '' ? t('factors.passkey-name-missing') : null}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" wide busy={isMaking || isBusy ? busy : undefined}>
        {t('factors.passkey-make')}
      </Button>
    </form>
  );
}

/** Makes a factor from an offer: a passkey or a code app, where both are welcome. */
export function NewFactor(props: Part & { readonly only?: DeskFactor | undefined }): ReactElement {
  const { only, ...part } = props;
  const t = useDeskT();
  const [chosen, setChosen] = useState<DeskFactor>('passkey');
  const method = only ?? chosen;
  return (
    <div className="grid gap-4">
      {only === undefined && (
        <Segments
          label={t('factor.which')}
          wide
          value={chosen}
          onChange={setChosen}
          choices={[
            { value: 'passkey', label: t('factor.passkey') },
            { value: 'totp', label: t('factor.totp') },
          ]}
        />
      )}
      {method === 'passkey' ? <NewPasskey {...part} /> : <CodeApp {...part} />}
    </div>
  );
}
