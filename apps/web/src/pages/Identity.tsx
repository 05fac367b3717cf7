import { buttonClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { IdentityView } from '../features/identity/IdentityView.tsx';
import { href } from '../lib/paths.ts';
import { Cached } from '../live/Cached.tsx';

function Body(): ReactElement {
  const t = useT();
  const onward = (
    <Link
      href={href('loanApply')}
      className={buttonClass({
        variant: 'secondary',
        className: 'justify-self-start max-desktop:w-full',
      })}
    >
      {t('loan.apply')}
    </Link>
  );
  return (
    <div className="mx-auto flex max-w-[720px] flex-col gap-5 px-8 pt-10 pb-12 max-desktop:min-h-[calc(100dvh-84px-var(--mark,0px))] max-desktop:px-4 max-desktop:pt-5 max-desktop:pb-0">
      <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
        {t('page.identity-title')}
      </h1>
      <IdentityView onward={onward} />
    </div>
  );
}

/** Who the user is: what real business needs before it, step by step, and how it stands. */
export function Identity(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
