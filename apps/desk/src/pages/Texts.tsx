import { Button, PlusIcon } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { NoticeDialog, TextsView } from '../features/content/TextsView.tsx';
import { PageFrame } from '../lib/PageFrame.tsx';
import { useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';

/** What the product says about itself, in every language, and its notices. */
export function Texts(): ReactElement {
  const t = useDeskT();
  const mayWrite = useMember().roles.includes('content');
  const [isWriting, setIsWriting] = useState(false);
  const aside = mayWrite ? (
    <Button size="sm" onClick={() => setIsWriting(true)}>
      <PlusIcon size={16} />
      {t('content.new-notice')}
    </Button>
  ) : null;
  return (
    <PageFrame title={t('nav.content')} aside={aside}>
      <div className="-mx-5 max-desktop:mx-0">
        <TextsView />
      </div>
      {isWriting && <NoticeDialog onClose={() => setIsWriting(false)} />}
    </PageFrame>
  );
}
