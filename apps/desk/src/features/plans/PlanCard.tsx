import type { DeskPlan, DeskPlanFund, DeskPlanVersion } from '@candor/protocol/desk-light';
import {
  Amount,
  Button,
  type Column,
  DataTable,
  SelectField,
  StatusChip,
  formatDay,
  formatNumber,
  formatTime,
} from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { exactAmount, shareText } from '../../lib/amounts.ts';
import { PAGES } from '../../lib/paths.ts';
import { useDeskT } from '../../lib/texts.ts';
import { type Proposed, changesOf } from './plans-api.ts';

const USDT = 'USDT';
const TONES = { offered: 'ok', closed: 'warn' } as const;
const ICONS = { offered: 'check', closed: 'clock', ended: 'x' } as const;

/** The numbers a version runs with, in words: "fast 12, slow 48". */
const numbersText = (parameters: Readonly<Record<string, number>>): string =>
  Object.entries(parameters)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ') || '–';

function Term(props: {
  readonly label: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className={`min-w-0 ${props.wide === true ? 'col-span-2 max-desktop:col-span-1' : ''}`}>
      <dt className="text-xs text-ink-3">{props.label}</dt>
      <dd className="break-words">{props.children}</dd>
    </div>
  );
}

function Terms(props: {
  readonly of: DeskPlanVersion;
  readonly shares: { readonly shareRate: string; readonly earlyExitRate: string };
}): ReactElement {
  const { of: version, shares } = props;
  const t = useDeskT();
  const hash = (text: string) => <span className="mono text-xs break-all">{text}</span>;
  return (
    <dl className="mt-3 grid grid-cols-4 gap-x-6 gap-y-2 text-sm max-desktop:grid-cols-1">
      <Term label={t('plan-list.strategy')}>{t(`plan-list.strategy-${version.strategy}`)}</Term>
      <Term label={t('plan-list.numbers')}>{numbersText(version.parameters)}</Term>
      <Term label={t('plan-list.interval')}>{version.interval}</Term>
      <Term label={t('plan-list.instruments')}>{version.codes.join(', ')}</Term>
      <Term label={t('plan-list.amounts')}>
        {t('plan-list.amounts-span', {
          min: exactAmount(version.amountMin, USDT),
          max: exactAmount(version.amountMax, USDT),
        })}
      </Term>
      <Term label={t('plan-list.days')}>{version.days.join(', ')}</Term>
      <Term label={t('plan-list.cycle')}>{formatNumber(String(version.cycleDays))}</Term>
      <Term label={t('plan-list.capacity')}>{exactAmount(version.capacity, USDT)}</Term>
      <Term label={t('plan-list.share')} wide>
        {shareText(shares.shareRate)}
      </Term>
      <Term label={t('plan-list.exit-share')} wide>
        {shareText(shares.earlyExitRate)}
      </Term>
      <Term label={t('plan-list.text-hash')} wide>
        {hash(version.source)}
      </Term>
      <Term label={t('plan-list.version-hash')} wide>
        {hash(version.versionHash)}
      </Term>
    </dl>
  );
}

type FundRow = { readonly version: DeskPlanVersion; readonly fund: DeskPlanFund };

function Funds({ of: plan }: { readonly of: DeskPlan }): ReactElement {
  const t = useDeskT();
  const rows = plan.versions.flatMap((version): FundRow[] =>
    version.funds.map((fund) => ({ version, fund })),
  );
  const columns: readonly Column<FundRow>[] = [
    {
      key: 'version',
      kind: 'name',
      head: t('plan-list.version'),
      renderCell: ({ version, fund }) => (
        <span className="num whitespace-nowrap">
          {t('plan-list.version-mode', {
            version: version.version,
            mode: t(fund.mode === 'real' ? 'risk.real' : 'risk.demo'),
          })}
        </span>
      ),
    },
    {
      key: 'state',
      kind: 'main',
      head: t('plan-list.state'),
      renderCell: ({ version: { state } }) => (
        <StatusChip icon={ICONS[state]} {...(state === 'ended' ? {} : { tone: TONES[state] })}>
          {t(`plan-list.state-${state}`)}
        </StatusChip>
      ),
    },
    {
      key: 'value',
      kind: 'main',
      head: t('plan-list.value'),
      end: true,
      renderCell: ({ fund: { value } }) =>
        value === null ? (
          <span className="text-warn">{t('risk.no-judgement')}</span>
        ) : (
          <Amount value={value} />
        ),
    },
    {
      key: 'waiting',
      kind: 'main',
      head: t('plan-list.waiting'),
      end: true,
      renderCell: ({ fund: { waiting } }) => <Amount value={waiting} />,
    },
    {
      key: 'orders',
      kind: 'derived',
      head: t('plan-list.orders'),
      end: true,
      renderCell: ({ fund: { running, pending } }) => (
        <span className="num whitespace-nowrap">
          {t('plan-list.orders-of', { running, pending })}
        </span>
      ),
    },
    {
      key: 'since',
      kind: 'time',
      head: t('plan-list.since'),
      end: true,
      renderCell: ({ version: { since } }) => (
        <span className="num whitespace-nowrap">{formatTime(since, 'zone')}</span>
      ),
    },
  ];
  return (
    <div className="-mx-5 mt-3 overflow-x-auto max-desktop:mx-0">
      <DataTable
        caption={t('plan-list.funds-of', { plan: plan.name })}
        columns={columns}
        rows={rows}
        rowKey={({ fund }) => fund.id}
        rowHeight={40}
      />
    </div>
  );
}

/** What the published backtest of a version came to. */
function Backtest({ of: { backtest } }: { readonly of: DeskPlanVersion }): ReactElement {
  const t = useDeskT();
  if (backtest === null)
    return <p className="text-sm text-ink-3">{t('plan-list.backtest-none')}</p>;
  const { from, to, summary, isGenerated } = backtest;
  return (
    <p className="text-sm">
      {t(isGenerated ? 'plan-list.backtest-generated' : 'plan-list.backtest', {
        from: formatDay(from),
        to: formatDay(to),
        fall: shareText(summary.deepestFall),
        losing: summary.losingDays,
        days: summary.days,
        total: shareText(summary.total),
      })}
    </p>
  );
}

/** One plan: its versions with their terms and funds, what was decided, and what a member may propose. */
export function PlanCard(props: {
  readonly of: DeskPlan;
  readonly shares: { readonly shareRate: string; readonly earlyExitRate: string };
  /** Changes of the plan, and money into its fund: each for those who may propose it. */
  readonly may: { readonly change: boolean; readonly pay: boolean };
  readonly onPropose: (what: Proposed) => void;
}): ReactElement | null {
  const { of: plan, shares, may, onPropose } = props;
  const t = useDeskT();
  const [chosen, setChosen] = useState<number | null>(null);
  const version = plan.versions.find((one) => one.version === chosen) ?? plan.versions[0];
  if (version === undefined) return null;
  const acts: readonly Proposed[] = [
    ...(may.change && plan.status !== 'ended' ? (['version', ...changesOf(plan)] as const) : []),
    ...(may.pay && plan.status !== 'ended' ? (['subsidy'] as const) : []),
  ];
  return (
    <section aria-label={plan.name} className="border-t border-line py-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="mono text-base tracking-normal">{plan.name}</h2>
        {acts.length > 0 && (
          <div className="flex flex-wrap gap-2 max-desktop:gap-y-3">
            {acts.map((act) => (
              <Button
                key={act}
                size="sm"
                variant="secondary"
                aria-label={t('plan-list.act-on', {
                  act: t(`plan-list.do-${act}`),
                  plan: plan.name,
                })}
                onClick={() => onPropose(act)}
              >
                {t(`plan-list.do-${act}`)}
              </Button>
            ))}
          </div>
        )}
      </div>
      {plan.versions.length > 1 && (
        <SelectField
          className="mt-2 max-w-[220px]"
          label={t('plan-list.shown-version', { plan: plan.name })}
          value={String(version.version)}
          choices={plan.versions.map((one) => ({
            value: String(one.version),
            label: t('plan-list.version-state', {
              version: one.version,
              state: t(`plan-list.state-${one.state}`),
            }),
          }))}
          onChange={(value) => setChosen(Number.parseInt(value, 10))}
        />
      )}
      <Terms of={version} shares={shares} />
      <div className="mt-3">
        <Backtest of={version} />
      </div>
      <Funds of={plan} />
      {plan.decisions.length > 0 && (
        <ul aria-label={t('plan-list.decided')} className="mt-3 grid gap-1 text-sm">
          {plan.decisions.map(({ caseId, caseNumber, act, at, version: of }) => (
            <li key={caseId}>
              {t('plan-list.decided-act', { act: t(`plan-list.act-${act}`), version: of })}{' '}
              <span className="text-ink-3">{formatTime(at, 'zone')}</span>{' '}
              <Link href={`${PAGES.cases.path}/${caseId}`} className="mono underline">
                {caseNumber}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
