import type { ReactElement } from 'react';
import { SavedView } from '../features/support/SavedView.tsx';
import { PageFrame } from '../lib/PageFrame.tsx';
import { useDeskT } from '../lib/texts.ts';

/** Replies of support that are kept. */
export function SavedReplies(): ReactElement {
  const t = useDeskT();
  return (
    <PageFrame title={t('nav.saved-replies')}>
      <SavedView />
    </PageFrame>
  );
}
