import { CopyIcon, IconButton, toast, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { receiptHref } from './receipt-address.ts';

/** The number of an order: copied for a question about it, and the way to its receipt where there is one. */
export function OrderNumber(props: {
  readonly number: string;
  /** Number of its receipt; undefined or null while there is none, or on the receipt itself. */
  readonly receiptNo?: string | null | undefined;
}): ReactElement {
  const { number, receiptNo } = props;
  const t = useT();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(number);
      toast({ title: t('message.copy-done') });
    } catch {
      // The browser or the reader refused; the number can still be marked by hand.
      toast({ title: t('message.copy-failed') });
    }
  };
  const text = 'mono text-xs whitespace-nowrap';
  return (
    <span className="inline-flex items-center">
      {receiptNo === undefined || receiptNo === null ? (
        <bdi dir="ltr" className={`${text} text-ink-3`}>
          {number}
        </bdi>
      ) : (
        <Link
          href={receiptHref(receiptNo)}
          title={t('orders.receipt', { number: receiptNo })}
          className="inline-flex min-h-6 items-center text-accent underline underline-offset-3 max-desktop:min-h-11"
        >
          <bdi dir="ltr" className={text}>
            {number}
          </bdi>
        </Link>
      )}
      <IconButton
        label={t('orders.copy-number', { number })}
        onClick={() => void copy()}
        className="!size-7 max-desktop:!size-11"
      >
        <CopyIcon size={16} />
      </IconButton>
    </span>
  );
}
