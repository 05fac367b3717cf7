import { type InboxConversation, SUPPORT_NOTE_MAX } from '@candor/protocol/desk-light';
import {
  ArrowLeftIcon,
  Button,
  Dialog,
  ErrorNote,
  IconButton,
  TextArea,
  formatTime,
  toast,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { call } from '../../lib/http.ts';
import { KEYS, useKeys } from '../../lib/keys.ts';
import { saveFile } from '../../lib/save-file.ts';
import { hasRole, useMember } from '../../lib/session.ts';
import { languageName } from '../../lib/language-name.ts';
import { useDeskT } from '../../lib/texts.ts';
import { ComplaintButtons, ComplaintNote } from './ComplaintPart.tsx';
import { History } from './History.tsx';
import { ReplyBar } from './ReplyBar.tsx';
import { useConversation, useInboxCommand } from './inbox.ts';
import { InboxState } from './words.tsx';

/** Takes a conversation, gives it to a colleague, or gives it back. */
function Assignment({ of: one }: { readonly of: InboxConversation }): ReactElement {
  const t = useDeskT();
  const { memberId } = useMember();
  const command = useInboxCommand();
  const from = one.assignedTo?.id ?? null;
  const give = (to: string | null): void =>
    void command.send('support.assign', { params: { id: one.id }, body: { from, to } });
  const isOwn = from === memberId;
  useKeys([{ key: KEYS.claim, text: 'key.claim', run: () => give(isOwn ? null : memberId) }]);
  return (
    <>
      <label className="flex min-h-9 items-center gap-2 text-sm max-desktop:min-h-11">
        <span className="text-ink-2">{t('inbox.assigned-to')}</span>
        <select
          value={from ?? ''}
          disabled={command.isBusy}
          onChange={({ target }) => give(target.value === '' ? null : target.value)}
          className="min-h-9 rounded-sm border border-control bg-surface px-2 max-desktop:min-h-11"
        >
          <option value="">{t('inbox.nobody')}</option>
          {one.assignedTo !== null && !one.colleagues.some(({ id }) => id === from) && (
            <option value={one.assignedTo.id}>{one.assignedTo.name}</option>
          )}
          {one.colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button variant="secondary" size="sm" onClick={() => give(isOwn ? null : memberId)}>
        {t(isOwn ? 'inbox.give-back' : 'inbox.take')}
      </Button>
      {command.problem !== null && <ErrorNote className="w-full">{command.problem}</ErrorNote>}
    </>
  );
}

/** Writes a note no user reads. */
function NoteButton({ of: one }: { readonly of: InboxConversation }): ReactElement {
  const t = useDeskT();
  const command = useInboxCommand();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const keep = async (): Promise<void> => {
    const kept = await command.send('support.note', { params: { id: one.id }, body: { text } });
    if (kept === null) return;
    setText('');
    setIsOpen(false);
  };
  useKeys([{ key: KEYS.ask, text: 'key.note', run: () => setIsOpen(true) }]);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        {t('case.add-note')}
      </Button>
      {isOpen && (
        <Dialog
          open
          onClose={() => setIsOpen(false)}
          title={t('case.add-note')}
          actions={
            <Button
              disabled={text.trim() === ''}
              busy={command.isBusy ? t('case.writing') : undefined}
              onClick={() => void keep()}
            >
              {t('case.keep-note')}
            </Button>
          }
        >
          <div className="mt-3 grid gap-3">
            {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
            <TextArea
              label={t('case.note')}
              help={t('inbox.note-help')}
              rows={5}
              maxLength={SUPPORT_NOTE_MAX}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
        </Dialog>
      )}
    </>
  );
}

function Shown(props: {
  readonly of: InboxConversation;
  readonly onBack: (() => void) | null;
}): ReactElement {
  const { of: one, onBack } = props;
  const t = useDeskT();
  const mayAct = hasRole(useMember(), ['support']);
  const save = async (format: 'txt' | 'pdf'): Promise<void> => {
    const answer = await call('support.transcript', { params: { id: one.id }, query: { format } });
    if (answer.ok) saveFile(answer.value as unknown as Parameters<typeof saveFile>[0]);
    else toast({ title: failureText(answer.failure, t), isUndone: true });
  };
  return (
    <>
      {/* On a phone the inbox with its own heading is another page. */}
      {onBack !== null && <h1 className="sr-only">{t('inbox.title')}</h1>}
      <header className="border-b border-line px-7 py-4 max-desktop:px-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {onBack !== null && (
            <IconButton label={t('inbox.back')} onClick={onBack} className="-ms-2.5">
              <ArrowLeftIcon />
            </IconButton>
          )}
          <h2 className="min-w-0 text-[20px] leading-7 break-words max-desktop:flex-1 max-desktop:basis-[calc(100%-60px)]">
            <bdi>{one.subject}</bdi>
          </h2>
          <InboxState of={one} />
          <span className="mono ms-auto text-sm text-ink-2">{one.number}</span>
        </div>
        <p className="mt-1 text-sm break-words text-ink-2">
          <bdi>{one.username ?? t('inbox.visitor')}</bdi>. {languageName(one.language)}.{' '}
          {t('inbox.began', { when: formatTime(one.createdAt) })}
          {one.userId === null && (
            <span className="block">
              {one.mail === null
                ? t('inbox.mail-none')
                : t('inbox.mail', { address: one.mail.address })}
            </span>
          )}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-2 max-desktop:gap-y-3">
          {mayAct && <Assignment of={one} />}
          {mayAct && <NoteButton of={one} />}
          <ComplaintButtons of={one} mayAct={mayAct} />
          <Button variant="secondary" size="sm" onClick={() => void save('txt')}>
            {t('inbox.transcript')}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            aria-label={t('inbox.transcript-pdf')}
            onClick={() => void save('pdf')}
          >
            {t('inbox.pdf')}
          </Button>
        </div>
        <ComplaintNote of={one} />
      </header>
      {/* Scrolled by keys too, where nothing in it has the focus. */}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={t('inbox.history')}
        className="min-h-0 flex-1 overflow-y-auto px-7 py-4 -outline-offset-2 max-desktop:flex-none max-desktop:overflow-visible max-desktop:px-4"
      >
        <History of={one} />
      </div>
      {mayAct && <ReplyBar of={one} />}
    </>
  );
}

/** One conversation: what was written, who has it, and the answer. */
export function ConversationView(props: {
  readonly id: string;
  /** Back to the list, where that is another page. */
  readonly onBack: (() => void) | null;
}): ReactElement {
  const { id, onBack } = props;
  const t = useDeskT();
  const found = useConversation(id);
  return (
    <section
      aria-label={t('inbox.conversation')}
      // On a phone all of it is one scroll: head and answer would leave no room for the messages.
      className="flex h-full min-h-0 flex-col bg-surface max-desktop:overflow-y-auto"
    >
      <Waits of={found} lines={8}>
        {(one) => <Shown key={one.id} of={one} onBack={onBack} />}
      </Waits>
    </section>
  );
}
