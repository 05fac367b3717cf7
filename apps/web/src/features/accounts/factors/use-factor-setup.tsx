import { type ComponentType, type ReactNode, useState } from 'react';
import { type StepUp, useStepUp } from '../proofs/use-step-up.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { type FactorCommand, useFactorCommand } from './api.ts';

/** Dialog that ends the setting up of what the server offered. */
type Setup<Offer> = ComponentType<{
  readonly offer: Offer;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}>;

/** A section's one factor: its calls, how another is set up and one is taken away. */
export type FactorSetup = {
  readonly command: FactorCommand;
  /** Asks for the owner's confirmation, then opens the set-up of what the server offers. */
  readonly begin: () => Promise<void>;
  readonly removing: StepUp;
  /** Whatever dialog is open: confirmation, set-up, or the recovery codes shown once. */
  readonly dialogs: ReactNode;
};

/** Setting up and taking away of one kind of factor, the same for code apps and passkeys. */
export function useFactorSetup<Offer>(options: {
  readonly kind: 'totp' | 'passkey';
  readonly ask: (command: FactorCommand, stepUp: string) => Promise<Offer | null>;
  readonly Setup: Setup<Offer>;
}): FactorSetup {
  const { kind, ask, Setup } = options;
  const adding = useStepUp(`${kind}-add`);
  const removing = useStepUp(`${kind}-remove`);
  const command = useFactorCommand();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const begin = async (): Promise<void> => {
    const stepUp = await adding.confirm();
    if (stepUp !== null) setOffer(await ask(command, stepUp));
  };
  const dialogs = (
    <>
      {adding.dialog}
      {removing.dialog}
      {offer !== null && (
        <Setup
          offer={offer}
          onClose={() => setOffer(null)}
          onDone={(made) => {
            setOffer(null);
            setCodes(made);
          }}
        />
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </>
  );
  return { command, begin, removing, dialogs };
}
