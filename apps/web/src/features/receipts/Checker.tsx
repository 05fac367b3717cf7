import type { Receipt } from '@candor/protocol/light';
import type { MessageKey } from '@candor/locales';
import { Button, Card, Field, inputClass, useT } from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { receiptHref } from '../../lib/receipt-address.ts';
import { failureText } from '../../lib/failure-text.ts';
import { ask, failureOf } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { readPasted } from './pasted.ts';
import { groupsOf } from './view.ts';
import { useSentence } from '../../lib/use-sentence.ts';

/** Receipts of one order, closed in parts. */
function Parts({ numbers }: { readonly numbers: readonly string[] }): ReactElement {
  const t = useT();
  return (
    <div className="grid gap-2">
      <p className="text-ink-2">{t('receipt.order-parts')}</p>
      <ul className="grid gap-1">
        {numbers.map((number) => (
          <li key={number}>
            <Link
              href={receiptHref(number)}
              className="inline-flex min-h-6 items-center text-accent underline max-desktop:min-h-11"
            >
              <span className="mono text-xs break-all">{groupsOf(number)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Takes the number of a receipt or an order, or a receipt as JSON, and leads to it. */
export function Checker(props: { readonly onReceipt: (receipt: Receipt) => void }): ReactElement {
  const t = useT();
  const [text, setText] = useState('');
  const [error, setError] = useSentence();
  const [numbers, setNumbers] = useState<readonly string[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const { state } = useSession();
  const [, go] = useLocation();
  const say = (key: MessageKey): void => setError((read) => read(key));
  /** An order's number opens its receipts to its owner alone: it is read out to others. */
  const openOrder = async (orderNo: string): Promise<void> => {
    if (state !== 'in') {
      say('receipt.order-signed-out');
      return;
    }
    setIsAsking(true);
    try {
      const found = await ask('receipts.of-order', { params: { orderNo } });
      const [only, ...others] = found.numbers;
      if (only === undefined) say('receipt.order-open');
      else if (others.length === 0) go(receiptHref(only));
      else setNumbers(found.numbers);
    } catch (thrown) {
      const failure = failureOf(thrown) ?? { name: 'unknown' };
      if (failure.name === 'not-found') say('receipt.order-unknown');
      else setError((read) => failureText(failure, read));
    } finally {
      setIsAsking(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const pasted = readPasted(text);
    setError(null);
    setNumbers([]);
    if (pasted.kind === 'unreadable') say('receipt.unreadable');
    if (pasted.kind === 'order') void openOrder(pasted.orderNo);
    if (pasted.kind === 'number') go(receiptHref(pasted.number));
    if (pasted.kind === 'receipt') props.onReceipt(pasted.receipt);
  };
  return (
    <Card className="p-5">
      <form onSubmit={submit} className="grid gap-4">
        <Field label={t('receipt.checker-label')} help={t('receipt.checker-help')} error={error}>
          {(control) => (
            <textarea
              {...control}
              value={text}
              onChange={(event) => setText(event.target.value)}
              rows={4}
              dir="ltr"
              spellCheck={false}
              autoComplete="off"
              className={`${inputClass} mono py-2 outline-none aria-invalid:border-[var(--color-danger-solid)]`}
            />
          )}
        </Field>
        <div>
          <Button type="submit" disabled={isAsking}>
            {t('receipt.checker-action')}
          </Button>
        </div>
        {numbers.length > 0 && <Parts numbers={numbers} />}
      </form>
    </Card>
  );
}
