import { Button, Dialog, Note, buttonClass, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from '../lib/paths.ts';

/**
 * Asks before it leads away from a page where money is on its way. A user who stays keeps what they
 * see and typed, and a line that says that nothing can be sent. @source seed §8 "Token expiry"
 */
export function SessionOver({ next }: { readonly next: string }): ReactElement {
  const t = useT();
  const [isOpen, setIsOpen] = useState(true);
  const logIn = (
    <Link
      href={href('login', { next, over: '1' })}
      className={buttonClass(isOpen ? {} : { variant: 'secondary', size: 'sm' })}
    >
      {t('access.log-in-again')}
    </Link>
  );
  return (
    <>
      {!isOpen && (
        <div className="mx-auto max-w-[1264px] px-8 pt-4 max-desktop:px-4">
          <Note tone="warn">
            <span className="flex flex-wrap items-center justify-between gap-3">
              {t('access.signed-out-here')}
              {logIn}
            </span>
          </Note>
        </div>
      )}
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('message.session-over-balance')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              {t('access.stay-here')}
            </Button>
            {logIn}
          </>
        }
      >
        <p className="mt-2 text-ink-2">{t('access.session-over-text')}</p>
      </Dialog>
    </>
  );
}
