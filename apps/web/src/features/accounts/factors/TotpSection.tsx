import { Button, ErrorNote, StatusChip, toast, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useSecurityOverview } from '../security/api.ts';
import { Loaded } from './Loaded.tsx';
import { TotpSetup } from './TotpSetup.tsx';
import { useFactorSetup } from './use-factor-setup.tsx';

/** The code app: on or off, another one in its place. */
export function TotpSection(): ReactElement {
  const t = useT();
  const overview = useSecurityOverview();
  const { command, begin, removing, dialogs } = useFactorSetup({
    kind: 'totp',
    ask: ({ send }, stepUp) => send('accounts.totp-begin', { body: { stepUp } }),
    Setup: TotpSetup,
  });
  const remove = async (): Promise<void> => {
    const stepUp = await removing.confirm();
    if (stepUp === null) return;
    const done = await command.send('accounts.totp-remove', { body: { stepUp } });
    if (done !== null) toast({ title: t('factors.totp-removed') });
  };
  const isOn = overview.data?.totp === true;
  return (
    <SectionCard
      title={t('factors.totp-title')}
      lead={t('factors.totp-lead')}
      state={
        overview.data === undefined ? null : (
          <StatusChip tone={isOn ? 'ok' : 'neutral'} icon={isOn ? 'check' : 'lock'}>
            {t(isOn ? 'factors.on' : 'factors.off')}
          </StatusChip>
        )
      }
      action={
        overview.data !== undefined && (
          <>
            {isOn && (
              <Button
                variant="ghost"
                size="sm"
                disabled={command.isBusy}
                onClick={() => void remove()}
              >
                {t('factors.totp-turn-off')}
              </Button>
            )}
            <Button
              variant="secondary"
              size="sm"
              disabled={command.isBusy}
              onClick={() => void begin()}
            >
              {t(isOn ? 'factors.totp-replace' : 'factors.totp-turn-on')}
            </Button>
          </>
        )
      }
    >
      {command.problem !== null && <ErrorNote className="mt-3">{command.problem}</ErrorNote>}
      <Loaded of={overview} />
      {dialogs}
    </SectionCard>
  );
}
