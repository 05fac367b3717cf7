import type { CallResult } from '@candor/protocol/light';
import { Button, ErrorNote, formatTime, toast, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useSecurityOverview } from '../security/api.ts';
import { Loaded } from './Loaded.tsx';
import { PasskeySetup } from './PasskeySetup.tsx';
import { useFactorSetup } from './use-factor-setup.tsx';

type Passkey = CallResult<'accounts.security'>['passkeys'][number];

function OnePasskey(props: {
  readonly passkey: Passkey;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}): ReactElement {
  const { passkey, isBusy, onRemove } = props;
  const t = useT();
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0">
        <p className="font-medium break-words">
          <bdi>{name}</bdi>
        </p>
        <p className="text-xs text-ink-3">
          {t('factors.passkey-since', { when: formatTime(createdAt) })} ·{' '}
          {lastUsedAt === null
            ? t('factors.passkey-never')
            : t('factors.passkey-last', { when: formatTime(lastUsedAt) })}
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        disabled={isBusy}
        aria-label={t('factors.passkey-remove-of', { name: `\u2068${name}\u2069` })}
        onClick={onRemove}
      >
        {t('factors.passkey-remove')}
      </Button>
    </li>
  );
}

/** Passkeys of the account: a list, one more, one less. */
export function PasskeysSection(): ReactElement {
  const t = useT();
  const overview = useSecurityOverview();
  const { command, begin, removing, dialogs } = useFactorSetup({
    kind: 'passkey',
    ask: ({ send }, stepUp) => send('accounts.passkey-begin', { body: { stepUp } }),
    Setup: PasskeySetup,
  });
  const passkeys = overview.data?.passkeys ?? [];
  const remove = async (id: string): Promise<void> => {
    const stepUp = await removing.confirm(id);
    if (stepUp === null) return;
    const input = { params: { id }, body: { stepUp } };
    const done = await command.send('accounts.passkey-remove', input);
    if (done !== null) toast({ title: t('factors.passkey-removed') });
  };
  return (
    <SectionCard
      title={t('factors.passkeys-title')}
      lead={t('factors.passkeys-lead')}
      action={
        overview.data !== undefined && (
          <Button
            variant="secondary"
            size="sm"
            disabled={command.isBusy}
            onClick={() => void begin()}
          >
            {t('factors.passkey-add')}
          </Button>
        )
      }
    >
      {command.problem !== null && <ErrorNote className="mt-3">{command.problem}</ErrorNote>}
      <Loaded of={overview}>
        {passkeys.length === 0 ? (
          <p className="mt-3 text-sm text-ink-3">{t('factors.passkeys-empty')}</p>
        ) : (
          <ul className="mt-2">
            {passkeys.map((passkey) => (
              <OnePasskey
                key={passkey.id}
                passkey={passkey}
                isBusy={command.isBusy}
                onRemove={() => void remove(passkey.id)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {dialogs}
    </SectionCard>
  );
}
