import type { Receipt } from '@candor/protocol/light';
import { Button, Card, Field, inputClass, useT } from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { receiptHref } from '../../app/paths.ts';
import { readPasted } from './pasted.ts';
import { useSentence } from '../../lib/use-sentence.ts';

/** Takes the number of a receipt, or a receipt as JSON, and leads to it. */
export function Checker(props: { readonly onReceipt: (receipt: Receipt) => void }): ReactElement {
  const t = useT();
  const [text, setText] = useState('');
  const [error, setError] = useSentence();
  const [, go] = useLocation();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const pasted = readPasted(text);
    setError(pasted.kind === 'unreadable' ? (read) => read('receipt.unreadable') : null);
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
          <Button type="submit">{t('receipt.checker-action')}</Button>
        </div>
      </form>
    </Card>
  );
}
