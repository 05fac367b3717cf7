import { DESK_CALLS, type StaffRole, type UserDetail } from '@candor/protocol/desk-light';
import {
  ArrowLeftIcon,
  Button,
  IconButton,
  Note,
  Tabs,
  buttonClass,
  formatTime,
  tabPanelProps,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { Waits } from '../../lib/Waits.tsx';
import { languageName } from '../../lib/language-name.ts';
import { proposePath } from '../../lib/paths.ts';
import { hasRole, useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { CommandDialog, type UserCommand } from './CommandDialog.tsx';
import { MailsPart, MoneyPart } from './MoneyPart.tsx';
import { ProfilePart } from './ProfilePart.tsx';
import { UserState } from './SearchView.tsx';
import { useUser } from './users-api.ts';

type TabName = 'profile' | 'money' | 'mails';

const TABS = ['profile', 'money', 'mails'] as const;
const TAB_ROLES: Readonly<Record<TabName, readonly StaffRole[]>> = {
  profile: ['support', 'kyc', 'risk', 'auditor', 'admin'],
  money: ['support', 'risk', 'auditor', 'admin'],
  mails: ['support', 'auditor', 'admin'],
};
const ACTORS: readonly StaffRole[] = ['support', 'kyc', 'risk'];
const ACT_ROLES: Readonly<Record<UserCommand, readonly StaffRole[]>> = {
  note: ACTORS,
  freeze: ACTORS,
  unfreeze: ACTORS,
  'demo-off': ['support', 'risk'],
  'demo-on': ['support', 'risk'],
  disable: ACTORS,
  enable: ['kyc', 'risk'],
};

/** What may be done to an account as it is now. */
function actsFor(user: UserDetail): readonly UserCommand[] {
  if (user.state === 'closed') return ['note'];
  return [
    'note',
    user.freeze === null ? 'freeze' : 'unfreeze',
    user.demoDisabled ? 'demo-on' : 'demo-off',
    user.state === 'disabled' ? 'enable' : 'disable',
  ];
}

function Restrictions({ of: user }: { readonly of: UserDetail }): ReactElement {
  const t = useDeskT();
  const { freeze, disabled } = user;
  return (
    <>
      {freeze !== null && (
        <Note tone="warn" className="mt-4">
          {t('users.frozen-until', {
            when: formatTime(freeze.until),
            by: freeze.byName,
            reason: t(`users.reason-${freeze.reason}`),
          })}
        </Note>
      )}
      {disabled !== null && (
        <Note tone="warn" className="mt-4">
          {t('users.disabled-until', {
            when: formatTime(disabled.until),
            number: disabled.caseNumber,
            reason: disabled.reason,
          })}
        </Note>
      )}
    </>
  );
}

function Shown(props: {
  readonly of: UserDetail;
  readonly onBack: (() => void) | null;
}): ReactElement {
  const { of: user, onBack } = props;
  const t = useDeskT();
  const member = useMember();
  const [tab, setTab] = useState<TabName>('profile');
  const [act, setAct] = useState<UserCommand | null>(null);
  const tabs = TABS.filter((name) => hasRole(member, TAB_ROLES[name]));
  const acts = actsFor(user).filter((name) => hasRole(member, ACT_ROLES[name]));
  return (
    <>
      <header className="px-7 pt-4 max-desktop:px-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {onBack !== null && (
            <IconButton label={t('case.back')} onClick={onBack} className="-ms-2.5">
              <ArrowLeftIcon />
            </IconButton>
          )}
          <h2 className="min-w-0 text-[20px] leading-7 break-words">
            <bdi>{user.username}</bdi>
          </h2>
          <UserState of={user} />
        </div>
        <p className="mt-1 text-sm break-words text-ink-3">
          <span className="mono">{user.id}</span>
          <br />
          {t('users.registered', {
            when: formatTime(user.createdAt),
            language: languageName(user.language),
          })}
        </p>
        <div className="mt-3 flex flex-wrap gap-2 max-desktop:gap-y-3">
          {acts.map((name) => (
            <Button key={name} variant="secondary" size="sm" onClick={() => setAct(name)}>
              {t(name === 'note' ? 'users.note' : `users.act-${name}`)}
            </Button>
          ))}
          {hasRole(member, DESK_CALLS['cases.open-adjustment'].roles) && (
            <Link
              to={proposePath('adjustment', user.username)}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              {t('propose.act-adjustment')}
            </Link>
          )}
        </div>
        <Restrictions of={user} />
        <Tabs
          id="user"
          label={t('users.tabs')}
          value={tab}
          onChange={setTab}
          choices={tabs.map((value) => ({ value, label: t(`users.tab-${value}`) }))}
          className="mt-3"
        />
      </header>
      <div
        {...tabPanelProps('user', tab)}
        // Scrolled by keys too, where nothing in it has the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-7 pb-6 -outline-offset-2 max-desktop:px-4"
      >
        {tab === 'profile' && <ProfilePart of={user} />}
        {tab === 'money' && <MoneyPart id={user.id} />}
        {tab === 'mails' && <MailsPart id={user.id} />}
      </div>
      {act !== null && <CommandDialog act={act} id={user.id} onClose={() => setAct(null)} />}
    </>
  );
}

/** One user, as a member's role may see them. */
export function UserView(props: {
  readonly id: string;
  readonly onBack: (() => void) | null;
}): ReactElement {
  const { id, onBack } = props;
  const t = useDeskT();
  return (
    <section
      aria-label={t('users.tab-profile')}
      className="flex h-full min-h-0 flex-col bg-surface"
    >
      {/* On a phone the search with its own heading is another page. */}
      {onBack !== null && <h1 className="sr-only">{t('nav.users')}</h1>}
      <Waits of={useUser(id)} lines={8}>
        {(user) => <Shown key={user.id} of={user} onBack={onBack} />}
      </Waits>
    </section>
  );
}
