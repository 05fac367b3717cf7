import { Empty, useLayout } from '@candor/ui';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { ConversationView } from '../features/support/ConversationView.tsx';
import { InboxView } from '../features/support/InboxView.tsx';
import {
  conversationIdOf,
  useInboxFilter,
  useInboxMoves,
  useReadAgain,
} from '../features/support/inbox.ts';
import { useDeskT } from '../lib/texts.ts';

/** The inbox with the conversation beside it; on phones the inbox, then the conversation. */
export function Support(): ReactElement {
  const t = useDeskT();
  const layout = useLayout();
  const [path] = useLocation();
  const filter = useInboxFilter();
  const { openOne } = useInboxMoves(filter);
  const id = conversationIdOf(path);
  useReadAgain();
  if (layout === 'mobile') {
    if (id === null) return <InboxView filter={filter} chosen={null} />;
    return <ConversationView key={id} id={id} onBack={() => openOne(null)} />;
  }
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(400px,536px)_minmax(0,1fr)] gap-px bg-line">
      <InboxView filter={filter} chosen={id} />
      {id === null ? (
        <section aria-label={t('inbox.conversation')} className="bg-surface">
          <Empty title={t('inbox.none-chosen')} className="p-7">
            {t('inbox.none-chosen-text')}
          </Empty>
        </section>
      ) : (
        <ConversationView key={id} id={id} onBack={null} />
      )}
    </div>
  );
}
