import type { Notification } from '@candor/protocol/light';
import { toast, useT } from '@candor/ui';
import { useEffect } from 'react';
import { ReceiptLink } from '../../lib/ReceiptLink.tsx';
import { useSession } from '../../lib/session.ts';
import { onNotification, tellsOfMargin } from '../../live/news.ts';
import { wordsOf } from './words.ts';

/**
 * Says what its owner is told of, unless the page on screen says it already. The server tells of
 * each event once; what the lists on screen know of an order is no measure of it, because they may
 * be read again before or after it is told.
 */
export function useNotificationToasts(): void {
  const t = useT();
  const { mode } = useSession();
  useEffect(() => {
    const isSaid = (told: Notification): boolean =>
      told.kind === 'margin-level' && told.mode === mode && tellsOfMargin();
    return onNotification((told) => {
      if (isSaid(told)) return;
      const { title, more } = wordsOf(told, t);
      const { receiptNo } = told.facts;
      // Of the other account: nobody should take practice for money, or money for practice.
      const books = told.mode === null || told.mode === mode ? null : t(`mode.${told.mode}`);
      const text = [books, more].filter((part) => part !== null).join(' · ');
      toast({
        title,
        text: text === '' ? undefined : text,
        action: receiptNo === undefined ? undefined : <ReceiptLink number={receiptNo} />,
      });
    });
  }, [mode, t]);
}
