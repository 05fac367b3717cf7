import type { MarketInfo } from '@candor/protocol/light';
import { buttonClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from './paths.ts';

type Of = { readonly info: Pick<MarketInfo, 'code' | 'type' | 'id'> };

const backTo = ({ code, type, id }: Of['info']): string =>
  href('detail', { code, type: String(type), id });

/** What a visitor may do in a ticket's place: open a demo account, and come back to this market. */
export function OpenDemoLink({ info }: Of): ReactElement {
  const t = useT();
  return (
    <Link
      href={href('register', { next: backTo(info) })}
      className={buttonClass({ size: 'lg', wide: true })}
    >
      {t('ticket.open-demo')}
    </Link>
  );
}

/** Beside it: what it costs, and the way in of a user who has an account. */
export function VisitorNote({ info }: Of): ReactElement {
  const t = useT();
  return (
    <>
      {t('ticket.demo-note')}{' '}
      <Link
        href={href('login', { next: backTo(info) })}
        className="font-medium text-accent underline underline-offset-3 max-desktop:inline-flex max-desktop:min-h-11 max-desktop:items-center"
      >
        {t('nav.log-in')}
      </Link>
    </>
  );
}
