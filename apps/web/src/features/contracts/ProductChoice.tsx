import { Segments, useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** What is traded. Contracts are open; options say that they are not yet. */
export function ProductChoice(): ReactElement {
  const t = useT();
  const option = t('ticket.option');
  return (
    <Segments
      wide
      label={t('ticket.product')}
      value="contract"
      onChange={() => undefined}
      choices={[
        { value: 'contract', label: t('ticket.contract') },
        {
          value: 'option',
          label: <span aria-label={t('ticket.not-open', { name: option })}>{option}</span>,
          disabled: true,
        },
      ]}
    />
  );
}
