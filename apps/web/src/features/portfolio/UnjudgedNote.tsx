import type { UserInfo } from '@candor/protocol/light';
import { Note, useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** Says which prices are missing while the account cannot be judged, and what that means. */
export function UnjudgedNote(props: {
  readonly user: Pick<UserInfo, 'unmarked'> | null | undefined;
  readonly className?: string;
}): ReactElement | null {
  const { user, className = '' } = props;
  const t = useT();
  if (user == null || user.unmarked.length === 0) return null;
  const codes = user.unmarked.join(', ');
  return (
    <Note tone="warn" className={className}>
      {t('error.not-tradable-now', { why: 'unjudgeable', codes })}
    </Note>
  );
}
