import { Suspense, lazy, useEffect, useSyncExternalStore, type ReactElement } from 'react';
import { currentToasts, dismissToast, onToastsChange } from './toast.ts';
import { useLocale, useT } from './use-locale.ts';

const Toasts = lazy(() => import('./Toasts.tsx').then((module) => ({ default: module.Toasts })));

/**
 * Where messages appear; their code comes with the first one. The place itself is there before
 * them: a screen reader only announces what enters a region it knows.
 */
export function ToastHost(): ReactElement {
  const t = useT();
  const locale = useLocale();
  const messages = useSyncExternalStore(onToastsChange, currentToasts);
  // What was said before is in the language of before; what it told stands in its list.
  useEffect(
    () => () =>
      currentToasts().forEach(({ id, stays }) => {
        if (stays !== true) dismissToast(id);
      }),
    [locale],
  );
  return (
    <div role="status" aria-label={t('ui.toasts')}>
      {messages.length > 0 && (
        <Suspense>
          <Toasts messages={messages} />
        </Suspense>
      )}
    </div>
  );
}
