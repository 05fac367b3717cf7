import { type ReactElement, useEffect } from 'react';
import { Button } from './Button.tsx';
import { formatNumber } from './format.ts';
import { useT } from './use-locale.ts';

/**
 * Steps through a list a page at a time; nothing for a list of one page. A list may become shorter
 * while a user looks at its end: then its last page is asked for.
 */
export function Pager(props: {
  /** The list it belongs to, in words. */
  readonly label: string;
  readonly page: number;
  /** Rows of all pages, and of one. */
  readonly total: number;
  readonly size: number;
  /** What is counted belongs to what was shown before; the page asked for is on its way. */
  readonly isOnItsWay: boolean;
  readonly onPage: (page: number) => void;
  /** Said on the last page. */
  readonly end?: string;
  readonly className?: string;
}): ReactElement | null {
  const { label, page, total, size, isOnItsWay, onPage, end, className = 'p-3' } = props;
  const t = useT();
  const pages = Math.max(1, Math.ceil(total / size));
  const isGone = page > pages && !isOnItsWay;
  useEffect(() => {
    if (isGone) onPage(pages);
  }, [isGone, pages, onPage]);
  if (pages === 1) return null;
  const step = (to: number, text: string): ReactElement => (
    <Button
      variant="secondary"
      size="sm"
      disabled={to < 1 || to > pages}
      onClick={() => onPage(to)}
    >
      {text}
    </Button>
  );
  return (
    <nav
      aria-label={label}
      className={`flex flex-wrap items-center justify-end gap-3 ${className}`}
    >
      {end !== undefined && page >= pages && <span className="text-sm text-ink-3">{end}</span>}
      {step(page - 1, t('orders.previous'))}
      <span className="text-sm text-ink-2">
        {t('orders.page', { page: formatNumber(String(page)), pages: formatNumber(String(pages)) })}
      </span>
      {step(page + 1, t('orders.next'))}
    </nav>
  );
}
