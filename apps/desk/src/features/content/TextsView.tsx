import type { DeskPage } from '@candor/protocol/desk-light';
import { Button, type Column, DataTable, Empty, Pills, StatusChip, formatTime } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { useWallTime } from '../../lib/clock.ts';
import { Waits } from '../../lib/Waits.tsx';
import { useDeskT } from '../../lib/texts.ts';
import { TextEditor } from './TextEditor.tsx';
import { usePages, useText } from './content-api.ts';
import { noticeState } from './notice-times.ts';

const SECOND_MS = 1_000;
const NOTICE = 6;

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

const TONES = { coming: 'warn', running: 'ok', past: undefined } as const;
const ICONS = { coming: 'hourglass', running: 'check', past: 'clock' } as const;

/** When a notice is shown; of any other text what it is for. */
function Kind({ of: page, now }: { readonly of: DeskPage; readonly now: number }): ReactElement {
  const t = useDeskT();
  const { schedule, type } = page;
  const state = noticeState(schedule, now);
  if (schedule === null || state === 'always') return <>{t(`content.type-${type as 1}`)}</>;
  const tone = TONES[state];
  return (
    <span className="grid justify-items-start gap-0.5">
      <StatusChip icon={ICONS[state]} {...(tone === undefined ? {} : { tone })}>
        {t(`content.notice-${state}`)}
      </StatusChip>
      <span className="text-xs text-ink-3">
        {formatTime(schedule.from, 'short')} –{' '}
        {schedule.until === null ? t('content.no-end') : formatTime(schedule.until, 'short')}
        {schedule.languages !== null && ` · ${schedule.languages.join(', ')}`}
      </span>
    </span>
  );
}

function columnsOf(t: T, now: number, onOpen: (id: string) => void): readonly Column<DeskPage>[] {
  return [
    {
      key: 'text',
      kind: 'name',
      head: t('content.text'),
      renderCell: (page) => (
        <button
          type="button"
          aria-label={t('content.edit-of', { id: page.id })}
          onClick={() => onOpen(page.id)}
          title={titleOf(page)}
          className="target block text-start max-desktop:max-w-full desktop:max-w-[300px]"
        >
          <bdi className="block truncate font-semibold">{titleOf(page)}</bdi>
          <span className="mono block truncate text-xs text-ink-3">{page.id}</span>
        </button>
      ),
    },
    {
      key: 'type',
      kind: 'note',
      head: t('content.type'),
      renderCell: (page) => <Kind of={page} now={now} />,
    },
    {
      key: 'state',
      kind: 'main',
      head: t('content.state'),
      renderCell: (page) => <Marks of={page} />,
    },
    {
      key: 'updated',
      kind: 'time',
      head: t('content.updated'),
      end: true,
      renderCell: ({ editions }) => formatTime(Math.max(...editions.map(({ at }) => at)), 'short'),
    },
  ];
}

/** What is listed: every text, or notices by their time. */
const SHOWN = ['all', 'coming', 'running', 'past'] as const;
type Shown = (typeof SHOWN)[number];

function isListed(page: DeskPage, shown: Shown, now: number): boolean {
  if (shown === 'all') return true;
  if (page.type !== NOTICE) return false;
  const state = noticeState(page.schedule, now);
  return state === shown || (shown === 'running' && state === 'always');
}

function Editor(props: { readonly id: string; readonly onDone: () => void }): ReactElement {
  const text = useText(props.id);
  return <Waits of={text}>{(found) => <TextEditor of={found} onDone={props.onDone} />}</Waits>;
}

/** What a member writes in, in place of the list. */
export function EditorView(props: {
  /** Null for a new notice. */
  readonly id: string | null;
  readonly onDone: () => void;
}): ReactElement {
  const { id, onDone } = props;
  const t = useDeskT();
  return (
    <section aria-label={id ?? t('content.new-notice')}>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <Button size="sm" variant="secondary" onClick={onDone}>
          {t('content.back')}
        </Button>
        <h2 className="min-w-0 truncate text-base tracking-normal">
          {id === null ? t('content.new-notice') : <span className="mono">{id}</span>}
        </h2>
      </div>
      {id === null && <p className="mb-2 text-sm text-ink-2">{t('content.new-notice-lead')}</p>}
      {id === null ? <TextEditor of={null} onDone={onDone} /> : <Editor id={id} onDone={onDone} />}
    </section>
  );
}

/** Every text of the product, which of its languages are behind, and notices by their time. */
export function TextsView(props: { readonly onOpen: (id: string) => void }): ReactElement {
  const t = useDeskT();
  const pages = usePages();
  const now = useWallTime(SECOND_MS);
  const [shown, setShown] = useState<Shown>('all');
  return (
    <Waits of={pages} lines={10}>
      {(found) => {
        const rows = found.filter((page) => isListed(page, shown, now));
        return (
          <>
            <Pills
              label={t('content.shown')}
              value={shown}
              onChange={setShown}
              choices={SHOWN.map((value) => ({ value, label: t(`content.shown-${value}`) }))}
              className="px-5 pb-3 max-desktop:px-0"
            />
            {rows.length === 0 ? (
              <Empty title={t('content.empty')} className="border-t border-line max-desktop:px-4" />
            ) : (
              <DataTable
                caption={t('content.all')}
                columns={columnsOf(t, now, props.onOpen)}
                rows={rows}
                rowKey={({ id }) => id}
                className="text-sm"
              />
            )}
          </>
        );
      }}
    </Waits>
  );
}
