import { Button, bareInputClass, inputClass, useT } from '@candor/ui';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { receiptHref } from '../../lib/receipt-address.ts';
import { readPasted } from '../../features/receipts/pasted.ts';

/** Takes the number of a receipt and leads to its check; anyone may, without an account. */
export function ReceiptPanel(): ReactElement {
  const t = useT();
  const id = useId();
  const [text, setText] = useState('');
  const [isOdd, setIsOdd] = useState(false);
  const [, go] = useLocation();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const pasted = readPasted(text);
    setIsOdd(pasted.kind !== 'number');
    if (pasted.kind === 'number') go(receiptHref(pasted.number));
  };
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="ink-panel mt-[88px] grid grid-cols-2 items-center gap-16 rounded-lg px-14 py-12 max-desktop:mx-4 max-desktop:mt-8 max-desktop:grid-cols-1 max-desktop:gap-5 max-desktop:px-5 max-desktop:py-6"
    >
      <div>
        <h2
          id={`${id}-title`}
          className="text-[32px] leading-10 tracking-[-0.03em] text-balance max-desktop:text-xl max-desktop:leading-7 rtl:tracking-normal"
        >
          {t('home.test-title')}
        </h2>
        <p className="mt-2 max-w-[480px] text-md opacity-85 max-desktop:text-sm">
          {t('home.test-text')}
        </p>
      </div>
      <form onSubmit={submit} noValidate>
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          {t('home.test-label')}
        </label>
        <div className={`${inputClass} min-h-13 !pe-1.5`}>
          <input
            id={id}
            value={text}
            onChange={(event) => setText(event.target.value)}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            aria-invalid={isOdd}
            aria-describedby={`${id}-error`}
            className={`${bareInputClass} mono`}
          />
          <Button type="submit">{t('receipt.checker-action')}</Button>
        </div>
        <p id={`${id}-error`} role="alert" className="mt-1.5 min-h-5 text-sm font-medium">
          {isOdd && t('home.test-unreadable')}
        </p>
      </form>
    </section>
  );
}
