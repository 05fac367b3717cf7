import { Note, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/use-call.ts';

/** Whose link led here and what that person will see; nothing where the code is nobody's. */
export function InvitedBy({ code }: { readonly code: string }): ReactElement | null {
  const t = useT();
  const { value } = useCall('invites.inviter', { input: { params: { code } } });
  if (value === null) return null;
  return <Note className="mb-5">{t('access.invite-by', { name: value.name })}</Note>;
}
