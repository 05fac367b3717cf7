import { Note } from '@candor/ui';
import { type ReactElement, useEffect } from 'react';
import { AccessFrame } from '../features/access/AccessFrame.tsx';
import { SignInForm } from '../features/access/SignInForm.tsx';
import { useDeskT } from '../lib/texts.ts';

/** Where a member signs in; the page asked for comes after it. */
export function SignIn({ isOver }: { readonly isOver: boolean }): ReactElement {
  const t = useDeskT();
  useEffect(() => {
    document.title = t('app.title', { page: t('sign-in.title') });
  }, [t]);
  return (
    <AccessFrame title={t('sign-in.title')} lead={t('sign-in.lead')}>
      {isOver && (
        <Note tone="warn" className="mb-4">
          {t('sign-in.over')}
        </Note>
      )}
      <SignInForm />
    </AccessFrame>
  );
}
