import { Dialog, useT } from '@candor/ui';
import { type ReactElement, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { href } from '../lib/paths.ts';

const SEARCH = '[data-market-list] input[type=search]';
/** Longest wait for the page of markets to stand after the key. @units milliseconds */
const STANDS_MS = 5_000;

/** Whether a key belongs to what is typed into, to a dialog, or to the browser. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('dialog[open]') !== null) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}

/** Focuses the search of markets; answers whether one is on the page. */
function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>(SEARCH)].find(
    (one) => one.offsetParent !== null,
  );
  field?.focus();
  field?.select();
  return field !== undefined;
}

/** Focuses the search of markets as soon as the page that is coming has it. */
function focusSearchSoon(): void {
  const watch = new MutationObserver(() => {
    if (focusSearch()) watch.disconnect();
  });
  watch.observe(document.body, { subtree: true, childList: true });
  setTimeout(() => watch.disconnect(), STANDS_MS);
}

/** Keys that work on every page, and the list of them. */
export function Keys(): ReactElement {
  const t = useT();
  const [, goTo] = useLocation();
  const [isListed, setListed] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTaken(event)) return;
      if (event.key === '?') setListed(true);
      else if (event.key === '/') {
        if (!focusSearch()) {
          focusSearchSoon();
          goTo(href('market'));
        }
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [goTo]);
  const keys = [
    ['/', t('keys.search')],
    ['↓', t('keys.rows')],
    ['Tab', t('keys.amount')],
    ['Esc', t('keys.leave')],
    ['?', t('keys.list')],
  ] as const;
  return (
    <Dialog open={isListed} onClose={() => setListed(false)} title={t('keys.title')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-3 text-sm">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="mono rounded-xs border border-line-strong bg-sunken px-1.5 py-0.5">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-xs text-ink-3">{t('keys.note')}</p>
    </Dialog>
  );
}
