import { LADDER_PERCENTS, type RiskOfMode } from '@candor/protocol/desk-light';
import { Amount, Dialog, Num, formatTime } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { levelText } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';
import { type RungQuery, useRung } from './risk-api.ts';

const SHOWN = 20;

function RungDialog(props: { readonly of: RungQuery; readonly onClose: () => void }): ReactElement {
  const { of: asked, onClose } = props;
  const t = useDeskT();
  const rung = useRung(asked);
  const group = t(`risk.group-${asked.group}`);
  return (
    <Dialog open onClose={onClose} title={t('risk.rung', { group, percent: asked.percent })}>
      <Waits of={rung}>
        {({ at, total, records }) => (
          <>
            <p className="mt-2 text-sm text-ink-3">
              {t('risk.rung-text', { count: total, when: formatTime(at, 'second') })}
            </p>
            <ul className="mt-3 grid gap-2 text-sm">
              {records.slice(0, SHOWN).map(({ userId, marginLevel, tradingEquity }) => (
                <li key={userId} className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-4">
                  <bdi className="mono truncate" title={userId}>
                    {userId}
                  </bdi>
                  <Num>{levelText(marginLevel)}</Num>
                  <Amount value={tradingEquity} />
                </li>
              ))}
            </ul>
            {total > SHOWN && (
              <p className="mt-3 text-sm text-ink-3">
                {t('risk.rung-more', { count: total - Math.min(SHOWN, records.length) })}
              </p>
            )}
          </>
        )}
      </Waits>
    </Dialog>
  );
}

/** Who would be closed out when the prices of a class, or of all, fell at once. */
export function LadderTable(props: {
  readonly of: RiskOfMode;
  readonly mode: RungQuery['mode'];
}): ReactElement {
  const { of: risk, mode } = props;
  const t = useDeskT();
  const [opened, setOpened] = useState<RungQuery | null>(null);
  const most = Math.max(1, ...risk.ladder.flatMap(({ accounts }) => accounts));
  return (
    <>
      <p className="mb-2 text-sm text-ink-3">{t('risk.ladder-text')}</p>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{t('risk.ladder')}</caption>
          <thead>
            <tr>
              <th scope="col" className="h-9 text-start text-xs font-medium text-ink-3">
                {t('risk.group')}
              </th>
              {LADDER_PERCENTS.map((percent) => (
                <th key={percent} scope="col" className="px-2 text-end text-xs text-ink-3">
                  {t('risk.fall', { percent })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {risk.ladder.map(({ group, accounts }) => (
              <tr key={group} className="border-t border-line">
                <th scope="row" className="h-9 text-start font-medium">
                  {t(`risk.group-${group}`)}
                </th>
                {LADDER_PERCENTS.map((percent, at) => {
                  const count = accounts[at] ?? 0;
                  const label = { group: t(`risk.group-${group}`), percent, count };
                  return (
                    <td key={percent} className="relative px-2 text-end">
                      <span
                        aria-hidden="true"
                        className="absolute inset-y-1 end-0 bg-warn-tint"
                        style={{ width: `${Math.round((count * 100) / most)}%` }}
                      />
                      {count === 0 ? (
                        <span className="num relative text-ink-3">0</span>
                      ) : (
                        <button
                          type="button"
                          aria-label={t('risk.rung-open', label)}
                          onClick={() => setOpened({ mode, group, percent })}
                          className="num relative font-semibold underline decoration-dotted"
                        >
                          {count}
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {opened !== null && <RungDialog of={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
