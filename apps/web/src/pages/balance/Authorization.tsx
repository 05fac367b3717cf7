import type { WithdrawalAuth } from '@candor/protocol/light';
import { Button, Dialog, ErrorNote, KeyValue, Note, formatTime, toast, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { WalletChoice } from '../../features/accounts/proofs/WalletChoice.tsx';
import { useSigning } from '../../features/accounts/proofs/use-signing.ts';
import { bookChanged, useWithdrawalAuth } from '../../features/cashier/api.ts';
import { NETWORK_NAMES } from '../../features/cashier/place-text.ts';
import { failureText } from '../../lib/failure-text.ts';
import { type CallFailure, call } from '../../lib/http.ts';
import { failureOf } from '../../lib/query.ts';

/** What a wallet was authorized for, and until when. */
function AuthorizationStatus({ auth }: { readonly auth: WithdrawalAuth }): ReactElement {
  const t = useT();
  const { status, address, chain, expiresAt, signer } = auth;
  if (status === 'none' || address === null || chain === null || expiresAt === null) {
    return <p className="text-sm text-ink-2">{t('authorization.none')}</p>;
  }
  return (
    <div className="grid gap-1 text-sm">
      <p className="font-medium">
        {t(`authorization.${status}`, {
          network: NETWORK_NAMES[chain],
          when: formatTime(expiresAt),
        })}
      </p>
      <p className="font-mono text-xs break-all text-ink-2">
        <bdi dir="ltr">{address}</bdi>
      </p>
      {signer === 'contract' && <p className="text-ink-3">{t('authorization.contract')}</p>}
    </div>
  );
}

/** Shows that a wallet is the user's: it signs a text, which is no transaction. */
export function Authorization({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useT();
  const auth = useWithdrawalAuth();
  const [problem, setProblem] = useState<CallFailure | null>(null);
  const signing = useSigning<WithdrawalAuth>({
    ask: (query) => call('cashier.usdt-auth-message', { query }),
    present: (body) => call('cashier.update-usdt-auth', { body }),
    onDone() {
      bookChanged();
      toast({ title: t('authorization.done') });
    },
  });
  const revoke = async (): Promise<void> => {
    const answer = await call('cashier.revoke-usdt-auth', { body: {} });
    setProblem(answer.ok ? null : answer.failure);
    bookChanged();
  };
  const failure = problem ?? failureOf(auth.error);
  return (
    <Dialog open onClose={onClose} title={t('authorization.title')}>
      <div className="mt-3 grid gap-4">
        <Note>{t('authorization.message-only')}</Note>
        <dl className="grid gap-2 rounded-lg border border-line p-4 text-sm">
          <KeyValue label={t('authorization.what')}>{t('authorization.what-text')}</KeyValue>
          <KeyValue label={t('authorization.takes')}>0.00</KeyValue>
          <KeyValue label={t('authorization.cost')}>0.00</KeyValue>
        </dl>
        {auth.data !== undefined && <AuthorizationStatus auth={auth.data} />}
        {auth.data?.status === 'authorized' && (
          <Button variant="secondary" size="sm" onClick={() => void revoke()}>
            {t('authorization.revoke')}
          </Button>
        )}
        {failure !== null && <ErrorNote>{failureText(failure, t)}</ErrorNote>}
        <WalletChoice signing={signing} />
      </div>
    </Dialog>
  );
}
