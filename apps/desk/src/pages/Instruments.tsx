import type { DeskCallInput, DeskInstrument } from '@candor/protocol/desk-light';
import {
  Button,
  Dialog,
  ErrorNote,
  Note,
  SelectField,
  StatusChip,
  TextArea,
  TextInput,
  formatTime,
  toast,
} from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { PageFrame } from '../lib/PageFrame.tsx';
import { type TableColumn, VirtualTable } from '../lib/VirtualTable.tsx';
import { Waits } from '../lib/Waits.tsx';
import { ask } from '../lib/query.ts';
import { useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';
import { useCommand } from '../lib/use-command.ts';

const ROW_HEIGHT = 52;
const KEY = ['instruments'];
type T = ReturnType<typeof useDeskT>;
type Status = NonNullable<DeskCallInput<'instruments.restrict'>['body']>['status'];
const STATUSES: readonly Status[] = ['suspended', 'closeOnly', 'open'];

function RestrictDialog(props: {
  readonly of: DeskInstrument;
  readonly onClose: () => void;
}): ReactElement {
  const { of: instrument, onClose } = props;
  const { code, restriction } = instrument;
  const t = useDeskT();
  const command = useCommand();
  const client = useQueryClient();
  const mayAct = useMember().roles.includes('risk');
  const [status, setStatus] = useState<Status>(restriction === null ? 'suspended' : 'open');
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  // What leaves users more than now is another member's to agree to.
  const waits =
    status === 'open' || (status === 'closeOnly' && restriction?.status === 'suspended');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (reason.trim() === '') return;
    const answer = await command.send('instruments.restrict', { body: { code, status, reason } });
    if (answer === null) return;
    void client.invalidateQueries();
    toast({ title: t('instruments.done', { number: answer.value.number }) });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={code}>
      {restriction !== null && (
        <Note tone="warn" className="mt-3">
          {t(`instruments.to-${restriction.status}`)}, {formatTime(restriction.since)}:{' '}
          <bdi>{restriction.reason}</bdi>
        </Note>
      )}
      {mayAct && (
        <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-4">
          {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
          <SelectField
            label={t('instruments.change')}
            value={status}
            onChange={setStatus}
            choices={STATUSES.map((value) => ({ value, label: t(`instruments.to-${value}`) }))}
            help={t(waits ? 'instruments.by-case' : 'instruments.at-once')}
          />
          <TextArea
            label={t('instruments.reason')}
            name="reason"
            maxLength={400}
            help={t('instruments.reason-help')}
            value={reason}
            error={isTried && reason.trim() === '' ? t('sign-in.missing') : null}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" busy={command.isBusy ? t('parameters.proposing') : undefined}>
            {t('instruments.submit')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

const columnsOf = (t: T, onOpen: (code: string) => void): TableColumn<DeskInstrument>[] => [
  {
    key: 'code',
    head: t('instruments.instrument'),
    width: 'minmax(0, 1.2fr)',
    renderCell: ({ code, name }) => (
      <button
        type="button"
        aria-label={t('parameters.open-of', { key: code })}
        onClick={() => onOpen(code)}
        className="block w-full text-start after:absolute after:inset-0"
      >
        <span className="block truncate font-semibold">{code}</span>
        <span className="block truncate text-xs text-ink-3">{name}</span>
      </button>
    ),
  },
  {
    key: 'status',
    head: t('content.state'),
    width: '150px',
    renderCell: ({ status }) => (
      <StatusChip
        icon={status === 'open' ? 'check' : 'warning'}
        tone={status === 'open' ? 'ok' : 'warn'}
      >
        {t(`instruments.status-${status}`)}
      </StatusChip>
    ),
  },
  {
    key: 'hours',
    head: t('instruments.hours'),
    width: 'minmax(0, 0.9fr)',
    renderCell: ({ isAroundTheClock }) =>
      t(isAroundTheClock ? 'instruments.always' : 'instruments.with-hours'),
  },
  {
    key: 'sources',
    head: t('instruments.sources'),
    width: 'minmax(0, 1fr)',
    renderCell: ({ sources }) => <span className="block truncate">{sources.join(', ')}</span>,
  },
  {
    key: 'caps',
    head: t('instruments.caps'),
    width: 'minmax(0, 1fr)',
    renderCell: ({ leverageMax, lotsMax }) => (
      <span className="num">
        {t('instruments.caps-of', { leverage: leverageMax, lots: lotsMax })}
      </span>
    ),
  },
];

/** What can be traded, and the switch that takes an instrument out of trading. */
export function Instruments(): ReactElement {
  const t = useDeskT();
  const [wanted, setWanted] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => ask('instruments.list', { signal }),
  });
  return (
    <PageFrame title={t('nav.instruments')} fills>
      <div role="search" className="max-w-[420px] px-5 pb-3 max-desktop:px-4">
        <TextInput
          name="wanted"
          label={t('instruments.search')}
          autoComplete="off"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      <Waits of={list} lines={10}>
        {(all) => {
          const chosen = all.find(({ code }) => code === opened);
          return (
            <>
              <VirtualTable
                label={t('nav.instruments')}
                columns={columnsOf(t, setOpened)}
                rows={all.filter(({ code, name }) =>
                  `${code} ${name}`.toLowerCase().includes(wanted.trim().toLowerCase()),
                )}
                rowKey={({ code }) => code}
                rowHeight={ROW_HEIGHT}
              />
              {chosen !== undefined && (
                <RestrictDialog of={chosen} onClose={() => setOpened(null)} />
              )}
            </>
          );
        }}
      </Waits>
    </PageFrame>
  );
}
