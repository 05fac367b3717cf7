import { HeadsetIcon, buttonClass, useLocale, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { href } from '../../lib/paths.ts';
import { Cached } from '../../live/Cached.tsx';

/** A page of text, and under it the way to support. */
export function ReadingFrame({ children }: { readonly children: ReactNode }): ReactElement {
  const t = useT();
  const { value } = useLocale();
  return (
    <Cached>
      <div className="mx-auto max-w-[1264px] px-8 pt-10 pb-12 max-desktop:px-4 max-desktop:pt-6">
        <div className="max-w-[820px]">
          {children}
          <p className="mt-10 flex flex-wrap items-center gap-3 text-ink-2">
            {t('content.ask')}
            <a
              href={href('support', { lang: value })}
              target="_blank"
              rel="noopener"
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              <HeadsetIcon size={18} />
              {t('nav.support')}
            </a>
            <Link
              href={href('verify')}
              className={buttonClass({
                variant: 'ghost',
                size: 'sm',
                className: 'max-desktop:-ms-3',
              })}
            >
              {t('page.verify-title')}
            </Link>
          </p>
        </div>
      </div>
    </Cached>
  );
}

/** The head of a page of texts. */
export function ReadingHead(props: {
  readonly title: string;
  readonly lead?: string;
}): ReactElement {
  const { title, lead } = props;
  return (
    <div className="mb-6">
      <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
        {title}
      </h1>
      {lead !== undefined && <p className="mt-2 text-ink-2">{lead}</p>}
    </div>
  );
}
