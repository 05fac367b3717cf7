import { Button, ErrorNote, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useSecurityOverview } from '../security/api.ts';
import { Loaded } from './Loaded.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { useFactorCommand } from './api.ts';
import { useStepUp } from '../proofs/use-step-up.tsx';

/** Codes of one set. */
const ALL = 10;

/** Recovery codes: how many are left, and new ones. */
export function RecoverySection(): ReactElement {
  const t = useT();
  const overview = useSecurityOverview();
  const confirming = useStepUp('recovery-codes');
  const command = useFactorCommand();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { totp = false, passkeys = [], recoveryLeft = 0 } = overview.data ?? {};
  const hasFactor = totp || passkeys.length > 0;
  const renew = async (): Promise<void> => {
    const stepUp = await confirming.confirm();
    if (stepUp === null) return;
    const made = await command.send('accounts.recovery-codes', { body: { stepUp } });
    if (made !== null) setCodes(made.recoveryCodes);
  };
  return (
    <SectionCard
      title={t('factors.recovery-title')}
      lead={t('factors.recovery-lead')}
      action={
        hasFactor && (
          <Button
            variant="secondary"
            size="sm"
            disabled={command.isBusy}
            onClick={() => void renew()}
          >
            {t('factors.recovery-make')}
          </Button>
        )
      }
    >
      {command.problem !== null && <ErrorNote className="mt-3">{command.problem}</ErrorNote>}
      <Loaded of={overview}>
        {hasFactor ? (
          <div className="mt-3 grid gap-1">
            <p className={recoveryLeft < 3 ? 'font-semibold text-warn' : 'font-medium'}>
              {t('factors.recovery-left', { left: recoveryLeft, all: ALL })}
            </p>
            <p className="text-xs text-ink-3">{t('factors.recovery-make-note')}</p>
          </div>
        ) : (
          <p className="mt-3 text-sm text-ink-3">{t('factors.recovery-none')}</p>
        )}
      </Loaded>
      {confirming.dialog}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </SectionCard>
  );
}
