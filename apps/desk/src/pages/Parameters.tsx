import type { ReactElement } from 'react';
import { ParametersView } from '../features/parameters/ParametersView.tsx';
import { PageFrame } from '../lib/PageFrame.tsx';
import { useDeskT } from '../lib/texts.ts';

/** The numbers the operator can set, and what is announced of them. */
export function Parameters(): ReactElement {
  const t = useDeskT();
  return (
    <PageFrame title={t('nav.parameters')} fills>
      <ParametersView />
    </PageFrame>
  );
}
