import { Button, Note, formatTime, useT } from '@candor/ui';
import { type ReactElement, Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useAppropriateness } from './first-real-api.ts';

const FirstRealDialog = lazyPart(() =>
  import('./FirstRealDialog.tsx').then((module) => module.FirstRealDialog),
);

const TEXTS = {
  order: { needed: 'first-real.needed', waiting: 'first-real.waiting' },
  plan: { needed: 'first-real.plan-needed', waiting: 'first-real.plan-waiting' },
  bid: { needed: 'first-real.bid-needed', waiting: 'first-real.bid-waiting' },
  loan: { needed: 'first-real.loan-needed', waiting: 'first-real.loan-waiting' },
} as const;

/** What stands between the user and real business; nothing once it may be done. */
export function FirstRealNote(props: {
  readonly className?: string;
  /** What the user came for. */
  readonly before?: keyof typeof TEXTS;
}): ReactElement {
  const { className = '', before = 'order' } = props;
  const texts = TEXTS[before];
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
          ? t(texts.waiting, { when: `\u2068${formatTime(data.realFrom ?? 0)}\u2069` })
          : t(texts.needed)}
      </Note>
      {isOpen && (
        <Suspense>
          <FirstRealDialog open onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
