import type { CallResult, LinkedWallet } from '@candor/protocol/light';
import { Button, Dialog, ErrorNote, formatTime, toast, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { call } from '../../../lib/http.ts';
import { failureOf } from '../../../lib/query.ts';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useStepUp } from '../proofs/use-step-up.tsx';
import { useSecurityOverview } from '../security/api.ts';
import { WalletChoice } from '../proofs/WalletChoice.tsx';
import { useUnlinkWallet, useWalletsChanged } from './api.ts';
import { useSigning } from '../proofs/use-signing.ts';

type Overview = CallResult<'accounts.security'>;

/** Whether taking one wallet away would lock its owner out. */
const isOnlyWay = ({ hasPassword, wallets, social }: Overview): boolean =>
  !hasPassword && wallets.length + social.length <= 1;

function Linking(props: {
  readonly stepUp: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const { stepUp, onDone, onClose } = props;
  const t = useT();
  const signing = useSigning<LinkedWallet>({
    ask: (owner) => call('accounts.wallet-message', { body: { ...owner, purpose: 'link' } }),
    present: (proof) => call('accounts.link-wallet', { body: { ...proof, stepUp } }),
    onDone,
  });
  return (
    <Dialog open onClose={onClose} title={t('wallets.add')}>
      <div className="mt-3">
        <WalletChoice signing={signing} />
      </div>
    </Dialog>
  );
}

/** Links a wallet: the owner confirms, then the wallet signs. */
function AddWallet(): ReactElement {
  const t = useT();
  const stepUp = useStepUp('wallet-link');
  const changed = useWalletsChanged();
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const close = (): void => setConfirmed(null);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => void stepUp.confirm().then(setConfirmed)}
      >
        {t('wallets.add')}
      </Button>
      {stepUp.dialog}
      {confirmed !== null && (
        <Linking
          stepUp={confirmed}
          onClose={close}
          onDone={() => {
            close();
            changed();
            toast({ title: t('wallets.linked') });
          }}
        />
      )}
    </>
  );
}

function OneWallet(props: {
  readonly wallet: Overview['wallets'][number];
  readonly isLast: boolean;
  readonly onProblem: (text: string | null) => void;
}): ReactElement {
  const { wallet, isLast, onProblem } = props;
  const { id, chain, address, createdAt } = wallet;
  const t = useT();
  const stepUp = useStepUp('wallet-unlink', id);
  const unlink = useUnlinkWallet();
  const remove = async (): Promise<void> => {
    onProblem(null);
    const confirmed = await stepUp.confirm();
    if (confirmed === null) return;
    unlink.mutate(
      { id, stepUp: confirmed },
      {
        onSuccess: () => toast({ title: t('wallets.removed') }),
        onError: (error) => {
          const failure = failureOf(error);
          onProblem(failure === null ? t('message.unknown-error') : failureText(failure, t));
        },
      },
    );
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          {t(chain === 'tron' ? 'wallets.chain-tron' : 'wallets.chain-ethereum')}
        </p>
        <p className="font-mono text-xs break-all text-ink-2">
          <bdi dir="ltr">{address}</bdi>
        </p>
        <p className="text-xs text-ink-3">
          {isLast ? t('wallets.last') : t('wallets.since', { when: formatTime(createdAt) })}
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        disabled={isLast || unlink.isPending}
        aria-label={t('wallets.remove-one', { address: `\u2068${address}\u2069` })}
        onClick={() => void remove()}
      >
        {t('wallets.remove')}
      </Button>
      {stepUp.dialog}
    </li>
  );
}

/** Wallets that open the account: what is there, and a way to add and to take away. */
export function WalletsSection(): ReactElement {
  const t = useT();
  const security = useSecurityOverview();
  const [problem, setProblem] = useState<string | null>(null);
  const failure = failureOf(security.error);
  const said = problem ?? (failure === null ? null : failureText(failure, t));
  const { data } = security;
  return (
    <SectionCard title={t('wallets.title')} lead={t('wallets.lead')} action={<AddWallet />}>
      {said !== null && <ErrorNote className="mt-3">{said}</ErrorNote>}
      {data === undefined && failure === null && <Waiting rows={1} className="mt-4" />}
      {data !== undefined && data.wallets.length > 0 && (
        <ul className="mt-2">
          {data.wallets.map((wallet) => (
            <OneWallet
              key={wallet.id}
              wallet={wallet}
              isLast={isOnlyWay(data)}
              onProblem={setProblem}
            />
          ))}
        </ul>
      )}
      {data?.wallets.length === 0 && (
        <p className="mt-3 text-sm text-ink-3">{t('wallets.empty')}</p>
      )}
    </SectionCard>
  );
}
