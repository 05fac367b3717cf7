import { Note, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../../../lib/paths.ts';
import { useSecurityOverview } from '../security/api.ts';

/** Says before anything is filled in that it is confirmed by a second factor, while the account has none. */
export function FactorNeeded(): ReactElement | null {
  const t = useT();
  const { data } = useSecurityOverview();
  if (data === undefined || data.totp || data.passkeys.length > 0) return null;
  return (
    <Note tone="warn" className="mt-3">
      {t('factors.needed')}{' '}
      <Link href={PATHS.security} className="text-accent underline">
        {t('page.security-title')}
      </Link>
    </Note>
  );
}
