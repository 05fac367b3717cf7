import { Button, Dialog, SelectField, TextInput, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { DayFields } from '../../lib/DayFields.tsx';
import { dayEnd, dayStart, localZone } from '../../lib/local-days.ts';
import { DownloadButton } from '../../lib/DownloadButton.tsx';

const PRODUCTS = {
  contracts: 'records.product-contracts',
  options: 'records.product-options',
} as const;
type Product = keyof typeof PRODUCTS;

const STATUSES = ['all', 'pending', 'running', 'closed'] as const;
type Status = (typeof STATUSES)[number];
const LABELS = {
  all: 'orders.status-all',
  pending: 'orders.status-pending',
  running: 'orders.status-running',
  closed: 'orders.status-closed',
} as const;

/** Asks which orders are wanted and puts them into the downloads as a file. */
export function ExportOrders(): ReactElement {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        {t('records.orders-file')}
      </Button>
      <Dialog open={isOpen} onClose={close} title={t('records.orders-file')}>
        <Choice onDone={close} />
      </Dialog>
    </>
  );
}

function Choice({ onDone }: { readonly onDone: () => void }): ReactElement {
  const t = useT();
  const zone = localZone();
  const [product, setProduct] = useState<Product>('contracts');
  const [status, setStatus] = useState<Status>('all');
  const [code, setCode] = useState('');
  const [days, setDays] = useState({ from: '', to: '' });
  const [from, to] = [dayStart(days.from), dayEnd(days.to)];
  const market = code.trim().toUpperCase();
  return (
    <div className="mt-2 grid gap-4">
      <p className="text-sm text-ink-2">
        {t('records.orders-file-text', { zone: `\u2068${zone}\u2069` })}
      </p>
      <SelectField
        label={t('records.product')}
        value={product}
        onChange={setProduct}
        choices={(['contracts', 'options'] as const).map((value) => ({
          value,
          label: t(PRODUCTS[value]),
        }))}
      />
      <SelectField
        label={t('records.status')}
        value={status}
        onChange={setStatus}
        choices={STATUSES.map((value) => ({ value, label: t(LABELS[value]) }))}
      />
      <TextInput
        label={t('records.market')}
        help={t('records.market-help')}
        dir="ltr"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-3 max-[400px]:grid-cols-1">
        <DayFields days={days} onChange={(change) => setDays({ ...days, ...change })} />
      </div>
      <DownloadButton
        call="portfolio.export-orders"
        variant="primary"
        query={{
          product,
          status,
          format: 'csv',
          zone,
          ...(market === '' ? {} : { code: market }),
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
        }}
        onDone={onDone}
      />
    </div>
  );
}
