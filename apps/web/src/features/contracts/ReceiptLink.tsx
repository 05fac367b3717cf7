import { ReceiptIcon, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { receiptHref } from '../../app/paths.ts';

/** Leads to the receipt of a closing: blue, because it can be checked. */
export function ReceiptLink({ number }: { readonly number: string }): ReactElement {
  const t = useT();
  return (
    <Link
      href={receiptHref(number)}
      aria-label={t('orders.receipt', { number })}
      className="inline-flex items-center gap-1 text-accent underline underline-offset-3 max-desktop:min-h-11"
    >
      <ReceiptIcon size={14} />
      <span className="mono text-xs">{number}</span>
    </Link>
  );
}
