import { useT } from '@candor/ui';
import type { NftToken } from '@candor/protocol/light';
import type { ReactElement } from 'react';
import { leftWords } from '../../lib/left-words.ts';
import { useNow } from '../../lib/use-now.ts';
import type { Timed } from './api.ts';
import { isInLastMinutes } from './words.ts';

type Running = Timed<Pick<NftToken, 'remainingSeconds'>>;

/**
 * What is left of an auction: what the server said was left when it spoke, less what the page's steady
 * clock counted since. The wall clock of a device may be wrong.
 */
function secondsLeft({ remainingSeconds, readAt }: Running, now: number): number | null {
  if (remainingSeconds === null) return null;
  return Math.ceil(remainingSeconds - Math.max(0, now - readAt) / 1000);
}

/** How long an auction still runs. */
export function Countdown({ token }: { readonly token: Running }): ReactElement | null {
  const t = useT();
  const left = secondsLeft(token, useNow());
  if (left === null) return null;
  return (
    <span role="timer" className="num font-medium whitespace-nowrap">
      {left > 0 ? leftWords(left, t) : t('nft.over')}
    </span>
  );
}

/** Says that an auction is in the minutes in which a bid moves its end. */
export function LastMinutes(props: {
  readonly token: Timed<Pick<NftToken, 'remainingSeconds' | 'extension'>>;
}): ReactElement | null {
  const { token } = props;
  const t = useT();
  const left = secondsLeft(token, useNow());
  if (left === null || !isInLastMinutes(left, token)) return null;
  return <p className="text-sm font-medium text-warn">{t('nft.last-minutes')}</p>;
}
