import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import type { WalletChain, WithdrawalAuth } from '@candor/protocol/light';
import {
  Amount,
  Button,
  Dialog,
  ErrorNote,
  KeyValue,
  Note,
  formatTime,
  toast,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { WalletChoice } from '../../features/accounts/proofs/WalletChoice.tsx';
import { useSigning } from '../../features/accounts/proofs/use-signing.ts';
import { bookChanged, useWithdrawalAuth } from '../../features/cashier/api.ts';
import { failureText } from '../../lib/failure-text.ts';
import { type CallFailure, call } from '../../lib/http.ts';
import { failureOf } from '../../lib/query.ts';

/** Networks whose wallets are authorized. @source seed §9 */
const CHAINS = ['ethereum', 'tron'] as const satisfies readonly WalletChain[];

/** What a wallet of one network was authorized for, and until when; taken back while it holds. */
function OneChain({ chain }: { readonly chain: WalletChain }): ReactElement {
  const t = useT();
  const auth = useWithdrawalAuth(chain);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<CallFailure | null>(null);
  const network = NETWORK_NAMES[chain];
  const revoke = async (): Promise<void> => {
    setProblem(null);
    setSending(true);
    const answer = await call('cashier.revoke-usdt-auth', { body: { chain } });
    setSending(false);
    if (answer.ok) toast({ title: t('authorization.revoked', { network }) });
    else setProblem(answer.failure);
    bookChanged();
  };
  const failure = problem ?? failureOf(auth.error);
  const { data } = auth;
  return (
    <li className="grid gap-2 border-t border-line pt-3 text-sm first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <p className="font-medium">
          {data === undefined ? network : <StatusText auth={data} network={network} />}
        </p>
        {data?.status === 'authorized' && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`${t('authorization.revoke')}: ${network}`}
            busy={isSending ? t('ticket.sending') : undefined}
            onClick={() => void revoke()}
          >
            {t('authorization.revoke')}
          </Button>
        )}
      </div>
      {data?.address != null && (
        <p className="font-mono text-xs break-all text-ink-2">
          <bdi dir="ltr">{data.address}</bdi>
        </p>
      )}
      {data?.signer === 'contract' && <p className="text-ink-3">{t('authorization.contract')}</p>}
      {failure !== null && <ErrorNote>{failureText(failure, t)}</ErrorNote>}
    </li>
  );
}

function StatusText(props: {
  readonly auth: WithdrawalAuth;
  readonly network: string;
}): ReactElement {
  const { auth, network } = props;
  const t = useT();
  const { status, expiresAt } = auth;
  if (status === 'none' || expiresAt === null) {
    return <>{t('authorization.none-on', { network })}</>;
  }
  return <>{t(`authorization.${status}`, { network, when: formatTime(expiresAt) })}</>;
}

/** Shows that a wallet is the user's: it signs a text, which is no transaction. */
export function Authorization({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useT();
  const signing = useSigning<WithdrawalAuth>({
    ask: (query) => call('cashier.usdt-auth-message', { query }),
    present: (body) => call('cashier.update-usdt-auth', { body }),
    onDone() {
      bookChanged();
      toast({ title: t('authorization.done') });
    },
  });
  return (
    <Dialog open onClose={onClose} title={t('authorization.title')}>
      <div className="mt-3 grid gap-4">
        <Note>{t('authorization.message-only')}</Note>
        <dl className="grid gap-2 rounded-lg border border-line p-4 text-sm">
          <KeyValue label={t('authorization.what')}>{t('authorization.what-text')}</KeyValue>
          <KeyValue label={t('authorization.takes')}>
            <Amount value="0" asset={null} />
          </KeyValue>
          <KeyValue label={t('authorization.cost')}>
            <Amount value="0" asset={null} />
          </KeyValue>
        </dl>
        <ul className="grid gap-3">
          {CHAINS.map((chain) => (
            <OneChain key={chain} chain={chain} />
          ))}
        </ul>
        <WalletChoice signing={signing} />
      </div>
    </Dialog>
  );
}
