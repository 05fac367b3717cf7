import { ReceiptIcon, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { receiptHref } from './receipt-address.ts';

/** Enough of a receipt's number to tell two apart; the link carries all of it. */
const SHOWN = 8;

/** Leads to the receipt of a closing: blue, because it can be checked. */
export function ReceiptLink(props: {
  readonly number: string;
  /** Where a row has no room for the number. */
  readonly isIcon?: boolean;
}): ReactElement {
  const { number, isIcon = false } = props;
  const t = useT();
  const name = t('orders.receipt', { number });
  const box = isIcon
    ? 'grid size-8 place-items-center rounded-sm hover:bg-hover max-desktop:size-11'
    : 'target inline-flex items-center gap-1 underline underline-offset-3';
  return (
    <Link
      href={receiptHref(number)}
      aria-label={isIcon ? name : undefined}
      title={name}
      className={`text-accent ${box}`}
    >
      <ReceiptIcon size={isIcon ? 18 : 14} />
      {!isIcon && <span className="sr-only">{t('orders.receipt-word')} </span>}
      {!isIcon && (
        <bdi dir="ltr" className="mono text-xs">
          {number.length > SHOWN ? `${number.slice(0, SHOWN)}…` : number}
        </bdi>
      )}
    </Link>
  );
}
