import { Note, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { Command } from './commands.ts';
import { earlierText } from './end-text.ts';
import { href } from './paths.ts';

/**
 * How the last press of a ticket went, when it left something to say; a `Command` here is an earlier
 * one still without an answer.
 */
export type Aftermath = 'asking' | 'unknown' | 'notSent' | 'priceEnded' | Command | null;

/** Under the action: why nothing was sent, or that nobody knows yet whether it was. */
export function AftermathNote(props: {
  readonly aftermath: Aftermath;
  readonly refusal: string | undefined;
}): ReactElement | null {
  const { aftermath, refusal } = props;
  const t = useT();
  if (refusal !== undefined) return <Note tone="error">{refusal}</Note>;
  if (aftermath === null) return null;
  if (aftermath === 'asking') return <Note tone="warn">{t('ticket.asking')}</Note>;
  if (aftermath === 'priceEnded') return <Note tone="warn">{t('ticket.price-ended')}</Note>;
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
