import type { PayoutBatch } from '@candor/protocol/desk-light';
import { Button, Empty, Note, StatusChip, formatTime } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { PageFrame } from '../lib/PageFrame.tsx';
import { Waits } from '../lib/Waits.tsx';
import { exactAmount } from '../lib/amounts.ts';
import { failureText } from '../lib/failure-text.ts';
import { CorrectForm } from '../features/payouts/CorrectForm.tsx';
import { VoidForm } from '../features/payouts/VoidForm.tsx';
import { ask, failureOf } from '../lib/query.ts';
import { saveFile } from '../lib/save-file.ts';
import { useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';

type Hashes = {
  readonly batch: string;
  readonly hashes: { readonly withdrawalId: string; readonly hash: string }[];
};

/** The signer's document as it was pasted; null for what is none. */
function readHashes(text: string): Hashes | null {
  try {
    const read = JSON.parse(text) as Partial<Hashes>;
    return typeof read.batch === 'string' && Array.isArray(read.hashes) ? (read as Hashes) : null;
  } catch {
    return null;
  }
}

/** Puts the document of a batch into the downloads. */
const saveDocument = (name: string, content: string): void =>
  saveFile({ name, file: new Blob([content], { type: 'application/json' }) });

function Batch(props: {
  readonly of: PayoutBatch;
  readonly onAct: (act: () => Promise<unknown>) => void;
}): ReactElement {
  const { of, onAct } = props;
  const t = useDeskT();
  const { roles } = useMember();
  const [text, setText] = useState('');
  const [isOdd, setIsOdd] = useState(false);
  const { id, number, state, items } = of;
  const mayVoid = roles.includes('cashierMaker') || roles.includes('cashierChecker');
  const isPending = items.some(
    (item) => !item.isVoided && (item.state === 'approved' || item.state === 'broadcast'),
  );
  const canVoid = mayVoid && isPending && (state === 'exported' || state === 'sent');

  const send = (): void => {
    const body = readHashes(text);
    setIsOdd(body === null);
    if (body !== null) onAct(() => ask('payouts.send', { params: { id }, body }));
  };
  const exportIt = (): void =>
    onAct(async () => {
      const { document: content } = await ask('payouts.export', { params: { id }, body: {} });
      saveDocument(`${number}.json`, content);
    });

  const cancelIt = (): void =>
    onAct(async () => {
      const { document: content } = await ask('payouts.cancel', { params: { id }, body: {} });
      saveDocument(`${number}-cancel.json`, content);
    });

  return (
    <li className="grid gap-2 border-b border-line py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="mono text-base tracking-normal">{t('payouts.batch', { number })}</h3>
        <StatusChip icon={state === 'sent' ? 'check' : 'clock'}>
          {t(`payouts.state-${state}`)}
        </StatusChip>
      </div>
      <p className="text-ink-3">
        {t(`case.network-${of.network}`)} · {t('payouts.made-by', { name: of.madeBy })} ·{' '}
        {formatTime(of.madeAt, 'zone')}
        {of.sentBy !== null && ` · ${t('payouts.sent-by', { name: of.sentBy })}`}
      </p>
      <ul>
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap justify-between gap-x-4">
            <span className="mono break-all">{item.address}</span>
            <span className="mono">
              {exactAmount(item.receive, item.asset)} ·{' '}
              {item.isVoided ? t('payouts.voided') : t('payouts.payment', { state: item.state })}
            </span>
            {item.txHash !== null && (
              <span className="mono w-full break-all text-ink-3">{item.txHash}</span>
            )}
            {item.problem !== null && !item.isVoided && (
              <span className="w-full">{t('payouts.problem', { problem: item.problem })}</span>
            )}
            {roles.includes('cashierChecker') && item.state === 'broadcast' && !item.isVoided && (
              <CorrectForm batchId={id} withdrawalId={item.id} />
            )}
          </li>
        ))}
      </ul>
      {roles.includes('cashierMaker') && (state === 'made' || state === 'exported') && (
        <Button size="sm" variant="secondary" className="justify-self-start" onClick={exportIt}>
          {t('payouts.export')}
        </Button>
      )}
      {roles.includes('cashierChecker') && state === 'exported' && (
        <div className="grid gap-2">
          <label className="grid gap-1">
            {t('payouts.hashes')}
            <textarea
              className="mono min-h-[96px] border border-line bg-surface p-2"
              value={text}
              aria-invalid={isOdd}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          {isOdd && <p role="alert">{t('payouts.unreadable')}</p>}
          <Button size="sm" className="justify-self-start" onClick={send}>
            {t('payouts.send')}
          </Button>
        </div>
      )}
      {canVoid && <VoidForm of={of} onCancel={roles.includes('cashierMaker') ? cancelIt : null} />}
    </li>
  );
}

/** Approved withdrawals, in batches that are signed outside the server. */
export function Payouts(): ReactElement {
  const t = useDeskT();
  const { roles } = useMember();
  const queries = useQueryClient();
  const [failed, setFailed] = useState<string | null>(null);
  const list = useQuery({
    queryKey: ['payouts'],
    queryFn: ({ signal }) => ask('payouts.list', { signal }),
  });
  const act = (run: () => Promise<unknown>): void => {
    setFailed(null);
    run()
      .then(() => queries.invalidateQueries({ queryKey: ['payouts'] }))
      .catch((error: unknown) => {
        setFailed(failureText(failureOf(error) ?? { name: 'unknown' }, t));
      });
  };
  return (
    <PageFrame title={t('nav.payouts')}>
      <Note className="max-w-[760px]">{t('payouts.lead')}</Note>
      {failed !== null && <p role="alert">{failed}</p>}
      <Waits of={list}>
        {({ waiting, batches }) => (
          <div className="grid max-w-[760px] gap-4">
            <ul className="mt-3 grid gap-2 text-sm">
              {waiting.map(({ network, ready }) => (
                <li key={network} className="flex flex-wrap items-center justify-between gap-2">
                  {t('payouts.ready', { network: t(`case.network-${network}`), count: ready })}
                  {roles.includes('cashierMaker') && ready > 0 && (
                    <Button
                      size="sm"
                      aria-label={`${t('payouts.make')} (${t(`case.network-${network}`)})`}
                      onClick={() => act(() => ask('payouts.make', { body: { network } }))}
                    >
                      {t('payouts.make')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <h2 className="text-base tracking-normal">{t('payouts.batches')}</h2>
            {batches.length === 0 ? (
              <Empty title={t('payouts.none')} className="px-0" />
            ) : (
              <ul>
                {batches.map((one) => (
                  <Batch key={one.id} of={one} onAct={act} />
                ))}
              </ul>
            )}
          </div>
        )}
      </Waits>
    </PageFrame>
  );
}
