import {
  Amount,
  Button,
  Card,
  type Column,
  DataTable,
  Dialog,
  Drawer,
  Empty,
  ErrorNote,
  Kbd,
  Note,
  Sheet,
  PicturePreview,
  QrCode,
  Skeleton,
  Timeline,
  UploadTile,
  type UploadShown,
  toast,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';

type Row = { readonly market: string; readonly result: string };

const ROWS: readonly Row[] = [
  { market: 'BTC/USDT', result: '12.5' },
  { market: 'ETH/USDT', result: '-3.25' },
];
const COLUMNS: readonly Column<Row>[] = [
  { key: 'market', kind: 'name', head: 'Market', renderCell: ({ market }) => market },
  {
    key: 'result',
    kind: 'main',
    head: 'Result',
    end: true,
    renderCell: ({ result }) => <Amount value={result} signed />,
  },
];

const UPLOAD: UploadShown = {
  state: 'none',
  share: 0,
  problem: null,
  file: null,
  types: ['image/png'],
  bytesMax: 5_000_000,
  opens: 'Only you and support can open it.',
  onChoose: () => undefined,
  onRemove: () => undefined,
  onRetry: () => undefined,
};

/** Opens over the page, from where it is drawn: so it has the look of its pane. */
function Opened({ of: Modal }: { readonly of: typeof Dialog }): ReactElement {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <div>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        Open
      </Button>
      <Modal
        open={open}
        onClose={close}
        title="Close the contract?"
        actions={<Button onClick={close}>Close contract</Button>}
      >
        <p className="mt-3">It is closed at the price in force.</p>
      </Modal>
    </div>
  );
}

/** Grounds, and what stands on them. */
export const SURFACES = {
  Card: () => <Card className="p-4">A surface with a hairline.</Card>,
  DataTable: () => (
    <DataTable
      caption="Results"
      columns={COLUMNS}
      rows={ROWS}
      rowKey={({ market }) => market}
      isSelected={({ market }) => market === 'BTC/USDT'}
    />
  ),
  Dialog: () => <Opened of={Dialog} />,
  PicturePreview: () => <PicturePreview file={new Blob()} />,
  Sheet: () => <Opened of={Sheet} />,
  Drawer: () => <Opened of={Drawer} />,
  Note: () => (
    <div className="grid gap-2">
      <Note title="Information.">Prices are simulated.</Note>
      <Note tone="warn">The price is older than it may be.</Note>
    </div>
  ),
  ErrorNote: () => (
    <ErrorNote title="Nothing was sent." action={<Button size="sm">Try again</Button>}>
      The connection was lost.
    </ErrorNote>
  ),
  Empty: () => (
    <Empty title="No orders yet" action={<Button size="sm">To the markets</Button>}>
      What you open is listed here.
    </Empty>
  ),
  Skeleton: () => <Skeleton />,
  ToastHost: () => (
    // The page has one place for all messages; here only what fills it.
    <div>
      <Button
        size="sm"
        variant="secondary"
        onClick={() => toast({ title: 'Contract opened', text: '0.05 lots at 60,123.40' })}
      >
        Show a message
      </Button>
    </div>
  ),
  Kbd: () => <Kbd>J</Kbd>,
  QrCode: () => <QrCode text="https://candor.example" label="An address" />,
  Timeline: () => (
    <Timeline
      label="What happened"
      isOpen
      steps={[
        { key: 'sent', text: 'Sent', when: '14:24', note: 'With two pictures.' },
        { key: 'opened', text: 'Opened by a reviewer', when: '15:02' },
      ]}
    />
  ),
  UploadTile: () => (
    <div className="grid gap-3">
      <UploadTile label="Picture" shown={UPLOAD} />
      <UploadTile label="Picture on its way" shown={{ ...UPLOAD, state: 'sending', share: 0.4 }} />
      <UploadTile label="Picture kept" shown={{ ...UPLOAD, state: 'kept' }} />
      <UploadTile
        label="Picture refused"
        shown={{ ...UPLOAD, state: 'failed', problem: 'It is larger than 5 MB.' }}
      />
    </div>
  ),
};
