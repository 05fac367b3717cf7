import { type UnixMs, isoText } from '@candor/kernel';
import type { StaffView } from './staff.ts';
import type { QueueRow } from '../store/staff-store.ts';

const moment = (at: number): string =>
  `${isoText(at as UnixMs)
    .slice(0, 16)
    .replace('T', ' ')} UTC`;

/** What a user wrote, set off so that no line of it can be taken for one of ours. */
const quoted = (text: string): string[] => text.split('\n').map((line) => `  | ${line}`);

/** The list as it is read at a terminal, a line for each conversation. */
export function queueLines(rows: readonly QueueRow[]): string[] {
  if (rows.length === 0) return ['Nothing waits.'];
  return rows.map((row) => {
    const { number, state, language, messages, updated_at: at, of_account: isAccount } = row;
    const of = isAccount ? 'account' : 'visitor';
    return `${number}  ${moment(at)}  ${state}  ${of}  ${language}  ${messages}  ${row.subject}`;
  });
}

/** A conversation as it is read at a terminal. */
export function viewLines({ conversation, messages }: StaffView): string[] {
  const { number, subject, state, language, user_id: userId } = conversation;
  const of = userId === null ? 'a visitor' : 'an account';
  return [
    `${number}: ${subject}`,
    `${state}, of ${of}, in ${language}`,
    ...messages.flatMap(({ by, name, reference, text, files, at }) => [
      '',
      by === 'staff' ? `${moment(at)}, ${name ?? ''} (${reference ?? ''})` : `${moment(at)}, asker`,
      ...quoted(text),
      ...(files.length === 0 ? [] : [`  Pictures: ${files.join(' ')}`]),
    ]),
  ];
}
