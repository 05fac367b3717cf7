import { type FeeSchedule, OPERATOR_NOT_SET, type Parameter } from '@candor/protocol/light';
import { type Column, DataTable, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Waiting } from '../../lib/Paged.tsx';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { failureOf } from '../../lib/query.ts';
import { useFees } from './api.ts';
import {
  announcedChanges,
  parameterGroups,
  parameterName,
  parameterStatusOf,
  parameterValue,
} from './parameter-words.ts';

type Row = {
  readonly parameter: Parameter;
  readonly status: ReturnType<typeof parameterStatusOf>;
  readonly asOf: number;
};

/** Every number an operator sets, in force since when, and what it was before. */
export function FeeTable(): ReactElement {
  const t = useT();
  const fees = useFees();
  const failure = failureOf(fees.error);
  if (fees.data !== undefined) return <Rows schedule={fees.data} />;
  if (failure === null) {
    return <Waiting rows={3} className="grid gap-4 p-5" />;
  }
  return (
    <ReadFailed
      className="m-4"
      title={t('trust.fees-failed')}
      failure={failure}
      onRetry={() => void fees.refetch()}
    />
  );
}

function Rows({ schedule }: { readonly schedule: FeeSchedule }): ReactElement {
  const t = useT();
  const { asOf } = schedule;
  const rowOf = (parameter: Parameter): Row => {
    return { parameter, asOf, status: parameterStatusOf(parameter, asOf) };
  };
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      kind: 'name',
      head: t('trust.parameter'),
      renderCell: ({ parameter }) => parameterName(parameter.key, t),
    },
    {
      key: 'value',
      kind: 'main',
      head: t('trust.value'),
      end: true,
      renderCell: ({ parameter }) => <Value parameter={parameter} value={parameter.value} />,
    },
    {
      key: 'since',
      kind: 'time',
      head: t('trust.since'),
      renderCell: ({ parameter, status }) => (
        <>
          <Since from={status.inForce?.from ?? 0} />
          {parameter.use !== 'inUse' && (
            <span className="block text-xs text-ink-2">
              {t(parameter.use === 'fixed' ? 'trust.use-fixed' : 'trust.use-later')}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'history',
      kind: 'main',
      head: t('trust.history'),
      renderCell: (row) => <History row={row} />,
    },
  ];
  return (
    <>
      <Announced schedule={schedule} />
      {parameterGroups(schedule.parameters).map(({ title, parameters }) => (
        <div key={title} className="desktop:border-b desktop:border-line desktop:last:border-b-0">
          <h3 className="px-5 pt-5 pb-1 font-semibold max-desktop:px-0 max-desktop:pb-3">
            {t(title)}
          </h3>
          <DataTable
            caption={t(title)}
            columns={columns}
            rows={parameters.map(rowOf)}
            rowKey={({ parameter }) => parameter.key}
            className="table-fixed"
          />
        </div>
      ))}
    </>
  );
}

/** Values that come into force later: what was announced, and what holds until then. */
function Announced({ schedule }: { readonly schedule: FeeSchedule }): ReactElement {
  const t = useT();
  const coming = announcedChanges(schedule);
  return (
    <section aria-labelledby="announced-title" className="border-b border-line p-5">
      <h3 id="announced-title" className="font-medium">
        {t('trust.announced')}
      </h3>
      {coming.length === 0 ? (
        <p className="mt-1 text-sm text-ink-2">{t('trust.announced-none')}</p>
      ) : (
        <ul className="mt-2 grid gap-3 text-sm">
          {coming.map(({ parameter, version: { version, value, from, note } }) => (
            <li key={`${parameter.key} ${version}`}>
              <span className="font-medium">{parameterName(parameter.key, t)}</span>
              <span className="block text-ink-2">
                {t('trust.announced-row', {
                  value: `\u2068${parameterValue(parameter, value, t)}\u2069`,
                  before: `\u2068${parameterValue(parameter, parameter.value, t)}\u2069`,
                  when: `\u2068${formatTime(from)}\u2069`,
                })}
              </span>
              <bdi className="block text-xs text-ink-3">{note}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Value(props: { readonly parameter: Parameter; readonly value: string }): ReactElement {
  const { parameter, value } = props;
  const t = useT();
  // What a migration wrote where only the operator can say something.
  const text =
    value === OPERATOR_NOT_SET ? t('trust.not-set') : parameterValue(parameter, value, t);
  // A unit may be a word of the reader's language, which decides the direction itself.
  return (
    <bdi className={parameter.type === 'text' ? '' : 'num font-medium whitespace-nowrap'}>
      {text}
    </bdi>
  );
}

function Since({ from }: { readonly from: number }): ReactElement {
  const t = useT();
  return (
    <span className="text-sm whitespace-nowrap text-ink-2">
      {from === 0 ? t('trust.since-start') : <bdi>{formatTime(from)}</bdi>}
    </span>
  );
}

function History({ row }: { readonly row: Row }): ReactElement {
  const { parameter, status, asOf } = row;
  const t = useT();
  if (status.others.length === 0) {
    return <span className="text-sm text-ink-3">{t('trust.no-history')}</span>;
  }
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1 text-accent">
        <span aria-hidden="true">{t('trust.history')}</span>
        <span className="sr-only">
          {t('trust.history-of', { name: parameterName(parameter.key, t) })}
        </span>
      </summary>
      <ul className="mt-1 grid gap-1 pb-2 text-start">
        {status.others.map(({ version, value, from, note }) => (
          <li key={version}>
            <Value parameter={parameter} value={value} />{' '}
            <span className="text-ink-2">
              {from === 0
                ? t('trust.since-start')
                : t('trust.from-on', { when: `\u2068${formatTime(from)}\u2069` })}
            </span>
            {from > asOf && <span className="text-warn"> · {t('trust.upcoming')}</span>}
            {note !== '' && note !== 'default' && (
              <bdi className="block text-xs text-ink-3">{note}</bdi>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
