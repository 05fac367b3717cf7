import { Drawer, IconButton, ListIcon, Logo, useLayout } from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useKeys } from '../lib/keys.ts';
import { useDeskT } from '../lib/texts.ts';
import { KeyList } from './KeyList.tsx';
import { Palette } from './Palette.tsx';
import { Sidebar } from './Sidebar.tsx';

/** What lies over the page. */
type Over = 'palette' | 'keys' | 'menu' | null;

/** The frame around every page behind the sign-in: sidebar, or a bar and a drawer on phones. */
export function Shell({ children }: { readonly children: ReactNode }): ReactElement {
  const t = useDeskT();
  const layout = useLayout();
  const [path] = useLocation();
  // What lies over a page goes with it.
  const [opened, setOpened] = useState<{ readonly over: Over; readonly at: string }>();
  const over = opened?.at === path ? opened.over : null;
  const setOver = (next: Over): void => setOpened({ over: next, at: path });
  const close = (): void => setOver(null);
  useKeys([
    { key: 'k', withCommand: true, text: 'key.palette', run: () => setOver('palette') },
    { key: '?', text: 'key.keys', run: () => setOver('keys') },
  ]);
  const sidebar = (
    <Sidebar onPalette={() => setOver('palette')} onKeys={() => setOver('keys')} onGo={close} />
  );
  return (
    <div className="grid h-page bg-line desktop:grid-cols-[208px_minmax(0,1fr)] desktop:gap-px max-desktop:grid-rows-[auto_minmax(0,1fr)]">
      {layout === 'desktop' ? (
        <div className="min-h-0 bg-canvas">{sidebar}</div>
      ) : (
        <header className="flex h-14 items-center justify-between border-b border-line bg-canvas px-4">
          <Logo height={22} />
          <IconButton label={t('nav.menu')} onClick={() => setOver('menu')} className="-me-2">
            <ListIcon />
          </IconButton>
          <Drawer open={over === 'menu'} onClose={close} title={t('nav.label')}>
            <div className="-mx-3 mt-3 h-[calc(100dvh-88px)]">{sidebar}</div>
          </Drawer>
        </header>
      )}
      <main className="min-h-0 min-w-0 overflow-hidden bg-surface">{children}</main>
      <Palette open={over === 'palette'} onClose={close} onKeys={() => setOver('keys')} />
      <KeyList open={over === 'keys'} onClose={close} />
    </div>
  );
}
