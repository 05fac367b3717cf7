import type { InboxItem } from '@candor/protocol/desk-light';
import { DASH, StatusChip, type StatusIcon, type StatusTone } from '@candor/ui';
import type { ReactElement } from 'react';
import { useDeskT } from '../../lib/texts.ts';
import { waitingText } from '../../lib/waiting-text.ts';

const LOOKS: Readonly<
  Record<InboxItem['state'], { readonly tone: StatusTone; readonly icon: StatusIcon }>
> = {
  open: { tone: 'warn', icon: 'clock' },
  answered: { tone: 'ok', icon: 'check' },
  closed: { tone: 'neutral', icon: 'lock' },
};

/** Whose turn it is: icon and word. */
export function InboxState({ of }: { readonly of: Pick<InboxItem, 'state'> }): ReactElement {
  const t = useDeskT();
  return <StatusChip {...LOOKS[of.state]}>{t(`inbox.state-${of.state}`)}</StatusChip>;
}

/** How long an asker waits. */
export function Waiting(props: {
  readonly of: Pick<InboxItem, 'waitingSince'>;
  readonly now: number;
}): ReactElement {
  const { waitingSince } = props.of;
  if (waitingSince === null) return <span className="text-ink-3">{DASH}</span>;
  return <span className="num">{waitingText(waitingSince, props.now)}</span>;
}
