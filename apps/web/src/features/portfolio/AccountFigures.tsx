import { Card, DemoChip, RealChip, formatTime, useT } from '@candor/ui';
import type { UserInfo } from '@candor/protocol/light';
import type { ReactElement } from 'react';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { failureOf } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { EquityHistory } from './EquityHistory.tsx';
import { FigureValue } from './FigureValue.tsx';
import { MarginGauge } from './MarginGauge.tsx';
import { NamedFigure } from './NamedFigure.tsx';
import { UnjudgedNote } from './UnjudgedNote.tsx';
import { useUserInfo } from './api.ts';
import { EQUITY, FIGURES, FLOATING, LEVEL } from './figures.ts';

/** The account's equity, large, and what of it is not booked yet. */
function Hero({ user }: { readonly user: UserInfo | undefined }): ReactElement {
  const t = useT();
  const { mode } = useSession();
  return (
    <dl className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <NamedFigure
        figure={EQUITY}
        beside={
          mode === 'demo' ? (
            <DemoChip>{t('account.mode-demo')}</DemoChip>
          ) : (
            <RealChip>{t('account.mode-real')}</RealChip>
          )
        }
      >
        <FigureValue
          user={user}
          figure={EQUITY}
          className="text-3xl font-semibold tracking-[-0.02em] max-desktop:text-2xl"
        />
      </NamedFigure>
      <NamedFigure figure={FLOATING}>
        <FigureValue user={user} figure={FLOATING} className="text-lg font-semibold" />
      </NamedFigure>
    </dl>
  );
}

/** The account on screen: equity with its history, how far it is from a forced close, its other figures. */
export function AccountFigures(): ReactElement {
  const t = useT();
  const info = useUserInfo();
  const failure = failureOf(info.error);
  const user = info.data;
  if (failure !== null && user === undefined) {
    return (
      <ReadFailed
        title={t('account.figures-failed')}
        failure={failure}
        onRetry={() => void info.refetch()}
      />
    );
  }
  return (
    <>
      <Card className="p-5 max-desktop:p-4">
        <Hero user={user} />
        <UnjudgedNote user={user} className="mt-3" />
        <div className="mt-5">
          <EquityHistory />
        </div>
      </Card>
      <Card className="grid gap-6 p-5 max-desktop:p-4 min-[1240px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] min-[1240px]:gap-10">
        <div className="grid content-start gap-2">
          <MarginGauge
            level={user?.marginLevel}
            hasMargin={user === undefined || +user.bondAmount > 0}
          />
          <p className="text-sm text-ink-2">{t(LEVEL.means, LEVEL.meansValues)}</p>
        </div>
        <div>
          <h2 className="text-lg">{t('account.figures')}</h2>
          <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(144px,1fr))] gap-x-8 gap-y-4 max-desktop:gap-x-4 desktop:grid-cols-3 min-[600px]:max-desktop:grid-cols-3">
            {FIGURES.map((figure) => (
              <NamedFigure key={figure.key} figure={figure}>
                <FigureValue user={user} figure={figure} className="text-lg font-semibold" />
              </NamedFigure>
            ))}
          </dl>
          {user?.valuedAt != null && (
            <p className="mt-4 text-xs text-ink-3">
              {t('account.valued', { when: formatTime(user.valuedAt, 'clock') })}
            </p>
          )}
        </div>
      </Card>
    </>
  );
}
