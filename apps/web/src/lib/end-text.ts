import type { MessageKey, Translate } from '@candor/locales';
import { formatTime } from '@candor/ui';
import type { Command, CommandEnd } from './commands.ts';

/** A press that ended without an answer of its own. */
type OpenEnd = Exclude<CommandEnd<never>, { kind: 'done' | 'refused' }>;

/** Says that nothing was sent, because an earlier press of the same went through. */
export function earlierText({ pressedAt }: Pick<Command, 'pressedAt'>, t: Translate): string {
  const time = formatTime(pressedAt, 'second');
  return t('ticket.earlier', { time });
}

/** Says how such a press ended; `notSent` is the sentence of the command itself. */
export function openEndText(end: OpenEnd, t: Translate, notSent: MessageKey): string {
  if (end.kind === 'earlier') return earlierText(end.command, t);
  return t(end.kind === 'unknown' ? 'message.network-timeout' : notSent);
}
