import { type Mode, formatDecimal } from '@candor/kernel';
import { CLOSE_OUT_LEVEL } from '@candor/pricing';
import type { UserInfo } from '@candor/protocol/light';
import { Amount, IconButton, Percent, WarningIcon, XIcon, shiftDecimal, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { useNotice } from '../../../live/news.ts';
import { BAND_TEXTS, type MarginBand, marginBand } from './margin-notice.ts';

/**
 * Over the page while the account stands below a notice level: the level, what it rests on, and
 * what happens next. Put away it comes back with the next level, or when the server tells again.
 */
export function MarginNotice(props: {
  readonly mode: Mode;
  readonly user: UserInfo | null;
}): ReactElement | null {
  const { mode, user } = props;
  const t = useT();
  const notice = useNotice(mode);
  const [away, setAway] = useState<string | null>(null);
  const band = marginBand(user?.marginLevel ?? null);
  const key = `${band}-${notice?.id ?? ''}`;
  if (user === null || band === null || away === key) return null;
  return (
    <div
      data-level={band}
      className={`flex items-start gap-2.5 px-5 py-2 text-sm max-desktop:px-4 ${GROUNDS[band]}`}
    >
      <WarningIcon size={18} weight="fill" className="mt-px" />
      <p className="min-w-0 flex-1">
        <b className="font-semibold">
          {t('orders.margin-level')}{' '}
          <Percent
            plain
            places={1}
            value={user.marginLevel === null ? null : shiftDecimal(user.marginLevel, 2)}
          />
        </b>{' '}
        {/* Said once; the figures beside it move with the market and are read on request. */}
        <span role="alert">{t(BAND_TEXTS[band], { level: LEVEL })}</span>{' '}
        <span className="whitespace-nowrap">
          {t('account.equity')} <Amount value={user.tradingEquity} />
        </span>
        {' · '}
        <span className="whitespace-nowrap">
          {t('account.bond')} <Amount value={user.bondAmount} />
        </span>
      </p>
      <IconButton
        label={t('common.dismiss')}
        onClick={() => setAway(key)}
        className="-my-2 -me-2 !text-inherit"
      >
        <XIcon size={16} />
      </IconButton>
    </div>
  );
}

/** Where positions are closed, as a sentence says it. */
const LEVEL = `${shiftDecimal(formatDecimal(CLOSE_OUT_LEVEL), 2)}%`;

const WARN = 'bg-warn-tint text-warn';
const DANGER = 'bg-[var(--color-danger-tint)] text-[var(--color-danger)]';
const GROUNDS: Readonly<Record<MarginBand, string>> = {
  '100': WARN,
  '75': WARN,
  '60': DANGER,
  '50': DANGER,
};
