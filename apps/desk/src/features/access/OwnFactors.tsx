import type { DeskCallResult, DeskFactor } from '@candor/protocol/desk-light';
import { Button, Dialog, ErrorNote, Note, StatusChip, formatTime, toast } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { ask } from '../../lib/query.ts';
import { restoreSessionQuietly } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Section } from './Section.tsx';
import { PasswordField } from './fields.tsx';
import { type FactorOffer, NewFactor } from './NewFactor.tsx';

type Factors = DeskCallResult<'staff.factors'>;
type Passkey = Factors['passkeys'][number];

const KEY = ['factors'] as const;

/** Asks for the password before a factor is changed. */
function PasswordForm(props: {
  readonly submitText: string;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly isDanger?: boolean;
  readonly onPassword: (password: string) => void;
}): ReactElement {
  const t = useDeskT();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== '') props.onPassword(password);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-3 grid gap-4">
      {props.problem !== null && <ErrorNote>{props.problem}</ErrorNote>}
      <PasswordField label={t('sign-in.password')} value={password} onChange={setPassword} />
      <Button
        type="submit"
        wide
        variant={props.isDanger === true ? 'danger' : 'primary'}
        disabled={password === ''}
        busy={props.isBusy ? t('factors.checking') : undefined}
      >
        {props.submitText}
      </Button>
    </form>
  );
}

/** Adds a passkey, or puts another code app in the place of the one before. */
function AddFactor(props: {
  readonly method: DeskFactor;
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const { method, onDone, onClose } = props;
  const t = useDeskT();
  const command = useCommand();
  const [offer, setOffer] = useState<FactorOffer | null>(null);
  const begin = async (password: string): Promise<void> => {
    const answer = await command.send('staff.begin-factor', { body: { password } });
    if (answer !== null) setOffer(answer.value);
  };
  return (
    <Dialog open onClose={onClose} title={t(`factor.add-${method}`)}>
      {offer === null ? (
        <PasswordForm
          submitText={t('sign-in.continue')}
          isBusy={command.isBusy}
          problem={command.problem}
          onPassword={(password) => void begin(password)}
        />
      ) : (
        <div className="mt-3">
          <NewFactor
            only={method}
            offer={offer}
            isBusy={command.isBusy}
            problem={command.problem}
            onProof={async (body) => {
              const answer = await command.send('staff.finish-factor', { body });
              if (answer === null) return;
              toast({ title: t(method === 'totp' ? 'factor.added-totp' : 'factor.added-passkey') });
              onDone();
            }}
          />
        </div>
      )}
    </Dialog>
  );
}

/** Removes a passkey, or the code app where no passkey is meant. */
function RemoveFactor(props: {
  readonly passkey: Passkey | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const { passkey, onDone, onClose } = props;
  const t = useDeskT();
  const command = useCommand();
  const remove = async (password: string): Promise<void> => {
    const body = { password };
    const answer = await (passkey === null
      ? command.send('staff.remove-totp', { body })
      : command.send('staff.remove-passkey', { params: { id: passkey.id }, body }));
    if (answer === null) return;
    toast({ title: t(passkey === null ? 'own.removed-totp' : 'factor.removed') });
    onDone();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        passkey === null ? t('own.remove-totp') : t('factor.remove-title', { name: passkey.name })
      }
    >
      <p className="mt-2 text-ink-2">
        {t(passkey === null ? 'own.remove-totp-lead' : 'factor.remove-text')}
      </p>
      <PasswordForm
        isDanger
        submitText={t('factor.remove')}
        isBusy={command.isBusy}
        problem={command.problem}
        onPassword={(password) => void remove(password)}
      />
    </Dialog>
  );
}

type Opened = DeskFactor | { readonly remove: Passkey | null } | null;

/** The member's own passkeys and code app. */
export function OwnFactors(): ReactElement {
  const t = useDeskT();
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>(null);
  const factors = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => ask('staff.factors', { signal }),
  });
  const close = (): void => setOpened(null);
  const done = (): void => {
    close();
    void client.invalidateQueries({ queryKey: KEY });
    // Whether decisions about money can be confirmed is said with the session.
    void restoreSessionQuietly();
  };
  const chip = (isOn: boolean): ReactElement => (
    <StatusChip tone={isOn ? 'ok' : 'neutral'} icon={isOn ? 'check' : 'lock'}>
      {t(isOn ? 'factor.on' : 'factor.off')}
    </StatusChip>
  );
  return (
    <Waits of={factors}>
      {({ passkeys, totpSince }) => (
        <div className="grid gap-4">
          {passkeys.length === 0 && <Note tone="warn">{t('factor.no-passkey')}</Note>}
          <Section
            title={t('factor.passkeys')}
            lead={t('factor.passkeys-lead')}
            state={chip(passkeys.length > 0)}
          >
            <ul className="mt-3">
              {passkeys.map((passkey) => (
                <li
                  key={passkey.id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3"
                >
                  <div className="min-w-0">
                    <p className="font-medium break-words">
                      <bdi>{passkey.name}</bdi>
                    </p>
                    <p className="text-xs text-ink-3">
                      {t('factors.passkey-since', { when: formatTime(passkey.createdAt) })} ·{' '}
                      {passkey.lastUsedAt === null
                        ? t('factors.passkey-never')
                        : t('factors.passkey-last', { when: formatTime(passkey.lastUsedAt) })}
                    </p>
                  </div>
                  {/* The last factor stays. */}
                  {(passkeys.length > 1 || totpSince !== null) && (
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-label={t('factor.remove-title', { name: passkey.name })}
                      onClick={() => setOpened({ remove: passkey })}
                    >
                      {t('factor.remove')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <Button variant="secondary" className="mt-3" onClick={() => setOpened('passkey')}>
              {t('factor.add-passkey')}
            </Button>
          </Section>
          <Section
            title={t('factor.totp')}
            lead={
              totpSince === null
                ? t('factor.totp-none')
                : t('factor.totp-since', { when: formatTime(totpSince) })
            }
            state={chip(totpSince !== null)}
          >
            <div className="mt-3 flex flex-wrap gap-2 max-desktop:gap-y-3">
              <Button variant="secondary" onClick={() => setOpened('totp')}>
                {t(totpSince === null ? 'factor.totp-set-up' : 'factor.add-totp')}
              </Button>
              {totpSince !== null && passkeys.length > 0 && (
                <Button variant="ghost" onClick={() => setOpened({ remove: null })}>
                  {t('own.remove-totp')}
                </Button>
              )}
            </div>
          </Section>
          {(opened === 'totp' || opened === 'passkey') && (
            <AddFactor method={opened} onDone={done} onClose={close} />
          )}
          {opened !== null && typeof opened === 'object' && (
            <RemoveFactor passkey={opened.remove} onDone={done} onClose={close} />
          )}
        </div>
      )}
    </Waits>
  );
}
