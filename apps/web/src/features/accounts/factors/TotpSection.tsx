import type { CallResult } from '@candor/protocol/light';
import { Button, ErrorNote, StatusChip, toast, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useSecurityOverview } from '../security/api.ts';
import { Loaded } from './Loaded.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { TotpSetup } from './TotpSetup.tsx';
import { useFactorCommand } from './api.ts';
import { useStepUp } from '../proofs/use-step-up.tsx';

type Offer = CallResult<'accounts.totp-begin'>;

/** The code app: on or off, another one in its place. */
export function TotpSection(): ReactElement {
  const t = useT();
  const overview = useSecurityOverview();
  const adding = useStepUp('totp-add');
  const removing = useStepUp('totp-remove');
  const command = useFactorCommand();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const begin = async (): Promise<void> => {
    const stepUp = await adding.confirm();
    if (stepUp === null) return;
    setOffer(await command.send('accounts.totp-begin', { body: { stepUp } }));
  };
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
    >
      {command.problem !== null && <ErrorNote className="mt-3">{command.problem}</ErrorNote>}
      <Loaded of={overview}>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button variant="secondary" disabled={command.isBusy} onClick={() => void begin()}>
            {t(isOn ? 'factors.totp-replace' : 'factors.totp-turn-on')}
          </Button>
          {isOn && (
            <Button variant="ghost" disabled={command.isBusy} onClick={() => void remove()}>
              {t('factors.totp-turn-off')}
            </Button>
          )}
        </div>
      </Loaded>
      {adding.dialog}
      {removing.dialog}
      {offer !== null && (
        <TotpSetup
          offer={offer}
          onClose={() => setOffer(null)}
          onDone={(made) => {
            setOffer(null);
            setCodes(made);
          }}
        />
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </SectionCard>
  );
}
