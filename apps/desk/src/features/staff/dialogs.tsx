import type { DeskCallResult, Invitation, Member, StaffRole } from '@candor/protocol/desk-light';
import { Button, Dialog, ErrorNote, Note, TextInput, formatTime, toast } from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { RoleFields } from './RoleFields.tsx';
import { useStaffChanged } from './staff-api.ts';

type Sent = DeskCallResult<'staff.renew'>;

/** Where a link went: by mail, or here, where no mail leaves the house. */
function SentLink({ sent }: { readonly sent: Sent }): ReactElement {
  const t = useDeskT();
  const { link, expiresAt } = sent;
  const when = formatTime(expiresAt);
  if (link === null) return <Note className="mt-3">{t('staff.link-mailed', { when })}</Note>;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      toast({ title: t('staff.link-copied') });
    } catch {
      toast({ title: t('message.copy-failed'), isUndone: true });
    }
  };
  return (
    <div className="mt-3 grid gap-3">
      <Note tone="warn">{t('staff.link-here', { when })}</Note>
      <p className="mono rounded-md bg-sunken p-3 text-sm break-all">{link}</p>
      <Button variant="secondary" onClick={() => void copy()}>
        {t('factors.codes-copy')}
      </Button>
    </div>
  );
}

/** Invites a member: a mail address and roles. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useDeskT();
  const command = useCommand();
  const changed = useStaffChanged();
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<readonly StaffRole[]>([]);
  const [isTried, setIsTried] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (email.trim() === '' || roles.length === 0) return;
    const body = { email: email.trim(), roles: [...roles] };
    const answer = await command.send('staff.invite', { body });
    if (answer === null) return;
    changed();
    setSent(answer.value);
  };
  return (
    <Dialog open onClose={onClose} title={t('staff.invite')}>
      {sent === null ? (
        <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 grid gap-4">
          {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
          <TextInput
            label={t('sign-in.mail')}
            type="email"
            name="email"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            value={email}
            error={isTried && email.trim() === '' ? t('sign-in.missing') : null}
            onChange={(event) => setEmail(event.target.value)}
          />
          <RoleFields
            value={roles}
            onChange={setRoles}
            error={isTried && roles.length === 0 ? t('staff.role-missing') : null}
          />
          <Button type="submit" wide busy={command.isBusy ? t('staff.inviting') : undefined}>
            {t('staff.send-invitation')}
          </Button>
        </form>
      ) : (
        <SentLink sent={sent} />
      )}
    </Dialog>
  );
}

type OfMember = { readonly of: Member; readonly onClose: () => void };

/** Sets the roles of a member; the member signs in again. */
export function RolesDialog({ of: member, onClose }: OfMember): ReactElement {
  const t = useDeskT();
  const command = useCommand();
  const changed = useStaffChanged();
  const [roles, setRoles] = useState<readonly StaffRole[]>(member.roles);
  const save = async (): Promise<void> => {
    const input = { params: { id: member.id }, body: { roles: [...roles] } };
    if ((await command.send('staff.set-roles', input)) === null) return;
    changed();
    toast({ title: t('staff.roles-set', { name: member.name }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('staff.roles-of', { name: member.name })}
      actions={
        <Button
          disabled={roles.length === 0}
          busy={command.isBusy ? t('staff.saving') : undefined}
          onClick={() => void save()}
        >
          {t('staff.set-roles')}
        </Button>
      }
    >
      <div className="mt-3 grid gap-4">
        <p className="text-sm text-ink-2">{t('staff.roles-text')}</p>
        {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
        <RoleFields
          value={roles}
          onChange={setRoles}
          error={roles.length === 0 ? t('staff.role-missing') : null}
        />
      </div>
    </Dialog>
  );
}

/** Removes a member, or mails one a link that sets password and factor anew. */
export function MemberDialog(
  props: OfMember & { readonly change: 'remove' | 'renew' },
): ReactElement {
  const { of: member, change, onClose } = props;
  const t = useDeskT();
  const command = useCommand();
  const changed = useStaffChanged();
  const [sent, setSent] = useState<Sent | null>(null);
  const run = async (): Promise<void> => {
    const input = { params: { id: member.id } };
    if (change === 'remove') {
      if ((await command.send('staff.remove', input)) === null) return;
      changed();
      toast({ title: t('staff.removed', { name: member.name }) });
      onClose();
      return;
    }
    const answer = await command.send('staff.renew', input);
    if (answer === null) return;
    changed();
    setSent(answer.value);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`staff.${change}-title`, { name: member.name })}
      actions={
        sent === null ? (
          <Button
            variant={change === 'remove' ? 'danger' : 'primary'}
            busy={command.isBusy ? t('staff.saving') : undefined}
            onClick={() => void run()}
          >
            {t(`staff.${change}`)}
          </Button>
        ) : undefined
      }
    >
      {sent === null ? (
        <>
          <p className="mt-2 text-ink-2">{t(`staff.${change}-text`)}</p>
          {command.problem !== null && <ErrorNote className="mt-3">{command.problem}</ErrorNote>}
        </>
      ) : (
        <SentLink sent={sent} />
      )}
    </Dialog>
  );
}

/** Takes an invitation back. */
export function WithdrawDialog(props: {
  readonly of: Invitation;
  readonly onClose: () => void;
}): ReactElement {
  const { of: invitation, onClose } = props;
  const t = useDeskT();
  const command = useCommand();
  const changed = useStaffChanged();
  const withdraw = async (): Promise<void> => {
    const input = { params: { id: invitation.id } };
    if ((await command.send('staff.withdraw-invitation', input)) === null) return;
    changed();
    toast({ title: t('staff.withdrawn', { email: invitation.email }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('staff.withdraw-title', { email: invitation.email })}
      actions={
        <Button
          variant="danger"
          busy={command.isBusy ? t('staff.saving') : undefined}
          onClick={() => void withdraw()}
        >
          {t('staff.withdraw')}
        </Button>
      }
    >
      <p className="mt-2 text-ink-2">{t('staff.withdraw-text')}</p>
      {command.problem !== null && <ErrorNote className="mt-3">{command.problem}</ErrorNote>}
    </Dialog>
  );
}
