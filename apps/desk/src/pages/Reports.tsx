import type { ReactElement } from 'react';
import { ReportForm } from '../features/reports/ReportForm.tsx';
import { ReportList } from '../features/reports/ReportList.tsx';
import { PageFrame } from '../lib/PageFrame.tsx';
import { useDeskT } from '../lib/texts.ts';

/** What the books and the log say of some days, as files. */
export function Reports(): ReactElement {
  const t = useDeskT();
  return (
    <PageFrame title={t('nav.reports')}>
      <p className="mb-4 text-sm text-ink-3">{t('reports.text')}</p>
      <ReportForm />
      <section aria-label={t('reports.list')} className="mt-7">
        <h2 className="mb-2 text-sm tracking-normal">{t('reports.list')}</h2>
        <ReportList />
      </section>
    </PageFrame>
  );
}
