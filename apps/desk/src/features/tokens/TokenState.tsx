import type { NftToken } from '@candor/protocol/desk-light';
import { StatusChip, type StatusIcon, type StatusTone } from '@candor/ui';
import type { ReactElement } from 'react';
import { useDeskT } from '../../lib/texts.ts';

const LOOKS: Readonly<Record<NftToken['state'], readonly [StatusIcon, StatusTone]>> = {
  open: ['play', 'running'],
  sold: ['check', 'ok'],
  delivered: ['check', 'ok'],
  closed: ['clock', 'neutral'],
  cancelled: ['x', 'warn'],
};

/** What became of a token. */
export function TokenState({ of: state }: { readonly of: NftToken['state'] }): ReactElement {
  const t = useDeskT();
  const [icon, tone] = LOOKS[state];
  return (
    <StatusChip icon={icon} tone={tone}>
      {t(`tokens.state-${state}`)}
    </StatusChip>
  );
}
