import { Segments, useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** What can be traded on a market. */
export type Product = 'contract' | 'option';

/** Contracts or fixed-period options. */
export function ProductChoice(props: {
  readonly value: Product;
  readonly onChange: (product: Product) => void;
}): ReactElement {
  const t = useT();
  return (
    <Segments
      wide
      label={t('ticket.product')}
      value={props.value}
      onChange={props.onChange}
      choices={[
        { value: 'contract', label: t('ticket.contract') },
        { value: 'option', label: t('ticket.option') },
      ]}
    />
  );
}
