import { useEffect, useState, type ReactElement } from 'react';
import { CheckCircleIcon, WarningCircleIcon, XIcon } from './icons.ts';
import { dismissToast, type ToastMessage } from './toast.ts';
import { useT } from './use-locale.ts';

const SHOWN_MS = 6_000;

function Toast({ message }: { readonly message: ToastMessage }): ReactElement {
  const t = useT();
  const Icon = message.isUndone === true ? WarningCircleIcon : CheckCircleIcon;
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld || message.stays === true) return undefined;
    const timer = setTimeout(() => dismissToast(message.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, message.id, message.stays]);
  return (
    <li
      className="on-ink flex items-start gap-3 rounded-md bg-ink p-3 ps-4 text-on-ink shadow-pop"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon size={18} weight="fill" className="mt-0.5" />
      <div className="min-w-0 flex-1 break-words">
        <p className="font-semibold">{message.title}</p>
        {message.text !== undefined && <p className="text-sm opacity-80">{message.text}</p>}
        {/* Whatever colour a link has on a page, it is read here on ink. */}
        {message.action !== undefined && (
          <div className="mt-1 text-sm [&_a]:min-h-6 [&_a]:text-on-ink">{message.action}</div>
        )}
      </div>
      <button
        type="button"
        aria-label={t('common.dismiss')}
        onClick={() => dismissToast(message.id)}
        className="grid size-6 shrink-0 place-items-center rounded-xs max-desktop:-m-2.5 max-desktop:size-11"
      >
        <XIcon size={16} />
      </button>
    </li>
  );
}

/** Where messages appear: bottom end on wide screens, top on phones. */
export function Toasts({ messages }: { readonly messages: readonly ToastMessage[] }): ReactElement {
  return (
    // What stays may be more than the window holds: it scrolls.
    <ol className="fixed inset-x-4 top-[calc(env(safe-area-inset-top)+92px)] z-(--z-toast) grid grid-cols-[minmax(0,1fr)] max-h-[calc(100dvh-180px)] gap-2 overflow-y-auto desktop:start-auto desktop:end-6 desktop:top-auto desktop:bottom-6 desktop:w-[360px] desktop:[html:has([data-fills-window])_&]:end-[352px] desktop:[html:has([data-fills-window])_&]:bottom-[231px] desktop:[html:has([data-fills-window])_&]:max-h-[calc(100dvh-340px)]">
      {messages.map((message) => (
        <Toast key={message.id} message={message} />
      ))}
    </ol>
  );
}
