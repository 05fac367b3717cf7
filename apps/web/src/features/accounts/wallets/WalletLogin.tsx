import type { SecondStep, SignInResult } from '@candor/protocol/light';
import { Button, useLocale, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { beginFirstSteps } from '../../../lib/first-steps.ts';
import { call } from '../../../lib/http.ts';
import { beginSession } from '../../../lib/session.ts';
import { WalletChoice } from '../proofs/WalletChoice.tsx';
import { useSigning } from '../proofs/use-signing.ts';

type LoginProps = {
  readonly onDone: () => void;
  /** The server asks for a second factor first. */
  readonly onSecond: (step: SecondStep) => void;
  /** Where it stands: on the page for who has an account, or for who has none. */
  readonly isOpening?: boolean;
};

function Wallets({ onDone, onSecond }: LoginProps): ReactElement {
  const { value: language } = useLocale();
  const signing = useSigning<SignInResult>({
    ask: (owner) => call('accounts.wallet-nonce', { query: owner }),
    present: (proof) =>
      call('accounts.login-by-wallet', { body: { ...proof, language, client: 'web' } }),
    onDone(answer) {
      if (!('token' in answer)) {
        onSecond(answer);
        return;
      }
      beginSession(answer);
      if (answer.opened === true) beginFirstSteps();
      onDone();
    },
  });
  return <WalletChoice signing={signing} />;
}

/** Log in by a wallet: the wallets of this browser, once a user asks for them. */
export function WalletLogin(props: LoginProps): ReactElement {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <Wallets {...props} />;
  return (
    <Button variant="secondary" size="lg" wide onClick={() => setIsOpen(true)}>
      {t(props.isOpening === true ? 'wallets.open-account' : 'wallets.log-in')}
    </Button>
  );
}
