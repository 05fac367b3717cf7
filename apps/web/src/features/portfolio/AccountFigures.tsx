import { Card, DemoChip, IconButton, InfoIcon, RealChip, useT, formatTime } from '@candor/ui';
import { type ReactElement, useId, useState } from 'react';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { failureOf } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { FigureValue } from './FigureValue.tsx';
import { useUserInfo } from './api.ts';
import { UnjudgedNote } from './UnjudgedNote.tsx';
import { FIGURES, type Figure } from './figures.ts';
import type { UserInfo } from '@candor/protocol/light';

/** The figures of the account on screen, each with what it means. */
export function AccountFigures(): ReactElement {
  const t = useT();
  const { mode } = useSession();
  const info = useUserInfo();
  const failure = failureOf(info.error);
  const user = info.data;
  return (
    <Card className="p-5 max-desktop:p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg">{t('account.figures')}</h2>
        {mode === 'demo' ? (
          <DemoChip>{t('account.mode-demo')}</DemoChip>
        ) : (
          <RealChip>{t('account.mode-real')}</RealChip>
        )}
      </div>
      {failure !== null && user === undefined ? (
        <ReadFailed
          className="mt-3"
          title={t('account.figures-failed')}
          failure={failure}
          onRetry={() => void info.refetch()}
        />
      ) : (
        <>
          <UnjudgedNote user={user} className="mt-3" />
          <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(144px,1fr))] gap-x-8 gap-y-4 max-desktop:gap-x-4 desktop:grid-cols-3 min-[600px]:max-desktop:grid-cols-3">
            {FIGURES.map((figure) => (
              <OneFigure key={figure.key} figure={figure} user={user} />
            ))}
          </dl>
        </>
      )}
      {user?.valuedAt != null && (
        <p className="mt-4 text-xs text-ink-3">
          {t('account.valued', { when: formatTime(user.valuedAt, 'clock') })}
        </p>
      )}
    </Card>
  );
}

/** A figure; what it means opens under it by press, and shows on hover. */
function OneFigure(props: {
  readonly figure: Figure;
  readonly user: UserInfo | undefined;
}): ReactElement {
  const { figure, user } = props;
  const t = useT();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1 text-sm text-ink-3">
        <span title={t(figure.means, figure.meansValues)}>{t(figure.label)}</span>
        <IconButton
          label={`${t('account.means')}: ${t(figure.label)}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="!size-6 max-desktop:!size-11"
        >
          <InfoIcon size={16} />
        </IconButton>
      </dt>
      <dd>
        <FigureValue user={user} figure={figure} className="text-lg font-semibold" />
        <p id={id} hidden={!isOpen} className="mt-1 max-w-[44ch] text-sm text-ink-2">
          {t(figure.means, figure.meansValues)}
        </p>
      </dd>
    </div>
  );
}
