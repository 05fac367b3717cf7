import type { MessageKey } from '@candor/locales';
import { useT } from '@candor/ui';
import { type ComponentType, type ReactElement, useId } from 'react';
import { ContactSection } from '../../features/accounts/contacts/ContactSection.tsx';
import { PasswordSection } from '../../features/accounts/contacts/PasswordSection.tsx';
import { PhraseSection } from '../../features/accounts/contacts/PhraseSection.tsx';
import { PasskeysSection } from '../../features/accounts/factors/PasskeysSection.tsx';
import { RecoverySection } from '../../features/accounts/factors/RecoverySection.tsx';
import { TotpSection } from '../../features/accounts/factors/TotpSection.tsx';
import { LimitsLink } from '../../features/accounts/limits/LimitsLink.tsx';
import { ChangesSection } from '../../features/accounts/security/ChangesSection.tsx';
import { CloseSection } from '../../features/accounts/security/CloseSection.tsx';
import { CopySection } from '../../features/accounts/security/CopySection.tsx';
import { DevicesSection } from '../../features/accounts/security/DevicesSection.tsx';
import { FreezeSection } from '../../features/accounts/security/FreezeSection.tsx';
import { HoldsNote } from '../../features/accounts/security/HoldsNote.tsx';
import { LoginsSection } from '../../features/accounts/security/LoginsSection.tsx';
import { SocialSection } from '../../features/accounts/social/SocialSection.tsx';
import { WalletsSection } from '../../features/accounts/wallets/WalletsSection.tsx';
import { Cached } from '../../live/Cached.tsx';
import { AccountFrame } from './AccountFrame.tsx';

type Section = {
  readonly Component: ComponentType;
  /** Lists take the whole width. */
  readonly isWide?: boolean;
};

/** The sections in their order; each part of the accounts brings its own. */
const GROUPS: readonly { readonly title: MessageKey; readonly sections: readonly Section[] }[] = [
  {
    title: 'security.group-access',
    sections: [
      { Component: PasswordSection },
      { Component: ContactSection },
      { Component: PasskeysSection },
      { Component: TotpSection },
      { Component: RecoverySection },
      { Component: WalletsSection },
      { Component: SocialSection },
      { Component: PhraseSection },
    ],
  },
  {
    title: 'security.group-devices',
    sections: [
      { Component: DevicesSection, isWide: true },
      { Component: LoginsSection, isWide: true },
      { Component: ChangesSection, isWide: true },
    ],
  },
  {
    title: 'security.group-stop',
    sections: [
      { Component: FreezeSection },
      { Component: CopySection },
      { Component: LimitsLink, isWide: true },
      { Component: CloseSection, isWide: true },
    ],
  },
];

function Group({ title, sections }: (typeof GROUPS)[number]): ReactElement | null {
  const t = useT();
  const titleId = useId();
  if (sections.length === 0) return null;
  return (
    <div role="group" aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-3 text-xl tracking-title">
        {t(title)}
      </h2>
      <div className="grid items-stretch gap-4 desktop:grid-cols-2">
        {sections.map(({ Component, isWide = false }, at) => (
          <div key={at} className={`min-w-0 *:h-full ${isWide ? 'desktop:col-span-2' : ''}`}>
            <Component />
          </div>
        ))}
      </div>
    </div>
  );
}

function Body(): ReactElement {
  const t = useT();
  return (
    <div className="mx-auto grid max-w-[1264px] grid-cols-[minmax(0,1fr)] gap-8 px-8 pt-10 pb-12 max-desktop:gap-6 max-desktop:px-4 max-desktop:pt-6">
      <div>
        <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {t('page.security-title')}
        </h1>
        <p className="mt-2 max-w-[72ch] text-ink-2">{t('security.lead')}</p>
      </div>
      <HoldsNote />
      {GROUPS.map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </div>
  );
}

/** Who can enter the account, from where, and what was changed. */
export function Security(): ReactElement {
  return (
    <Cached>
      <AccountFrame>
        <Body />
      </AccountFrame>
    </Cached>
  );
}
