import { Button, Note, formatTime, useT } from '@candor/ui';
import { type ReactElement, Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useAppropriateness } from './first-real-api.ts';

const FirstRealDialog = lazyPart(() =>
  import('./FirstRealDialog.tsx').then((module) => module.FirstRealDialog),
);

/** What stands between the user and a first real order; nothing once it may be sent. */
export function FirstRealNote({ className = '' }: { readonly className?: string }): ReactElement {
  const t = useT();
  const { data } = useAppropriateness();
  const [isOpen, setIsOpen] = useState(false);
  if (data === undefined || data.status === 'open') return <></>;
  const isWaiting = data.status === 'coolingOff';
  return (
    <>
      <Note
        tone="warn"
        className={className}
        action={
          isWaiting ? undefined : (
            <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
              {t('first-real.begin')}
            </Button>
          )
        }
      >
        {isWaiting
          ? t('first-real.waiting', { when: `\u2068${formatTime(data.realFrom ?? 0)}\u2069` })
          : t('first-real.needed')}
      </Note>
      {isOpen && (
        <Suspense>
          <FirstRealDialog open onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
