import type { DeskPage, DeskText } from '@candor/protocol/desk-light';
import { type Column, DataTable, Dialog, Note, StatusChip, formatTime } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { Changes, EditForm, type Language, LanguageField } from './EditForm.tsx';
import { usePages, useText } from './content-api.ts';

type T = ReturnType<typeof useDeskT>;

const titleOf = ({ editions, id }: DeskPage): string =>
  editions.find(({ language }) => language === 'en')?.title ?? id;

function Marks({ of: page }: { readonly of: DeskPage }): ReactElement {
  const t = useDeskT();
  const behind = page.editions.filter(({ isBehind }) => isBehind).length;
  if (behind === 0 && page.missing.length === 0) {
    return <StatusChip icon="check">{t('content.up-to-date')}</StatusChip>;
  }
  return (
    <StatusChip tone="warn" icon="warning">
      {behind > 0
        ? t('content.behind', { count: behind })
        : t('content.missing', { count: page.missing.length })}
    </StatusChip>
  );
}

function columnsOf(t: T, onOpen: (id: string) => void): readonly Column<DeskPage>[] {
  return [
    {
      key: 'text',
      head: t('content.text'),
      renderCell: (page) => (
        <button
          type="button"
          aria-label={t('content.edit-of', { id: page.id })}
          onClick={() => onOpen(page.id)}
          className="block max-w-[300px] text-start"
        >
          <bdi className="block truncate font-semibold">{titleOf(page)}</bdi>
          <span className="mono block truncate text-xs text-ink-3">{page.id}</span>
        </button>
      ),
    },
    {
      key: 'type',
      head: t('content.type'),
      renderCell: ({ type }) => t(`content.type-${type as 1}`),
    },
    { key: 'state', head: t('content.state'), renderCell: (page) => <Marks of={page} /> },
    {
      key: 'updated',
      head: t('content.updated'),
      end: true,
      renderCell: ({ editions }) => formatTime(Math.max(...editions.map(({ at }) => at)), 'short'),
    },
  ];
}

function Edited(props: { readonly of: DeskText; readonly onDone: () => void }): ReactElement {
  const { of: text, onDone } = props;
  const t = useDeskT();
  const mayWrite = useMember().roles.includes('content');
  const [language, setLanguage] = useState<Language>('en');
  const now = text.editions.find((edition) => edition.language === language) ?? null;
  return (
    <>
      <div className="mt-3">
        <LanguageField value={language} onChange={setLanguage} />
      </div>
      {now !== null && (
        <p className="mt-2 text-sm text-ink-3">
          {t('content.current', {
            version: now.version,
            when: formatTime(now.at),
            author: now.author === 'default' ? t('content.default') : now.author,
          })}
        </p>
      )}
      {now?.isBehind === true && (
        <Note tone="warn" className="mt-2">
          {t('content.behind-one')}
        </Note>
      )}
      {mayWrite && (
        <EditForm
          key={`${language} ${now?.version ?? 0}`}
          id={text.id}
          language={language}
          now={now}
          isLegal={text.isLegal}
          onDone={onDone}
        />
      )}
      {now !== null && now.before !== null && <Changes before={now.before.html} after={now.html} />}
    </>
  );
}

function TextDialog(props: { readonly id: string; readonly onClose: () => void }): ReactElement {
  const { id, onClose } = props;
  const text = useText(id);
  return (
    <Dialog open onClose={onClose} title={id}>
      <Waits of={text}>{(found) => <Edited of={found} onDone={onClose} />}</Waits>
    </Dialog>
  );
}

/** Writes a new notice: in English first, further languages as any text. */
export function NoticeDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useDeskT();
  return (
    <Dialog open onClose={onClose} title={t('content.new-notice')}>
      <p className="mt-2 text-sm text-ink-2">{t('content.new-notice-lead')}</p>
      <EditForm id={null} language="en" now={null} isLegal={false} onDone={onClose} />
    </Dialog>
  );
}

/** Every text of the product, and which of its languages are behind. */
export function TextsView(): ReactElement {
  const t = useDeskT();
  const pages = usePages();
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Waits of={pages} lines={10}>
      {(found) => (
        <>
          <DataTable
            caption={t('content.all')}
            columns={columnsOf(t, setOpened)}
            rows={found}
            rowKey={({ id }) => id}
            className="text-sm"
          />
          {opened !== null && <TextDialog id={opened} onClose={() => setOpened(null)} />}
        </>
      )}
    </Waits>
  );
}
