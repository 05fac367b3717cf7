import type { CallFailure } from '../../../lib/http.ts';
import { Button, ErrorNote, PasswordInput, toast, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { call } from '../../../lib/http.ts';
import { checkPasswords } from '../forms/access-rules.ts';
import { useStepUp } from '../proofs/use-step-up.tsx';
import { NO_PASSWORD, NewPasswordFields } from '../forms/NewPasswordFields.tsx';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useSecurityOverview } from '../security/api.ts';
import { useFieldForm } from '../forms/use-field-form.ts';
import { useChanged } from './use-changed.ts';

/** Changes the password, or sets the first one. */
export function PasswordSection(): ReactElement {
  const t = useT();
  const security = useSecurityOverview();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = security;
  const hasPassword = data?.hasPassword ?? true;
  return (
    <SectionCard
      title={t('password.title')}
      lead={t(hasPassword ? 'password.lead' : 'password.none')}
      action={
        data !== undefined &&
        !isOpen && (
          <Button size="sm" variant="secondary" onClick={() => setIsOpen(true)}>
            {t(hasPassword ? 'password.change' : 'password.set')}
          </Button>
        )
      }
    >
      {data !== undefined && isOpen && (
        <PasswordForm
          hasPassword={hasPassword}
          // The old password is proof enough while nothing stronger is there.
          needsStepUp={!hasPassword || data.totp || data.passkeys.length > 0}
          onEnd={() => setIsOpen(false)}
        />
      )}
    </SectionCard>
  );
}

function PasswordForm(props: {
  readonly hasPassword: boolean;
  readonly needsStepUp: boolean;
  readonly onEnd: () => void;
}): ReactElement {
  const { hasPassword, needsStepUp, onEnd } = props;
  const t = useT();
  const changed = useChanged();
  const stepUp = useStepUp('password');
  const [oldPassword, setOldPassword] = useState('');
  const [typed, setTyped] = useState(NO_PASSWORD);
  const form = useFieldForm({
    check: () => ({
      ...(hasPassword && oldPassword === ''
        ? { oldPassword: 'message.enter-password' as const }
        : {}),
      ...checkPasswords(typed),
    }),
    send: async () => {
      const confirmed = needsStepUp ? await stepUp.confirm() : undefined;
      if (confirmed === null) return null;
      return call('accounts.change-password', {
        renews: true,
        body: {
          newPassword: typed.password,
          ...(hasPassword ? { oldPassword } : {}),
          ...(confirmed === undefined ? {} : { stepUp: confirmed }),
        },
      });
    },
    textOf: (failure: CallFailure) =>
      failure.name === 'credentials-wrong' ? t('password.old-wrong') : null,
    onDone: () => {
      toast({ title: t('password.saved') });
      onEnd();
      changed();
    },
  });
  return (
    <>
      <form noValidate onSubmit={form.submit} className="mt-4 grid max-w-[440px] gap-4">
        {form.formError !== null && <ErrorNote>{form.formError}</ErrorNote>}
        {hasPassword && (
          <PasswordInput
            showLabel={t('access.show-password')}
            hideLabel={t('access.hide-password')}
            label={t('password.old')}
            name="oldPassword"
            autoComplete="current-password"
            dir="ltr"
            value={oldPassword}
            error={form.errorAt('oldPassword')}
            onChange={(event) => {
              setOldPassword(event.target.value);
              form.clear('oldPassword');
            }}
          />
        )}
        <NewPasswordFields
          label={t('reset.new-password')}
          typed={typed}
          onChange={setTyped}
          form={form}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.isSending ? t('password.saving') : undefined}>
            {t(hasPassword ? 'password.change' : 'password.set')}
          </Button>
          <Button variant="secondary" onClick={onEnd}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
      {stepUp.dialog}
    </>
  );
}
