import { Card, buttonClass, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { useContents } from '../features/content/api.ts';
import { Awaited } from '../features/content/Awaited.tsx';
import { ContentLinks } from '../features/content/ContentLinks.tsx';
import { ReadingFrame, ReadingHead } from '../features/content/ReadingFrame.tsx';

/** The build writes it here; nothing else knows it. */
const VERSION = String(import.meta.env.CANDOR_VERSION ?? '—');
/** Written by the build beside the pages: what of others is part of them. */
const LICENCES = '/licences.txt';

function Part(props: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <Card className="p-5 max-desktop:p-4">
      <h2 className="mb-1 text-lg">{props.title}</h2>
      {props.children}
    </Card>
  );
}

/** Who runs it, and how to reach them; the texts are the operator's. */
function Company(): ReactElement {
  const company = useContents('1');
  const contact = useContents('4');
  return (
    <Awaited of={company}>
      {(items) => <ContentLinks items={[...items, ...(contact.data ?? [])]} />}
    </Awaited>
  );
}

/** Whether this browser keeps the frame for a day without a connection. */
function Kept(): ReactElement {
  const t = useT();
  const isKept = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  return <p className="mt-3 font-medium">{t(isKept ? 'about.kept' : 'about.not-kept')}</p>;
}

function Body(): ReactElement {
  const t = useT();
  return (
    <>
      <ReadingHead title={t('page.about-title')} lead={t('page.about-text')} />
      <div className="grid gap-4">
        <Part title={t('about.texts')}>
          <Company />
        </Part>
        <Part title={t('about.device')}>
          <p className="leading-7 text-ink-2">{t('about.device-text')}</p>
          <Kept />
        </Part>
        <Part title={t('about.version', { version: VERSION })}>
          <p className="leading-7 text-ink-2">{t('about.licences-text')}</p>
          <a
            href={LICENCES}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ variant: 'secondary', size: 'sm', className: 'mt-3' })}
          >
            {t('about.licences')}
          </a>
        </Part>
      </div>
    </>
  );
}

/** What this is, who answers for it, what it keeps on the device and what it is made of. */
export function About(): ReactElement {
  return (
    <ReadingFrame>
      <Body />
    </ReadingFrame>
  );
}
