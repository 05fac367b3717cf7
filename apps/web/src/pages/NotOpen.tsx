import type { MessageKey } from '@candor/locales';
import { StatusChip, buttonClass, cardClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../lib/paths.ts';

/** A page that says honestly what will be here, and where one can go meanwhile. */
export function NotOpen(props: {
  readonly title: MessageKey;
  readonly text: MessageKey;
}): ReactElement {
  const t = useT();
  return (
    <div className="mx-auto max-w-[1264px] px-8 pt-16 max-desktop:px-4 max-desktop:pt-6">
      <h1 className="text-3xl tracking-[-0.03em] max-desktop:text-2xl rtl:tracking-normal">
        {t(props.title)}
      </h1>
      <section className={`mt-8 max-w-[640px] p-6 max-desktop:mt-4 max-desktop:p-4 ${cardClass}`}>
        <StatusChip icon="clock">{t('message.not-yet-open')}</StatusChip>
        <h2 className="mt-5 text-sm font-medium tracking-normal text-ink-3">
          {t('page.what-will-be')}
        </h2>
        <p className="mt-1 text-md">{t(props.text)}</p>
        <p className="mt-4 border-t border-line pt-4 text-sm text-ink-2">{t('page.closed-next')}</p>
        <Link
          href={PATHS.market}
          className={buttonClass({ variant: 'secondary', className: 'mt-4 max-desktop:w-full' })}
        >
          {t('home.go-to-market')}
        </Link>
      </section>
    </div>
  );
}
