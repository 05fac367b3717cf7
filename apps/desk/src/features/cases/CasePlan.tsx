import { unixMs, utcDayOf } from '@candor/kernel';
import type { CaseDetail, CasePlan, DeskBacktest } from '@candor/protocol/desk-light';
import { formatDay, formatNumber } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { exactAmount, shareText } from '../../lib/amounts.ts';
import { ask } from '../../lib/query.ts';
import { useDeskT } from '../../lib/texts.ts';

const dayOf = (ms: number): string => formatDay(utcDayOf(unixMs(ms)));

type Shown = { readonly title: string; readonly backtest: DeskBacktest | null };

/** The figures of a backtest that are compared, in their order: what it could lose first. */
function figuresOf(of: DeskBacktest, t: ReturnType<typeof useDeskT>): Record<string, string> {
  const { whole, outOfSample, range30, benchmark } = of;
  const range = range30 && `${shareText(range30.p10)} … ${shareText(range30.p90)}`;
  return {
    [t('plan-list.figure-span')]: `${dayOf(of.from)} – ${dayOf(of.to)}`,
    [t('plan-list.figure-source')]: of.isGenerated ? t('plan-list.generated') : of.source,
    [t('plan-list.figure-fall')]: shareText(whole.summary.deepestFall),
    [t('plan-list.figure-losing')]: t('plan-list.losing-of', {
      losing: whole.summary.losingDays,
      days: whole.summary.days,
    }),
    [t('plan-list.figure-worst')]: shareText(whole.summary.worst),
    [t('plan-list.figure-range')]: range ?? '–',
    [t('plan-list.figure-later')]:
      outOfSample === null ? '–' : shareText(outOfSample.summary.total),
    [t('plan-list.figure-total')]: shareText(whole.summary.total),
    [t('plan-list.figure-hold')]: shareText(benchmark.total),
    [t('plan-list.figure-trades')]: formatNumber(String(of.fills)),
    [t('plan-list.figure-costs')]: t('plan-list.costs', {
      fees: exactAmount(of.fees, 'USDT'),
      spread: exactAmount(of.spread, 'USDT'),
    }),
    [t('plan-list.figure-doubts')]:
      of.doubts.length === 0
        ? t('plan-list.no-doubts')
        : of.doubts.map((one) => t(`plan-list.doubt-${one}`)).join('; '),
  };
}

function Compared({ of: found }: { readonly of: CasePlan }): ReactElement {
  const t = useDeskT();
  const { proposed, inForce } = found;
  const shown: Shown[] = [
    ...(proposed === null
      ? []
      : [{ title: t('plan-list.backtest-proposed'), backtest: proposed.backtest }]),
    {
      title: t('plan-list.backtest-in-force', { version: inForce.version }),
      backtest: inForce.backtest,
    },
  ];
  const columns = shown.map(({ backtest }) => (backtest === null ? null : figuresOf(backtest, t)));
  const rows = Object.keys(columns.find((one) => one !== null) ?? {});
  return (
    <div>
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">{t('plan-list.backtests')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t('plan-list.figure')}</span>
            </th>
            {shown.map(({ title }) => (
              <th key={title} scope="col" className="h-9 px-2 text-start text-xs text-ink-3">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr className="border-t border-line">
              <th scope="row" className="py-2 text-start font-medium">
                {t('plan-list.backtests')}
              </th>
              {shown.map(({ title }) => (
                <td key={title} className="px-2 text-ink-3">
                  {t('plan-list.backtest-none')}
                </td>
              ))}
            </tr>
          )}
          {rows.map((label, row) => (
            <tr key={label} className="border-t border-line">
              <th
                scope="row"
                className="py-1.5 pe-2 text-start align-top font-normal break-words text-ink-3"
              >
                {label}
              </th>
              {columns.map((column, at) =>
                column === null ? (
                  row === 0 && (
                    <td
                      key={shown[at]?.title}
                      rowSpan={rows.length}
                      className="px-2 align-top text-ink-3"
                    >
                      {t('plan-list.backtest-none')}
                    </td>
                  )
                ) : (
                  <td key={shown[at]?.title} className="px-2 break-words tabular-nums">
                    {column[label]}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Backtests({ of: one }: { readonly of: CaseDetail }): ReactElement {
  const t = useDeskT();
  const plan = useQuery({
    queryKey: ['cases', 'plan', one.id],
    queryFn: ({ signal }) => ask('plans.of-case', { params: { id: one.id }, signal }),
    // The proposal's backtest is made within minutes.
    refetchInterval: ({ state }) =>
      state.data?.proposed != null && state.data.proposed.backtest === null ? 15_000 : false,
  });
  return (
    <section className="mt-5" aria-label={t('plan-list.backtests')}>
      <h3 className="mb-1 text-base tracking-normal">{t('plan-list.backtests')}</h3>
      <Waits of={plan} lines={4}>
        {(found) => <Compared of={found} />}
      </Waits>
    </section>
  );
}

/** Of a case about a plan: the backtest of what is proposed, and of the version in force. */
export function CasePlanPart({ of: one }: { readonly of: CaseDetail }): ReactElement | null {
  const isOfPlan = one.kind === 'planVersion' || one.kind === 'planChange';
  return isOfPlan ? <Backtests of={one} /> : null;
}
