import type { DeskToken } from '@candor/protocol/desk-light';
import { Button, Segments } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Calendar } from '../features/tokens/Calendar.tsx';
import { CancelDialog } from '../features/tokens/CancelDialog.tsx';
import { DeliveryDialog } from '../features/tokens/DeliveryDialog.tsx';
import { TokenDialog } from '../features/tokens/TokenDialog.tsx';
import { TokenList } from '../features/tokens/TokenList.tsx';
import { type TokenChange, TokenLook } from '../features/tokens/TokenLook.tsx';
import { useTokenRights } from '../features/tokens/may.ts';
import { PageFrame } from '../lib/PageFrame.tsx';
import { useDeskT } from '../lib/texts.ts';

type Opened =
  | { readonly what: 'new' }
  | { readonly what: 'look'; readonly id: string }
  | { readonly what: TokenChange; readonly of: DeskToken };

/** The dialog that is open. */
function OpenedDialog(props: {
  readonly opened: Opened;
  readonly onOpen: (opened: Opened) => void;
  readonly onClose: () => void;
}): ReactElement {
  const { opened, onOpen, onClose } = props;
  switch (opened.what) {
    case 'new':
      return <TokenDialog of={null} onClose={onClose} />;
    case 'look':
      return (
        <TokenLook id={opened.id} onAct={(what, of) => onOpen({ what, of })} onClose={onClose} />
      );
    case 'change':
      return <TokenDialog of={opened.of} onClose={onClose} />;
    case 'cancel':
      return <CancelDialog of={opened.of} onClose={onClose} />;
    case 'deliver':
      return <DeliveryDialog of={opened.of} onClose={onClose} />;
  }
}

/** Tokens sold for charities: what is on sale and was, which auction ends when, and what is proposed of them. */
export function Tokens(): ReactElement {
  const t = useDeskT();
  const { propose, bringPictures } = useTokenRights();
  const [shown, setShown] = useState<'list' | 'calendar'>('list');
  const [opened, setOpened] = useState<Opened | null>(null);
  const look = (id: string): void => setOpened({ what: 'look', id });
  return (
    <PageFrame
      title={t('nav.tokens')}
      aside={
        // A new one needs a picture, which members of content bring.
        propose &&
        bringPictures && (
          <Button size="sm" onClick={() => setOpened({ what: 'new' })}>
            {t('tokens.new')}
          </Button>
        )
      }
    >
      <div className="mb-4 flex">
        <Segments
          label={t('tokens.shown-as')}
          value={shown}
          onChange={setShown}
          choices={[
            { value: 'list', label: t('tokens.list') },
            { value: 'calendar', label: t('tokens.calendar') },
          ]}
        />
      </div>
      {shown === 'list' ? <TokenList onOpen={look} /> : <Calendar onOpen={look} />}
      {opened !== null && (
        <OpenedDialog opened={opened} onOpen={setOpened} onClose={() => setOpened(null)} />
      )}
    </PageFrame>
  );
}
