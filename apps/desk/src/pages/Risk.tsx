import { Segments } from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { PlanExposureTables } from '../features/plans/PlanExposure.tsx';
import { ExposureTable, ExposureTotal } from '../features/risk/ExposureTable.tsx';
import { HouseDays } from '../features/risk/HouseDays.tsx';
import { LadderTable } from '../features/risk/LadderTable.tsx';
import { useRisk } from '../features/risk/risk-api.ts';
import { PageFrame } from '../lib/PageFrame.tsx';
import { Waits } from '../lib/Waits.tsx';
import { PAGES } from '../lib/paths.ts';
import { useDeskT } from '../lib/texts.ts';

function Part(props: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section aria-label={props.title} className="mt-6">
      <h2 className="mb-2 text-sm tracking-normal">{props.title}</h2>
      {props.children}
    </section>
  );
}

/** What is open, what a fall would do, and what the house earned. */
export function Risk(): ReactElement {
  const t = useDeskT();
  const [mode, setMode] = useState<'real' | 'demo'>('real');
  const risk = useRisk();
  const choose = (
    <Segments
      label={t('risk.mode')}
      value={mode}
      onChange={setMode}
      choices={[
        { value: 'real', label: t('risk.real') },
        { value: 'demo', label: t('risk.demo') },
      ]}
    />
  );
  return (
    <PageFrame title={t('nav.risk')} aside={choose}>
      <Waits of={risk} saying={t('risk.computing')}>
        {(now) => (
          <>
            <p className="mb-3 text-xs text-ink-3">
              {t('risk.age', { seconds: Math.round(now.ageMs / 1_000), took: now.tookMs })}
            </p>
            <ExposureTotal of={now[mode]} />
            <Part title={t('risk.exposure')}>
              <ExposureTable of={now[mode]} />
            </Part>
            <Part title={t('risk.ladder')}>
              <LadderTable of={now[mode]} mode={mode} />
            </Part>
          </>
        )}
      </Waits>
      <Part title={t('plan-list.exposure')}>
        <PlanExposureTables mode={mode} />
        <Link href={PAGES.plans.path} className="mt-3 inline-block text-sm underline">
          {t('plan-list.all')}
        </Link>
      </Part>
      <Part title={t('risk.house')}>
        <HouseDays mode={mode} />
      </Part>
    </PageFrame>
  );
}
