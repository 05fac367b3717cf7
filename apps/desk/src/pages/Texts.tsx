import { Button, PlusIcon } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { EditorView, TextsView } from '../features/content/TextsView.tsx';
import { PageFrame } from '../lib/PageFrame.tsx';
import { useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';

/** What the product says about itself, in every language, and its notices. */
export function Texts(): ReactElement {
  const t = useDeskT();
  const mayWrite = useMember().roles.includes('content');
  /** The text that is written: `id` null for a new notice. */
  const [edited, setEdited] = useState<{ readonly id: string | null } | null>(null);
  const aside =
    mayWrite && edited === null ? (
      <Button size="sm" onClick={() => setEdited({ id: null })}>
        <PlusIcon size={16} />
        {t('content.new-notice')}
      </Button>
    ) : null;
  return (
    <PageFrame title={t('nav.content')} aside={aside}>
      {edited === null ? (
        <div className="-mx-5 max-desktop:mx-0">
          <TextsView onOpen={(id) => setEdited({ id })} />
        </div>
      ) : (
        <EditorView id={edited.id} onDone={() => setEdited(null)} />
      )}
    </PageFrame>
  );
}
