import type { ReactElement } from 'react';
import { OptionsList } from '../../features/options/OptionsList.tsx';
import { useTickSizes } from './use-trading.ts';

/** The options of the account on screen, under the chart. */
export function DeskOptions(): ReactElement {
  return <OptionsList tickSizeOf={useTickSizes()} />;
}
