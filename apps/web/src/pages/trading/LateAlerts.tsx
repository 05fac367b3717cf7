import type { ReactElement } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { WhenIdle } from '../../lib/when-idle.tsx';

const Alerts = lazyPart(() => import('./Alerts.tsx').then((module) => module.Alerts));

/** `Alerts`, once the page stands. */
export function LateAlerts(): ReactElement {
  return (
    <WhenIdle>
      <Alerts />
    </WhenIdle>
  );
}
