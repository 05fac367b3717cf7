import {
  REPORT_FORMATS,
  REPORT_KINDS,
  REPORT_READERS,
  type ReportFormat,
  type ReportKind,
} from '@candor/protocol/desk-light';
import { Button, ErrorNote, SelectField } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { TimeField } from '../../lib/TimeField.tsx';
import { useWallTime } from '../../lib/clock.ts';
import { dayText, readDay } from '../../lib/moment-field.ts';
import { hasRole, useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';

const DAY_MS = 86_400_000;
const MODES = ['real', 'demo'] as const;

/** Which report is wanted, of which days. */
export function ReportForm(): ReactElement {
  const t = useDeskT();
  const command = useCommand();
  const queries = useQueryClient();
  const now = useWallTime(DAY_MS);
  const member = useMember();
  const kinds = REPORT_KINDS.filter((one) => hasRole(member, REPORT_READERS[one]));
  const [kind, setKind] = useState<ReportKind>('books');
  const [format, setFormat] = useState<ReportFormat>('csv');
  const [mode, setMode] = useState<(typeof MODES)[number]>('real');
  const [from, setFrom] = useState(() => dayText(now - 30 * DAY_MS));
  const [to, setTo] = useState(() => dayText(now));
  const [isTried, setIsTried] = useState(false);
  const start = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (Number.isNaN(readDay(from)) || Number.isNaN(readDay(to))) return;
    const answer = await command.send('reports.start', { body: { kind, format, mode, from, to } });
    if (answer !== null) await queries.invalidateQueries({ queryKey: ['reports'] });
  };
  return (
    <form noValidate onSubmit={(event) => void start(event)} className="grid gap-3">
      <div className="grid grid-cols-5 gap-3 max-desktop:grid-cols-2">
        <SelectField
          label={t('reports.kind')}
          value={kind}
          onChange={setKind}
          choices={kinds.map((value) => ({ value, label: t(`reports.kind-${value}`) }))}
          className="max-desktop:col-span-2"
        />
        <SelectField
          label={t('reports.mode')}
          value={mode}
          onChange={setMode}
          choices={MODES.map((value) => ({ value, label: t(`risk.${value}`) }))}
        />
        <TimeField
          of="day"
          name="from"
          label={t('reports.from')}
          value={from}
          error={isTried && Number.isNaN(readDay(from)) ? t('sign-in.missing') : null}
          onChange={setFrom}
        />
        <TimeField
          of="day"
          name="to"
          label={t('reports.to')}
          value={to}
          error={isTried && Number.isNaN(readDay(to)) ? t('sign-in.missing') : null}
          onChange={setTo}
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
