import type { ReactElement } from 'react';
import { OwnPassword, OwnSessions } from '../features/access/OwnAccess.tsx';
import { OwnFactors } from '../features/access/OwnFactors.tsx';
import { PageFrame } from '../lib/PageFrame.tsx';
import { useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';

/** How the member who is here signs in. */
export function Account(): ReactElement {
  const t = useDeskT();
  const { name, email, roles } = useMember();
  return (
    <PageFrame title={t('nav.own-sign-in')}>
      <div className="max-w-[640px]">
        <p className="mb-4 break-words text-ink-2">
          <bdi>{name}</bdi> · <bdi>{email}</bdi> ·{' '}
          {roles.map((role) => t(`role.${role}`)).join(', ')}
        </p>
        <div className="grid gap-4">
          <OwnFactors />
          <OwnPassword />
          <OwnSessions />
        </div>
      </div>
    </PageFrame>
  );
}
