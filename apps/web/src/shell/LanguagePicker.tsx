import { CaretDownIcon, GlobeIcon, IconButton, buttonClass, useLocale, useT } from '@candor/ui';
import { Suspense, useState, type ReactElement } from 'react';
import { Menu } from './Menu.tsx';
import { lazyPart } from '../lib/lazy-part.ts';

// Its code comes when a user wants another language.
const LanguageList = lazyPart(() =>
  import('./LanguageList.tsx').then((module) => module.LanguageList),
);
const LanguageSheet = lazyPart(() =>
  import('./LanguageList.tsx').then((module) => module.LanguageSheet),
);

/** The dropdown of the desktop bar. */
export function LanguageMenu(): ReactElement {
  const t = useT();
  const { name } = useLocale();
  return (
    <Menu
      label={`${t('language.label')}: ${name}`}
      buttonClass={buttonClass({ variant: 'ghost', size: 'sm' })}
      button={
        <>
          <GlobeIcon size={18} />
          <bdi className="max-[1140px]:hidden">{name}</bdi>
          <CaretDownIcon size={16} />
        </>
      }
    >
      {(close) => (
        <Suspense>
          <LanguageList onChosen={close} />
        </Suspense>
      )}
    </Menu>
  );
}

/** The button of the mobile bar; the languages come on a sheet. */
export function LanguageButton(): ReactElement {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton label={t('language.label')} onClick={() => setIsOpen(true)}>
        <GlobeIcon />
      </IconButton>
      {isOpen && (
        <Suspense>
          <LanguageSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
