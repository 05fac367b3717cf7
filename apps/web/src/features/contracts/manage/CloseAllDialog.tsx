import type { CallResult, Order } from '@candor/protocol/light';
import { Amount, Button, KeyValue, Note, Num, formatNumber, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { openEndText } from '../../../lib/end-text.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useOffline } from '../../../lib/connectivity.ts';
import { Overlay } from '../order/Overlay.tsx';
import { SideMark } from '../order/SideMark.tsx';
import { useOnce } from '../order/use-once.ts';
import { useInstruments } from '../order/detail-api.ts';
import { useCloseAll } from '../order/end-commands.ts';
import { closeAllEstimate } from './manage.ts';
import { termsOf } from '../order/preview.ts';
import { refusalOfCode } from '../order/view.ts';
import { useSentence } from '../../../lib/use-sentence.ts';

type Result = CallResult<'contracts.close-all'>;

/** Asks once, closes all, and says which closed and which did not, and why. */
export function CloseAllDialog(props: {
  readonly orders: readonly Order[];
  readonly onClose: () => void;
}): ReactElement {
  const { onClose } = props;
  const t = useT();
  const isOffline = useOffline();
  // The question was about these; the list behind it changes while they close.
  const [asked] = useState(props.orders);
  const [result, setResult] = useState<Result | null>(null);
  const [problem, setProblem] = useSentence();
  const act = useCloseAll(() => setProblem((read) => read('orders.asking')));
  const send = useOnce(async () => {
    setProblem(null);
    const end = await act.mutateAsync({});
    if (end.kind === 'done') {
      setProblem(null);
      setResult(end.result);
    } else if (end.kind === 'refused') setProblem((read) => failureText(end.failure, read));
    else setProblem((read) => openEndText(end, read, 'message.close-failed'));
  });
  const isDone = result !== null;
  return (
    <Overlay
      onClose={onClose}
      title={t(isDone ? 'orders.close-all-done' : 'orders.close-all-title')}
      actions={
        isDone ? (
          <Button onClick={onClose}>{t('orders.close-all-back')}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('orders.keep-open')}
            </Button>
            <Button
              variant="danger"
              disabled={isOffline}
              busy={act.isPending ? t('orders.closing') : undefined}
              onClick={() => void send()}
            >
              {t('orders.close-all-confirm', { count: asked.length })}
            </Button>
          </>
        )
      }
    >
      {isDone ? <Outcome result={result} asked={asked} /> : <Question orders={props.orders} />}
      {problem !== null && (
        <Note tone="error" className="mt-3">
          {problem}
        </Note>
      )}
    </Overlay>
  );
}

function Question({ orders }: { readonly orders: readonly Order[] }): ReactElement {
  const t = useT();
  const markets = useInstruments(orders);
  const { result, fee, after } = closeAllEstimate(orders, (code) => {
    const info = markets.get(code);
    return info === undefined ? null : termsOf(info);
  });
  return (
    <div className="mt-3 grid gap-3">
      <dl className="grid gap-1 text-sm">
        <KeyValue label={t('orders.positions')}>
          <Num>{formatNumber(String(orders.length))}</Num>
        </KeyValue>
        <KeyValue label={t('orders.result-before')}>
          <Amount value={result} signed />
        </KeyValue>
        <KeyValue label={t('orders.fee-close')}>
          <Amount value={fee} />
        </KeyValue>
        <KeyValue label={t('orders.result-after')}>
          <Amount value={after} signed />
        </KeyValue>
      </dl>
      <p className="text-sm text-ink-2">{t('orders.close-all-note')}</p>
    </div>
  );
}

function Outcome(props: {
  readonly result: Result;
  readonly asked: readonly Order[];
}): ReactElement {
  const { result, asked } = props;
  const t = useT();
  const stayed = result.failed.map(({ id, code }) => ({
    id,
    why: refusalOfCode(code, t),
    order: asked.find((order) => order.id === id),
  }));
  return (
    <div className="mt-3 grid gap-3">
      <ul className="grid gap-1.5 text-sm">
        {result.closed.map((order) => (
          <li key={order.id} className="flex items-baseline justify-between gap-3">
            <span className="flex gap-2">
              <bdi dir="ltr">{order.code}</bdi>
              <SideMark direction={order.direction} />
            </span>
            <Amount value={order.profit} signed />
          </li>
        ))}
      </ul>
      {stayed.length > 0 && (
        <Note tone="error" title={t('orders.close-all-stayed')}>
          <ul className="mt-1 grid gap-1">
            {stayed.map(({ id, why, order }) => (
              <li key={id}>
                <bdi dir="ltr" className="font-semibold">
                  {order?.code ?? id}
                </bdi>{' '}
                {why}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  );
}
