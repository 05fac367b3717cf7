import type { Invitation, Member, StaffRole } from '@candor/protocol/desk-light';
import { Button, type Column, DASH, DataTable, Empty, StatusChip, formatTime } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { MemberDialog, RolesDialog, WithdrawDialog } from './dialogs.tsx';
import { useStaff } from './staff-api.ts';

type Opened =
  | { readonly dialog: 'roles' | 'remove' | 'renew'; readonly of: Member }
  | { readonly dialog: 'withdraw'; readonly of: Invitation }
  | null;

type T = ReturnType<typeof useDeskT>;

const rolesText = (roles: readonly StaffRole[], t: T): string =>
  roles.map((role) => t(`role.${role}`)).join(', ');

function Actions(props: {
  readonly of: Member;
  readonly onOpen: (opened: Opened) => void;
}): ReactElement | null {
  const { of: member, onOpen } = props;
  const t = useDeskT();
  if (member.state === 'removed') return null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      {(['roles', 'renew', 'remove'] as const).map((dialog) => (
        <Button
          key={dialog}
          variant="ghost"
          size="sm"
          aria-label={t(`staff.${dialog}-of`, { name: member.name })}
          onClick={() => onOpen({ dialog, of: member })}
        >
          {t(`staff.${dialog}`)}
        </Button>
      ))}
    </span>
  );
}

function memberColumns(
  t: T,
  options: { readonly mayChange: boolean; readonly onOpen: (opened: Opened) => void },
): readonly Column<Member>[] {
  const columns: Column<Member>[] = [
    {
      key: 'name',
      kind: 'name',
      head: t('staff.name'),
      renderCell: ({ name, email }) => (
        <>
          <bdi className="block max-w-[260px] truncate font-semibold">{name}</bdi>
          <bdi className="block max-w-[260px] truncate text-xs text-ink-3">{email}</bdi>
        </>
      ),
    },
    {
      key: 'roles',
      kind: 'main',
      head: t('staff.roles'),
      renderCell: ({ roles }) => rolesText(roles, t),
    },
    {
      key: 'state',
      kind: 'main',
      head: t('staff.state'),
      renderCell: ({ state, hasPasskey }) =>
        state === 'removed' ? (
          <StatusChip icon="x">{t('staff.state-removed')}</StatusChip>
        ) : (
          <StatusChip tone={hasPasskey ? 'ok' : 'warn'} icon={hasPasskey ? 'check' : 'warning'}>
            {t(hasPasskey ? 'staff.state-active' : 'staff.state-no-passkey')}
          </StatusChip>
        ),
    },
    {
      key: 'last',
      kind: 'time',
      head: t('staff.last'),
      end: true,
      renderCell: ({ lastSignInAt }) =>
        lastSignInAt === null ? DASH : formatTime(lastSignInAt, 'short'),
    },
  ];
  if (!options.mayChange) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      kind: 'act',
      head: t('staff.actions'),
      end: true,
      renderCell: (member) => <Actions of={member} onOpen={options.onOpen} />,
    },
  ];
}

function invitationColumns(
  t: T,
  options: { readonly mayChange: boolean; readonly onOpen: (opened: Opened) => void },
): readonly Column<Invitation>[] {
  const columns: Column<Invitation>[] = [
    {
      key: 'email',
      kind: 'name',
      head: t('sign-in.mail'),
      renderCell: ({ email }) => <bdi className="block max-w-[260px] truncate">{email}</bdi>,
    },
    {
      key: 'roles',
      kind: 'main',
      head: t('staff.roles'),
      renderCell: ({ roles }) => rolesText(roles, t),
    },
    {
      key: 'by',
      kind: 'note',
      head: t('staff.invited-by'),
      renderCell: ({ invitedBy }) => invitedBy,
    },
    {
      key: 'until',
      kind: 'main',
      head: t('staff.until'),
      end: true,
      renderCell: ({ expiresAt }) => formatTime(expiresAt, 'short'),
    },
  ];
  if (!options.mayChange) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      kind: 'act',
      head: t('staff.actions'),
      end: true,
      renderCell: (invitation) => (
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('staff.withdraw-title', { email: invitation.email })}
          onClick={() => options.onOpen({ dialog: 'withdraw', of: invitation })}
        >
          {t('staff.withdraw')}
        </Button>
      ),
    },
  ];
}

function OpenedDialog(props: {
  readonly opened: NonNullable<Opened>;
  readonly onClose: () => void;
}): ReactElement {
  const { opened, onClose } = props;
  if (opened.dialog === 'withdraw') return <WithdrawDialog of={opened.of} onClose={onClose} />;
  if (opened.dialog === 'roles') return <RolesDialog of={opened.of} onClose={onClose} />;
  return <MemberDialog change={opened.dialog} of={opened.of} onClose={onClose} />;
}

/** Members of staff and invitations; an administrator changes them, an auditor reads. */
export function StaffView(): ReactElement {
  const t = useDeskT();
  const staff = useStaff();
  const mayChange = useMember().roles.includes('admin');
  const [opened, setOpened] = useState<Opened>(null);
  const options = { mayChange, onOpen: setOpened };
  return (
    <Waits of={staff}>
      {({ members, invitations }) => (
        <>
          <DataTable
            caption={t('staff.members')}
            columns={memberColumns(t, options)}
            rows={members}
            rowKey={({ id }) => id}
            className="text-sm"
          />
          <h2 className="mt-8 mb-2 px-5 text-md max-desktop:px-0">{t('staff.invitations')}</h2>
          {invitations.length === 0 ? (
            <Empty title={t('staff.no-invitations')} className="max-desktop:px-0">
              {t('staff.no-invitations-text')}
            </Empty>
          ) : (
            <DataTable
              caption={t('staff.invitations')}
              columns={invitationColumns(t, options)}
              rows={invitations}
              rowKey={({ id }) => id}
              className="text-sm"
            />
          )}
          {opened !== null && <OpenedDialog opened={opened} onClose={() => setOpened(null)} />}
        </>
      )}
    </Waits>
  );
}
