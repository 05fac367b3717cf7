import type { StepUpAction, WalletProof } from '@candor/protocol/light';
import { ok } from '@candor/kernel';
import { ErrorNote, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { call } from '../../../lib/http.ts';
import { WalletChoice } from './WalletChoice.tsx';
import { useSigning } from './use-signing.ts';

/** Confirms an action by a wallet of the account, where it has neither a password nor a factor. */
export function WalletProofForm(props: {
  readonly action: StepUpAction;
  readonly challenge: string;
  readonly error: string | null;
  readonly onAnswer: (answer: { readonly walletSignature: WalletProof }) => void;
}): ReactElement {
  const { action, challenge, error, onAnswer } = props;
  const t = useT();
  const signing = useSigning<WalletProof>({
    ask: (owner) =>
      call('accounts.wallet-message', {
        body: { ...owner, purpose: 'step-up', action, challenge },
      }),
    present: async (proof) => ok(proof),
    onDone: (walletSignature) => onAnswer({ walletSignature }),
  });
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">{t('wallets.step-lead')}</p>
      {error !== null && signing.step === 'idle' && signing.problem === null && (
        <ErrorNote>{error}</ErrorNote>
      )}
      <WalletChoice signing={signing} />
    </div>
  );
}
