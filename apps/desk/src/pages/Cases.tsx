import type { CaseDetail, CaseKind } from '@candor/protocol/desk-light';
import { Empty, useLayout } from '@candor/ui';
import { type ReactElement, Suspense, lazy } from 'react';
import { useLocation } from 'wouter';
import { CaseView } from '../features/cases/CaseView.tsx';
import { QueueView } from '../features/cases/QueueView.tsx';
import { caseIdOf, useQueueFilter, useQueueMoves } from '../features/cases/queue.ts';
import { useReadAgain } from '../features/cases/reading.ts';
import { useDeskT } from '../lib/texts.ts';

/** It comes when the first of these cases is opened. */
const CaseTokenPart = lazy(() =>
  import('../features/tokens/CaseToken.tsx').then((module) => ({ default: module.CaseTokenPart })),
);
const TOKEN_KINDS: ReadonlySet<CaseKind> = new Set([
  ...(['beneficiary', 'charityPayout', 'creatorPayout', 'token'] as const),
  ...(['tokenCancel', 'tokenChange', 'tokenDelivery'] as const),
]);

const evidenceOf = (one: CaseDetail): ReactElement | null =>
  TOKEN_KINDS.has(one.kind) ? (
    <Suspense fallback={null}>
      <CaseTokenPart of={one} />
    </Suspense>
  ) : null;

/** The queue with the case beside it; on phones the queue, then the case. */
export function Cases(): ReactElement {
  const t = useDeskT();
  const layout = useLayout();
  const [path] = useLocation();
  const filter = useQueueFilter();
  const { openCase } = useQueueMoves(filter);
  const id = caseIdOf(path);
  useReadAgain();
  if (layout === 'mobile') {
    if (id === null) return <QueueView filter={filter} chosen={null} />;
    return <CaseView key={id} id={id} evidence={evidenceOf} onBack={() => openCase(null)} />;
  }
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(400px,536px)_minmax(0,1fr)] gap-px bg-line">
      <QueueView filter={filter} chosen={id} />
      {id === null ? (
        <section aria-label={t('case.label')} className="bg-surface">
          <Empty title={t('case.none-chosen')} className="p-7">
            {t('case.none-chosen-text')}
          </Empty>
        </section>
      ) : (
        <CaseView key={id} id={id} evidence={evidenceOf} onBack={null} />
      )}
    </div>
  );
}
