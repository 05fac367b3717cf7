import type { Mode } from '@candor/kernel';
import { Button, Dialog, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { useFeeds } from '../../lib/feeds.ts';
import { fillsReal } from '../../lib/fills-real.ts';
import { setMode, useSession } from '../../lib/session.ts';
import { FirstRealNote } from './FirstRealNote.tsx';
import { useAppropriateness } from './first-real-api.ts';

/** Asks before the page speaks for the other account, and says what changes. Both ways. */
export function ModeDialog(props: {
  readonly to: Mode;
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const { to, open, onClose } = props;
  const t = useT();
  const feeds = useFeeds();
  const { user } = useSession();
  const isReal = to === 'real';
  const isClosed = !isReal && user?.demoDisabled === true;
  // Where real orders are refused, or their day of waiting runs, staying is what leads on; so it is until that is known.
  const isFilled = feeds === null || fillsReal(feeds);
  const first = useAppropriateness(isReal);
  const leadsOn = !isReal || (feeds !== null && isFilled && first.data?.status === 'open');
  const confirm = (): void => {
    setMode(to);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(isReal ? 'mode.to-real-title' : 'mode.to-demo-title')}
      actions={
        <>
          <Button variant={leadsOn ? 'secondary' : 'primary'} onClick={onClose}>
            {t(isReal ? 'mode.stay-demo' : 'mode.stay-real')}
          </Button>
          <Button variant={leadsOn ? 'primary' : 'secondary'} onClick={confirm} disabled={isClosed}>
            {t(isReal ? 'mode.confirm-real' : 'mode.confirm-demo')}
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-2">{t(isReal ? 'mode.to-real-text' : 'mode.to-demo-text')}</p>
      {isClosed && <p className="mt-3 text-sm text-warn">{t('message.demo-disabled')}</p>}
      {isReal && !isFilled && <p className="mt-3 text-sm text-warn">{t('mode.to-real-feed')}</p>}
      {isReal && <FirstRealNote className="mt-3" />}
    </Dialog>
  );
}
