import { Card, CaretDownIcon, Note } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { OrderNumber } from './OrderNumber.tsx';

/** An order on a phone: two lines that open for the rest of it and what one does with it. */
export function OpeningRow(props: {
  /** Stands open from the start. */
  readonly isOpen?: boolean;
  readonly title: ReactNode;
  readonly figure: ReactNode;
  /** The second line; two things stand at its ends. */
  readonly below: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  const { isOpen = false, title, figure, below, children } = props;
  return (
    <Card>
      <details open={isOpen} className="group px-4 pb-3.5 not-open:pb-0">
        <summary className="grid gap-1 py-3">
          <span className="flex items-center justify-between gap-2">
            {title}
            <span className="flex items-center gap-2">
              {figure}
              <CaretDownIcon size={16} className="group-open:rotate-180" />
            </span>
          </span>
          <span className="flex items-center justify-between gap-2 text-xs text-ink-2">
            {below}
          </span>
        </summary>
        {children}
      </details>
    </Card>
  );
}

/** What a row says once it is open, three in a line. */
export function Facts({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <dl className="mt-2.5 grid grid-cols-[repeat(3,minmax(min-content,1fr))] gap-2 border-t border-line pt-2.5">
      {children}
    </dl>
  );
}

/** One of them. */
export function Fact(props: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt className="text-xs text-ink-3">{props.name}</dt>
      <dd className="text-sm font-medium">{props.children}</dd>
    </div>
  );
}

/** The end of an open row: what went wrong, the number of its order, and what one does with it. */
export function RowFoot(props: {
  readonly order: { readonly orderNo: string; readonly receiptNo?: string | undefined };
  readonly problem?: string | null;
  readonly children: ReactNode;
}): ReactElement {
  const { order, problem = null, children } = props;
  return (
    <>
      {problem !== null && (
        <Note tone="error" className="mt-3">
          {problem}
        </Note>
      )}
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-2">
        <OrderNumber number={order.orderNo} receiptNo={order.receiptNo} />
        <span className="ms-auto flex gap-2">{children}</span>
      </div>
    </>
  );
}
