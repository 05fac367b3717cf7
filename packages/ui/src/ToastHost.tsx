import { Suspense, lazy, useSyncExternalStore, type ReactElement } from 'react';
import { currentToasts, onToastsChange } from './toast.ts';
import { useT } from './use-locale.ts';

const Toasts = lazy(() => import('./Toasts.tsx').then((module) => ({ default: module.Toasts })));

/**
 * Where messages appear; their code comes with the first one. The place itself is there before
 * them: a screen reader only announces what enters a region it knows.
 */
export function ToastHost(): ReactElement {
  const t = useT();
  const messages = useSyncExternalStore(onToastsChange, currentToasts);
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
