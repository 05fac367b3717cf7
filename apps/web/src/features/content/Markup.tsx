import { Markup as DrawnMarkup } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../../lib/paths.ts';

const LINK = 'text-ink underline underline-offset-2 hover:text-ink-2';

function Anchor(props: { readonly href: string; readonly children: ReactNode }): ReactElement {
  const { href, children } = props;
  const isOurs = /^\/(?![/\\])/.test(href);
  const path = href.split(/[?#]/)[0];
  if (isOurs && path !== PATHS.support) {
    return (
      <Link href={href} className={LINK}>
        {children}
      </Link>
    );
  }
  if (!isOurs && !/^(?:https:\/\/|mailto:)/i.test(href)) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={LINK}>
      {children}
    </a>
  );
}

/** Nodes of a text, with links that lead on inside the product. */
export function Markup({ nodes }: { readonly nodes: readonly Node[] }): ReactElement {
  return (
    <DrawnMarkup
      nodes={nodes}
      renderLink={(href, children) => <Anchor href={href}>{children}</Anchor>}
    />
  );
}
