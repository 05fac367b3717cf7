import type { OptionOrder } from '@candor/protocol/light';
import { StatusChip, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { STATE_LABELS, STATE_LOOKS } from './view.ts';

/** Where an option stands, in the specification's word. */
export function OptionState({ option }: { readonly option: OptionOrder }): ReactElement {
  const t = useT();
  const { tone, icon } = STATE_LOOKS[option.state];
  return (
    <StatusChip tone={tone} icon={icon}>
      {t(STATE_LABELS[option.state])}
    </StatusChip>
  );
}
