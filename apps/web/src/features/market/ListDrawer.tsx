import { CaretDownIcon, Drawer, IconButton, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';

/** The list behind a button, where the window has no room for it beside the chart. */
export function ListDrawer(props: {
  readonly children: (close: () => void) => ReactNode;
}): ReactElement {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <IconButton
        label={t('market.watch-list')}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="!size-7"
      >
        <CaretDownIcon size={16} />
      </IconButton>
      <Drawer open={isOpen} onClose={close} title={t('market.list-label')}>
        <div className="-mx-6 h-[calc(100dvh-72px)]">{props.children(close)}</div>
      </Drawer>
    </>
  );
}
