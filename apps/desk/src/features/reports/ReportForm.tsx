import {
  REPORT_FORMATS,
  REPORT_KINDS,
  type ReportFormat,
  type ReportKind,
} from '@candor/protocol/desk-light';
import { Button, ErrorNote, SelectField, TextInput } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { useWallTime } from '../../lib/clock.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';

const DAY_MS = 86_400_000;
const MODES = ['real', 'demo'] as const;

/** The UTC day of a moment, so many days before it. */
const dayBefore = (now: number, days: number): string => {
  const moment = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC' });
  return moment.format(now - days * DAY_MS);
};

/** Which report is wanted, of which days. */
export function ReportForm(): ReactElement {
  const t = useDeskT();
  const command = useCommand();
  const queries = useQueryClient();
  const now = useWallTime(DAY_MS);
  const [kind, setKind] = useState<ReportKind>('books');
  const [format, setFormat] = useState<ReportFormat>('csv');
  const [mode, setMode] = useState<(typeof MODES)[number]>('real');
  const [from, setFrom] = useState(() => dayBefore(now, 30));
  const [to, setTo] = useState(() => dayBefore(now, 0));
  const start = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await command.send('reports.start', { body: { kind, format, mode, from, to } });
    if (answer !== null) await queries.invalidateQueries({ queryKey: ['reports'] });
  };
  return (
    <form onSubmit={(event) => void start(event)} className="grid gap-3">
      <div className="grid grid-cols-5 gap-3 max-desktop:grid-cols-2">
        <SelectField
          label={t('reports.kind')}
          value={kind}
          onChange={setKind}
          choices={REPORT_KINDS.map((value) => ({ value, label: t(`reports.kind-${value}`) }))}
        />
        <SelectField
          label={t('reports.mode')}
          value={mode}
          onChange={setMode}
          choices={MODES.map((value) => ({ value, label: t(`risk.${value}`) }))}
        />
        <TextInput
          type="date"
          label={t('reports.from')}
          value={from}
          required
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextInput
          type="date"
          label={t('reports.to')}
          value={to}
          required
          onChange={(event) => setTo(event.target.value)}
        />
        <SelectField
          label={t('reports.format')}
          value={format}
          onChange={setFormat}
          choices={REPORT_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
        />
      </div>
      {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
      <div>
        <Button type="submit" busy={command.isBusy ? t('reports.starting') : undefined}>
          {t('reports.start')}
        </Button>
      </div>
    </form>
  );
}
