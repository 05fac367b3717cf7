import { Button, PlusIcon } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { StaffView } from '../features/staff/StaffView.tsx';
import { InviteDialog } from '../features/staff/dialogs.tsx';
import { PageFrame } from '../lib/PageFrame.tsx';
import { useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';

/** Who works at this desk. */
export function Staff(): ReactElement {
  const t = useDeskT();
  const mayInvite = useMember().roles.includes('admin');
  const [isInviting, setIsInviting] = useState(false);
  const invite = mayInvite ? (
    <Button size="sm" onClick={() => setIsInviting(true)}>
      <PlusIcon size={16} />
      {t('staff.invite')}
    </Button>
  ) : null;
  return (
    <PageFrame title={t('nav.staff')} aside={invite}>
      <div className="-mx-5 max-desktop:mx-0">
        <StaffView />
      </div>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </PageFrame>
  );
}
