import type { HealthView as Health } from '@candor/protocol/desk-light';
import { Button, DASH, KeyValue, StatusChip, formatTime, useLayout } from '@candor/ui';
import type { ReactElement } from 'react';
import { type TableColumn, VirtualTable } from '../../lib/VirtualTable.tsx';
import { useMember, hasRole } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';

const ROW_HEIGHT = 40;

type T = ReturnType<typeof useDeskT>;
type Instrument = Health['instruments'][number];

const SECONDS_SHOWN = 120;
const MINUTE_SECONDS = 60;

/** An age as it is read: "14 s", "9 min", "2 h 22 min". */
function ageText(t: T, ageMs: number | null): string {
  if (ageMs === null) return DASH;
  const seconds = Math.round(ageMs / 1_000);
  if (seconds < SECONDS_SHOWN) return t('health.seconds', { seconds });
  const whole = Math.floor(seconds / MINUTE_SECONDS);
  const [hours, minutes] = [Math.floor(whole / MINUTE_SECONDS), whole % MINUTE_SECONDS];
  return hours === 0 ? t('health.minutes', { minutes }) : t('health.hours', { hours, minutes });
}

const GOOD: ReadonlySet<string> = new Set(['ok', 'open', 'closed']);
const BAD: ReadonlySet<string> = new Set(['unhealthy', 'disputed', 'stale']);

function State({ of: status }: { readonly of: Instrument['status'] | string }): ReactElement {
  const t = useDeskT();
  const tone = GOOD.has(status) ? 'ok' : BAD.has(status) ? 'bad' : 'warn';
  return (
    <StatusChip tone={tone} icon={GOOD.has(status) ? 'check' : 'warning'}>
      {t(`health.status-${status}` as 'health.status-ok')}
    </StatusChip>
  );
}

/** Each source with the age of what it said last. */
export function Sources({ of: health }: { readonly of: Health }): ReactElement {
  const t = useDeskT();
  return (
    <ul className="grid gap-2 text-sm">
      {health.sources.map(({ name, status, ageMs }) => (
        <li key={name} className="flex flex-wrap items-center justify-between gap-3">
          <bdi className="font-medium">{name}</bdi>
          <span className="flex items-center gap-3">
            <span className="num text-ink-3">{ageText(t, ageMs)}</span>
            <State of={status} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What stands in the way comes first, then the oldest price. */
function rank({ status, ageMs }: Instrument): number {
  return (BAD.has(status) ? 1e15 : GOOD.has(status) ? 0 : 1e14) + (ageMs ?? 1e13);
}

/** Each instrument with the source and the age of its price. */
export function Prices({ of: health }: { readonly of: Health }): ReactElement {
  const t = useDeskT();
  const layout = useLayout();
  const columns: readonly TableColumn<Instrument>[] = [
    {
      key: 'code',
      head: t('risk.instrument'),
      width: 'minmax(0, 1fr)',
      renderCell: ({ code }) => (
        <bdi title={code} className="mono block truncate">
          {code}
        </bdi>
      ),
    },
    {
      key: 'source',
      head: t('health.source'),
      width: 'minmax(0, 1fr)',
      renderCell: ({ source }) => <bdi className="block truncate text-ink-2">{source ?? DASH}</bdi>,
    },
    {
      key: 'age',
      head: t('health.age'),
      width: '88px',
      end: true,
      renderCell: ({ ageMs }) => <span className="num">{ageText(t, ageMs)}</span>,
    },
    {
      key: 'status',
      head: t('health.status'),
      width: '132px',
      end: true,
      renderCell: ({ status }) => <State of={status} />,
    },
  ];
  return (
    <div className="-mx-5 flex h-[400px] min-h-0 flex-col max-desktop:-mx-4">
      <VirtualTable
        label={t('health.prices')}
        columns={layout === 'desktop' ? columns : columns.filter(({ key }) => key !== 'source')}
        rows={health.instruments.toSorted((a, b) => rank(b) - rank(a))}
        rowKey={({ code }) => code}
        rowHeight={ROW_HEIGHT}
      />
    </div>
  );
}

/** What is due and not done; what is not nothing stands out. */
export function Stuck({ of: { stuck } }: { readonly of: Health }): ReactElement {
  const t = useDeskT();
  const counts = [
    'stuck',
    'due',
    'aside',
    'unjudged',
    'casesOverdue',
    'listenersFailing',
    'mailsWaiting',
    'mailsFailed',
    'keysUndestroyed',
    'usersUndestroyed',
  ] as const;
  const ages = [
    'unactedMs',
    'casesUndoneMs',
    'listenersFailingMs',
    'outboxLagMs',
    'mailsWaitingMs',
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-10 gap-y-1.5 text-sm max-desktop:grid-cols-1">
      {counts.map((name) => (
        <KeyValue key={name} label={t(`health.${name}`)}>
          <span className={stuck[name] === 0 ? 'num text-ink-3' : 'num text-warn'}>
            {stuck[name]}
          </span>
        </KeyValue>
      ))}
      {ages.map((name) => (
        <KeyValue key={name} label={t(`health.${name}`)}>
          <span className={stuck[name] < 1_000 ? 'num text-ink-3' : 'num text-warn'}>
            {ageText(t, stuck[name])}
          </span>
        </KeyValue>
      ))}
    </dl>
  );
}

const RESULTS = { sound: 'ok', faults: 'bad', failed: 'warn' } as const;

/** The checks of books and audit log: when they ran, what they found, and beginning them. */
export function Checks({ of: { checks } }: { readonly of: Health }): ReactElement {
  const t = useDeskT();
  const command = useCommand();
  const isRunning = checks.some((one) => one.isRunning);
  const mayBegin = hasRole(useMember(), ['risk', 'admin']);
  return (
    <>
      <ul className="grid gap-3 text-sm">
        {checks.map(({ name, lastAt, tookMs, result, faults, isRunning: isThis }) => (
          <li key={name}>
            <span className="flex flex-wrap items-center justify-between gap-3">
              <span className="font-medium">{t(`health.check-${name}`)}</span>
              <span className="flex items-center gap-3 text-ink-3">
                {lastAt === null
                  ? t('health.check-never')
                  : t('health.check-last', {
                      when: formatTime(lastAt, 'shortSecond'),
                      took: tookMs ?? 0,
                    })}
                {isThis ? (
                  <StatusChip tone="running" icon="repeat">
                    {t('health.check-running')}
                  </StatusChip>
                ) : (
                  result !== null && (
                    <StatusChip
                      tone={RESULTS[result]}
                      icon={result === 'sound' ? 'check' : 'warning'}
                    >
                      {t(`health.check-${result}`)}
                    </StatusChip>
                  )
                )}
              </span>
            </span>
            {faults.length > 0 && (
              <ul className="mono mt-1 grid gap-1 text-xs break-words text-ink-2">
                {faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {mayBegin && (
        <Button
          className="mt-3"
          variant="secondary"
          size="sm"
          disabled={isRunning}
          onClick={() => void command.send('risk.check')}
        >
          {t('health.check-begin')}
        </Button>
      )}
      {command.problem !== null && <p className="mt-2 text-sm text-warn">{command.problem}</p>}
    </>
  );
}
