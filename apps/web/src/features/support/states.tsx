import type { SupportState } from '@candor/protocol/light';
import { StatusChip, type StatusIcon, type StatusTone, useT } from '@candor/ui';
import type { ReactElement } from 'react';

const LOOKS: Readonly<Record<SupportState, { icon: StatusIcon; tone: StatusTone }>> = {
  open: { icon: 'hourglass', tone: 'neutral' },
  answered: { icon: 'check', tone: 'ok' },
  closed: { icon: 'lock', tone: 'neutral' },
};

/** Where a conversation stands. */
export function StateChip({ state }: { readonly state: SupportState }): ReactElement {
  const t = useT();
  return <StatusChip {...LOOKS[state]}>{t(`support.state-${state}`)}</StatusChip>;
}
