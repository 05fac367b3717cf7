import { Note, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from '../../lib/paths.ts';
import { earlierText } from '../../lib/end-text.ts';
import type { OptionAftermath } from './use-option-ticket.ts';

/** Under the action: why nothing was bought, or that nobody knows yet whether it was. */
export function OptionAftermathNote(props: {
  readonly aftermath: OptionAftermath;
  readonly refusal: string | undefined;
}): ReactElement | null {
  const { aftermath, refusal } = props;
  const t = useT();
  if (refusal !== undefined) return <Note tone="error">{refusal}</Note>;
  if (aftermath === null) return null;
  if (aftermath === 'asking') return <Note tone="warn">{t('ticket.asking')}</Note>;
  if (aftermath === 'notSent') return <Note tone="warn">{t('ticket.not-sent')}</Note>;
  return (
    <Note
      tone="warn"
      action={
        <Link href={href('orders')} className="font-semibold underline underline-offset-3">
          {t('orders.show-all')}
        </Link>
      }
    >
      {aftermath === 'unknown' ? t('message.network-timeout') : earlierText(aftermath, t)}
    </Note>
  );
}
