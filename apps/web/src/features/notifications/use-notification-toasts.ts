import type { Notification } from '@candor/protocol/light';
import { toast, useT } from '@candor/ui';
import { useEffect } from 'react';
import { useSession } from '../../lib/session.ts';
import { onNotification, tellsOfOrders } from '../../live/news.ts';
import { wordsOf } from './words.ts';

/** Says what its owner is told of, unless the page on screen says it already. */
export function useNotificationToasts(): void {
  const t = useT();
  const { mode } = useSession();
  useEffect(() => {
    const isSaid = (told: Notification): boolean =>
      told.mode === mode && tellsOfOrders() && !told.kind.startsWith('option-');
    return onNotification((told) => {
      if (isSaid(told)) return;
      const { title, more } = wordsOf(told, t);
      toast({ title, text: more ?? undefined });
    });
  }, [mode, t]);
}
