import {
  type InboxConversation,
  SUPPORT_TEXT_MAX,
  type SavedReply,
  filledSaved,
} from '@candor/protocol/desk-light';
import { Button, ErrorNote, Note, SelectField, TextArea, toast } from '@candor/ui';
import { type ReactElement, useRef, useState } from 'react';
import { KEYS, useKeys } from '../../lib/keys.ts';
import { languageName } from '../../lib/language-name.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useInboxCommand, useSaved } from './inbox.ts';

/** Replies in the language of the conversation first, then English, then the others. */
function inOrderFor(saved: readonly SavedReply[], language: string): SavedReply[] {
  const rank = (one: SavedReply): number =>
    one.language === language ? 0 : one.language === 'en' ? 1 : 2;
  return saved.toSorted((a, b) => rank(a) - rank(b));
}

/** Puts a saved reply into the answer, its placeholders filled. */
function SavedPicker(props: {
  readonly of: InboxConversation;
  readonly onPick: (text: string) => void;
}): ReactElement | null {
  const { of: one, onPick } = props;
  const t = useDeskT();
  const { data } = useSaved();
  if (data === undefined || data.records.length === 0) return null;
  const found = inOrderFor(data.records, one.language);
  const keyOf = ({ id, language }: SavedReply): string => `${id} ${language}`;
  const pick = (key: string): void => {
    const reply = found.find((each) => keyOf(each) === key);
    if (reply === undefined) return;
    onPick(filledSaved(reply.text, { name: one.username, number: one.number }));
  };
  return (
    <SelectField
      label={t('inbox.saved')}
      value=""
      onChange={pick}
      choices={[
        { value: '', label: t('inbox.saved-choose') },
        ...found.map((each) => ({
          value: keyOf(each),
          label: `${each.title} · ${languageName(each.language)}`,
        })),
      ]}
    />
  );
}

/** Answers a conversation; what came since it was begun is shown before anything is sent. */
export function ReplyBar({ of: one }: { readonly of: InboxConversation }): ReactElement {
  const t = useDeskT();
  const box = useRef<HTMLDivElement>(null);
  const command = useInboxCommand();
  const [text, setText] = useState('');
  /** Messages there were when the answer was begun. */
  const [seen, setSeen] = useState(one.messages);
  const isWriting = text.trim() !== '';
  const isStale = isWriting && one.messages !== seen;
  const write = (next: string): void => {
    if (!isWriting) setSeen(one.messages);
    setText(next);
  };
  const params = { id: one.id };
  const send = async (): Promise<void> => {
    const sent = await command.send('support.reply', { params, body: { text, after: seen } });
    if (sent === null) return;
    setText('');
    toast({ title: t('inbox.sent', { number: one.number }) });
  };
  useKeys([
    {
      key: KEYS.reply,
      text: 'key.reply',
      run: () => box.current?.querySelector('textarea')?.focus(),
    },
  ]);
  const busy = command.isBusy ? t('inbox.sending') : undefined;
  return (
    <div ref={box} className="grid gap-3 border-t border-line bg-canvas px-7 py-4 max-desktop:px-4">
      {isStale && (
        <Note
          tone="warn"
          title={t('inbox.came-meanwhile')}
          action={
            <Button variant="secondary" size="sm" onClick={() => setSeen(one.messages)}>
              {t('inbox.read-it')}
            </Button>
          }
        >
          {t('inbox.came-meanwhile-text')}
        </Note>
      )}
      {command.problem !== null && !isStale && <ErrorNote>{command.problem}</ErrorNote>}
      <SavedPicker of={one} onPick={write} />
      <TextArea
        label={t('inbox.answer', { language: languageName(one.language) })}
        rows={4}
        maxLength={SUPPORT_TEXT_MAX}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {one.state === 'closed' ? (
          <Button
            variant="secondary"
            busy={busy}
            onClick={() => void command.send('support.reopen', { params })}
          >
            {t('inbox.reopen')}
          </Button>
        ) : (
          <Button
            variant="secondary"
            busy={busy}
            onClick={() =>
              void command.send('support.close', { params, body: { after: one.messages } })
            }
          >
            {t('inbox.close')}
          </Button>
        )}
        <Button disabled={!isWriting || isStale} busy={busy} onClick={() => void send()}>
          {t('inbox.send')}
        </Button>
      </div>
    </div>
  );
}
