import type { Receipt as ReceiptShape } from '@candor/protocol/light';
import { Empty, Skeleton, buttonClass, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ReadFailed } from '../lib/ReadFailed.tsx';
import { endFirstSteps } from '../lib/first-steps.ts';
import { href, receiptNumberOf } from '../lib/paths.ts';
import { Checker } from '../features/receipts/Checker.tsx';
import { Readable } from '../features/receipts/Readable.tsx';
import { ReceiptView } from '../features/receipts/ReceiptView.tsx';
import { useReceipt } from '../features/receipts/api.ts';
import { failureOf } from '../lib/query.ts';
import { Cached } from '../live/Cached.tsx';

function Frame({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div className="mx-auto max-w-[1264px] px-8 pt-10 pb-12 max-desktop:px-4 max-desktop:pt-6">
      {children}
    </div>
  );
}

/** One receipt, asked for by its number. */
function FoundReceipt({ number }: { readonly number: string }): ReactElement {
  const t = useT();
  const receipt = useReceipt(number);
  const failure = failureOf(receipt.error);
  const isFound = receipt.data !== undefined;
  useEffect(() => {
    if (isFound) endFirstSteps();
  }, [isFound]);
  if (receipt.data !== undefined) return <ReceiptView receipt={receipt.data} />;
  if (failure === null) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 desktop:grid-cols-2">
        <Skeleton className="h-[640px] w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    );
  }
  if (failure.name === 'not-found') {
    return (
      <Empty
        title={<h1 className="text-xl">{t('receipt.unknown-title')}</h1>}
        action={
          <Link href={href('receipt')} className={buttonClass({ variant: 'secondary' })}>
            {t('receipt.another')}
          </Link>
        }
      >
        {t('receipt.unknown-text')}
      </Empty>
    );
  }
  return <ReadFailed failure={failure} onRetry={() => void receipt.refetch()} />;
}

/** The checker: a number leads to its receipt, pasted JSON is recomputed here. */
function Check(): ReactElement {
  const t = useT();
  const [{ receipt, count }, setPasted] = useState<{
    readonly receipt: ReceiptShape | null;
    readonly count: number;
  }>({ receipt: null, count: 0 });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="max-w-[70ch]">
        <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {t('receipt.checker-title')}
        </h1>
        <p className="mt-2 text-ink-2">{t('receipt.checker-text')}</p>
      </div>
      <div className="max-w-[720px]">
        <Checker onReceipt={(pasted) => setPasted({ receipt: pasted, count: count + 1 })} />
      </div>
      {receipt !== null && (
        // Each paste is looked at anew, also where only a letter of it was mended.
        <Readable key={count}>
          <ReceiptView receipt={receipt} isPasted />
        </Readable>
      )}
    </div>
  );
}

/** A receipt, or the place to check one; anyone may look, with or without an account. */
export function Receipt(): ReactElement {
  const [path] = useLocation();
  const number = receiptNumberOf(path);
  return (
    <Cached>
      <Frame>{number === null ? <Check /> : <FoundReceipt key={number} number={number} />}</Frame>
    </Cached>
  );
}
