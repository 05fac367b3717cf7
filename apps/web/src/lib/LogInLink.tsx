import { buttonClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { href } from './paths.ts';

/** The way to log in from where one is, and back to it. */
export function LogInLink(): ReactElement {
  const t = useT();
  const [path] = useLocation();
  const search = useSearch();
  return (
    <Link
      href={href('login', { next: search === '' ? path : `${path}?${search}` })}
      className={buttonClass({ size: 'lg', wide: true })}
    >
      {t('access.login-title')}
    </Link>
  );
}
