import { Button, ErrorNote, Note, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { type FoundWallet, useWallets } from '../../../lib/wallet/found.ts';
import type { Signing } from './use-signing.ts';

const BUSY = {
  idle: null,
  connecting: 'wallets.connecting',
  signing: 'wallets.signing',
  checking: 'wallets.checking',
} as const;

function OneWallet(props: {
  readonly wallet: FoundWallet;
  readonly busy: string | undefined;
  readonly isDisabled: boolean;
  readonly onChoose: () => void;
}): ReactElement {
  const { wallet, busy, isDisabled, onChoose } = props;
  const t = useT();
  const network = t(wallet.chain === 'tron' ? 'wallets.chain-tron' : 'wallets.chain-ethereum');
  return (
    <li>
      <Button
        variant="secondary"
        size="lg"
        wide
        busy={busy}
        disabled={isDisabled}
        onClick={onChoose}
        className="justify-start!"
      >
        {/* A picture from outside: in an image nothing of it can run. */}
        {wallet.icon !== null && <img src={wallet.icon} alt="" className="size-5 rounded-xs" />}
        <span className="grid min-w-0 text-start">
          <bdi className="truncate">{wallet.name}</bdi>
          <span className="truncate text-xs font-normal text-ink-3">
            {network}
            {wallet.origin !== '' && (
              <>
                {' · '}
                <bdi dir="ltr">{wallet.origin}</bdi>
              </>
            )}
          </span>
        </span>
      </Button>
    </li>
  );
}

/** The wallets of this browser; choosing one begins to sign. None is chosen by itself. */
export function WalletChoice({ signing }: { readonly signing: Signing }): ReactElement {
  const t = useT();
  const wallets = useWallets();
  const { step, problem, message } = signing;
  const words = BUSY[step];
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-2">{t('wallets.only-signs')}</p>
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
      {wallets.length === 0 ? (
        <Note tone="warn">{t('message.wallet-install')}</Note>
      ) : (
        <ul className="grid gap-2" aria-label={t('wallets.choose')}>
          {wallets.map((wallet) => (
            <OneWallet
              key={wallet.id}
              wallet={wallet}
              busy={words !== null && signing.wallet?.id === wallet.id ? t(words) : undefined}
              isDisabled={step !== 'idle' && signing.wallet?.id !== wallet.id}
              onChoose={() => void signing.sign(wallet)}
            />
          ))}
        </ul>
      )}
      {step === 'signing' && (
        <p role="status" className="text-sm text-ink-2">
          {t('message.confirmation-running')}
        </p>
      )}
      {step === 'signing' && message !== null && (
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer text-accent underline underline-offset-3 max-desktop:min-h-11 max-desktop:py-3">
            {t('wallets.read-text')}
          </summary>
          <pre
            dir="ltr"
            className="mt-2 rounded-md bg-sunken p-3 text-xs break-words whitespace-pre-wrap"
          >
            {message}
          </pre>
        </details>
      )}
    </div>
  );
}
