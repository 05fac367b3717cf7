import { SignOutIcon, UserCircleIcon, iconButtonClass, toast, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../lib/paths.ts';
import { logOut } from '../features/accounts/log-out.ts';
import { Menu } from './Menu.tsx';

export { Bell } from '../features/notifications/Bell.tsx';
export { ModeSwitch } from '../features/accounts/ModeSwitch.tsx';

/** Who is signed in, the way to the account and out. */
export function AccountMenu({ username }: { readonly username: string }): ReactElement {
  const t = useT();
  const item = 'flex min-h-10 w-full items-center gap-2 rounded-sm px-3 text-start hover:bg-hover';
  return (
    <Menu
      label={t('account.menu', { name: username })}
      buttonClass={iconButtonClass}
      button={<UserCircleIcon />}
    >
      {(close) => (
        <>
          <p className="px-3 py-2 text-sm font-semibold">
            <bdi>{username}</bdi>
          </p>
          <Link href={PATHS.profile} onClick={close} className={item}>
            <UserCircleIcon size={18} />
            {t('account.open')}
          </Link>
          <button
            type="button"
            className={item}
            onClick={() => {
              close();
              void logOut().then(() => toast({ title: t('account.logged-out') }));
            }}
          >
            <SignOutIcon size={18} />
            {t('account.log-out')}
          </button>
        </>
      )}
    </Menu>
  );
}
