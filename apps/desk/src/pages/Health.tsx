import type { ReactElement, ReactNode } from 'react';
import { Checks, Prices, Sources, Stuck } from '../features/risk/HealthView.tsx';
import { useHealth } from '../features/risk/risk-api.ts';
import { PageFrame } from '../lib/PageFrame.tsx';
import { Waits } from '../lib/Waits.tsx';
import { useDeskT } from '../lib/texts.ts';

function Part(props: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section aria-label={props.title} className="mb-7">
      <h2 className="mb-2 text-sm tracking-normal">{props.title}</h2>
      {props.children}
    </section>
  );
}

/** Whether prices come, what is stuck, and whether books and log are what they were. */
export function Health(): ReactElement {
  const t = useDeskT();
  return (
    <PageFrame title={t('nav.health')}>
      <Waits of={useHealth()}>
        {(health) => (
          <>
            <Part title={t('health.sources')}>
              <Sources of={health} />
            </Part>
            <Part title={t('health.stuck-states')}>
              <Stuck of={health} />
            </Part>
            <Part title={t('health.checks')}>
              <Checks of={health} />
            </Part>
            <Part title={t('health.prices')}>
              <Prices of={health} />
            </Part>
          </>
        )}
      </Waits>
    </PageFrame>
  );
}
