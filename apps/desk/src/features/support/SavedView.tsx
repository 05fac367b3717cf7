import {
  SAVED_TITLE_MAX,
  SUPPORT_TEXT_MAX,
  type SavedReply,
  isSavedText,
} from '@candor/protocol/desk-light';
import { LOCALES } from '@candor/locales/table';
import { Button, Dialog, Empty, ErrorNote, SelectField, TextArea, TextInput } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { ask } from '../../lib/query.ts';
import { hasRole, useMember } from '../../lib/session.ts';
import { languageName } from '../../lib/language-name.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useInboxCommand, useSaved } from './inbox.ts';

type Draft = Partial<SavedReply>;

/** Each version of a reply in its language, the newest first. */
function Versions({ of }: { readonly of: SavedReply }): ReactElement {
  const t = useDeskT();
  const { id, language } = of;
  const found = useQuery({
    queryKey: ['support', 'versions', id],
    queryFn: ({ signal }) => ask('support.saved-versions', { params: { id }, signal }),
  });
  return (
    <section>
      <h3 className="mb-2 text-sm tracking-normal">{t('saved.versions')}</h3>
      <Waits of={found} lines={2}>
        {({ records }) => (
          <ul className="grid gap-2 text-sm">
            {records
              .filter((one) => one.language === language)
              .map((one) => (
                <li key={one.version} className="border-t border-line pt-2">
                  {t('saved.version', { version: one.version, by: one.by.name })}
                  <p dir="auto" className="break-words whitespace-pre-wrap text-ink-2">
                    {one.text}
                  </p>
                </li>
              ))}
          </ul>
        )}
      </Waits>
    </section>
  );
}

function Editor(props: {
  readonly of: Draft;
  readonly all: readonly SavedReply[];
  readonly onClose: () => void;
}): ReactElement {
  const { of: draft, all, onClose } = props;
  const t = useDeskT();
  const command = useInboxCommand();
  const [language, setLanguage] = useState<SavedReply['language']>(draft.language ?? 'en');
  const [title, setTitle] = useState(draft.title ?? '');
  const [text, setText] = useState(draft.text ?? '');
  const shown = all.find((one) => one.id === draft.id && one.language === language);
  const keep = async (isRetired: boolean): Promise<void> => {
    const kept = await command.send('support.keep-saved', {
      body: {
        ...(draft.id === undefined ? {} : { id: draft.id }),
        language,
        after: shown?.version ?? 0,
        title,
        text,
        isRetired,
      },
    });
    if (kept !== null) onClose();
  };
  const isOdd = !isSavedText(text);
  const isEmpty = title.trim() === '' || text.trim() === '';
  const busy = command.isBusy ? t('case.writing') : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(draft.id === undefined ? 'saved.new' : 'saved.change')}
      actions={
        <>
          {shown !== undefined && (
            <Button variant="secondary" busy={busy} onClick={() => void keep(true)}>
              {t('saved.retire')}
            </Button>
          )}
          <Button disabled={isEmpty || isOdd} busy={busy} onClick={() => void keep(false)}>
            {t('saved.keep')}
          </Button>
        </>
      }
    >
      <div className="mt-3 grid gap-3">
        {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
        <SelectField
          label={t('saved.language')}
          value={language}
          onChange={setLanguage}
          choices={LOCALES.map(({ value, name }) => ({ value, label: name }))}
        />
        <TextInput
          label={t('saved.title')}
          maxLength={SAVED_TITLE_MAX}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea
          label={t('saved.text')}
          help={t('saved.placeholders', { name: '{name}', number: '{number}' })}
          error={isOdd ? t('saved.odd') : null}
          maxLength={SUPPORT_TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {shown !== undefined && <Versions of={shown} />}
      </div>
    </Dialog>
  );
}

/** Replies that are kept for many conversations, in each language. */
export function SavedView(): ReactElement {
  const t = useDeskT();
  const found = useSaved();
  const mayWrite = hasRole(useMember(), ['support']);
  const [draft, setDraft] = useState<Draft | null>(null);
  return (
    <>
      {mayWrite && (
        <Button size="sm" className="mb-3" onClick={() => setDraft({})}>
          {t('saved.new')}
        </Button>
      )}
      <Waits of={found} lines={5}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty title={t('saved.empty')} className="px-0">
              {t('saved.empty-text')}
            </Empty>
          ) : (
            <ul className="grid gap-2">
              {records.map((one) => (
                <li key={`${one.id} ${one.language}`} className="rounded-md border border-line p-3">
                  <div className="flex flex-wrap items-baseline gap-x-3">
                    <bdi className="font-semibold">{one.title}</bdi>
                    <span className="text-sm text-ink-2">{languageName(one.language)}</span>
                    {mayWrite && (
                      <Button
                        variant="secondary"
                        size="sm"
                        className="ms-auto"
                        onClick={() => setDraft(one)}
                      >
                        {t('saved.change')}
                      </Button>
                    )}
                  </div>
                  <p dir="auto" className="mt-1 text-sm break-words whitespace-pre-wrap">
                    {one.text}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Waits>
      {draft !== null && (
        <Editor of={draft} all={found.data?.records ?? []} onClose={() => setDraft(null)} />
      )}
    </>
  );
}
