import type { ReportItem } from '@candor/protocol/desk-light';
import {
  Button,
  type Column,
  DataTable,
  DownloadIcon,
  Empty,
  ErrorNote,
  StatusChip,
  formatDay,
  formatTime,
} from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import type { AnsweredFile } from '../../lib/http.ts';
import { ask } from '../../lib/query.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';

/** While one is being written its progress is asked for so often. @units milliseconds */
const POLL_MS = 2_000;

const isUnderWay = ({ state }: ReportItem): boolean => state === 'waiting' || state === 'running';

const LOOKS = {
  waiting: { tone: 'neutral', icon: 'clock' },
  running: { tone: 'running', icon: 'repeat' },
  ready: { tone: 'ok', icon: 'check' },
  fetched: { tone: 'neutral', icon: 'check' },
  failed: { tone: 'bad', icon: 'warning' },
} as const;

/** The member's reports: their progress, and each finished one to be fetched once. */
export function ReportList(): ReactElement {
  const t = useDeskT();
  const command = useCommand();
  const queries = useQueryClient();
  const reports = useQuery({
    queryKey: ['reports'],
    queryFn: ({ signal }) => ask('reports.list', { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? POLL_MS : false),
  });
  const spanOf = ({ from, to }: ReportItem): string =>
    t('reports.span', { from: formatDay(from), to: formatDay(to) });
  const save = async (id: string): Promise<void> => {
    const answer = await command.send('reports.fetch', { params: { id } });
    // The call answers with a file in the place of its result.
    if (answer !== null) saveFile(answer.value as unknown as AnsweredFile);
    await queries.invalidateQueries({ queryKey: ['reports'] });
  };
  const columns: readonly Column<ReportItem>[] = [
    {
      key: 'kind',
      kind: 'name',
      head: t('reports.kind'),
      renderCell: (one) => (
        <>
          <span className="block font-medium">
            {t(`reports.kind-${one.kind}`)} · {one.format.toUpperCase()}
          </span>
          <span className="block text-xs text-ink-3">{spanOf(one)}</span>
        </>
      ),
    },
    {
      key: 'state',
      kind: 'main',
      head: t('reports.state'),
      renderCell: (one) => (
        <>
          <StatusChip {...LOOKS[one.state]}>
            {t(`reports.state-${one.state}`, { done: one.done, days: one.days })}
          </StatusChip>
          {one.why !== null && (
            <span className="block text-xs text-ink-3">{t(`reports.why-${one.why}`)}</span>
          )}
        </>
      ),
    },
    {
      key: 'rows',
      kind: 'derived',
      head: t('reports.rows'),
      end: true,
      renderCell: ({ rows }) => <span className="num">{rows}</span>,
    },
    {
      key: 'fetch',
      kind: 'act',
      head: t('reports.fetch'),
      end: true,
      renderCell: (one) =>
        one.state === 'ready' ? (
          <Button
            size="sm"
            variant="secondary"
            title={formatTime(one.expiresAt)}
            aria-label={t('reports.fetch-of', {
              report: t(`reports.kind-${one.kind}`),
              span: spanOf(one),
            })}
            onClick={() => void save(one.id)}
          >
            <DownloadIcon size={16} />
            {t('reports.fetch')}
          </Button>
        ) : null,
    },
  ];
  return (
    <Waits of={reports}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title={t('reports.empty')} className="px-0">
            {t('reports.empty-text')}
          </Empty>
        ) : (
          <>
            {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
            <div className="desktop:-mx-5">
              <DataTable
                caption={t('reports.list')}
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
              />
            </div>
          </>
        )
      }
    </Waits>
  );
}
