import { useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** The query behind a figure, word for word, folded away. */
export function QueryText({ query }: { readonly query: string }): ReactElement {
  const t = useT();
  return (
    <details className="min-w-0 text-sm">
      <summary className="w-fit min-w-6 cursor-pointer py-1 text-accent max-desktop:min-w-11 max-desktop:min-h-11 max-desktop:content-center">
        {t('trust.risk-query')}
      </summary>
      <pre
        dir="ltr"
        className="mono mt-1 rounded-sm bg-sunken p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {query}
      </pre>
    </details>
  );
}
