import { readFileSync } from 'node:fs';
import type { NotificationKind, SecurityKind } from '@candor/protocol';

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));

const rows = readFileSync(new URL('../../../docs/notifications.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map(cellsOf);

/** A row of the table of events, word for word. */
export type EventRow = {
  readonly kind: NotificationKind;
  readonly category: string;
  readonly locked: string;
  readonly list: string;
  readonly push: string;
  readonly mail: string;
};

/** The table of events, as the documentation has it. */
export const EVENT_ROWS: readonly EventRow[] = rows
  .filter((cells) => cells.length === 7 && cells[0] !== 'Event')
  .map(([, kind, category = '', locked = '', list = '', push = '', mail = '']) => {
    return { kind: kind as NotificationKind, category, locked, list, push, mail };
  });

/** The table of changes of an account's safety, as the documentation has it. */
export const CHANGE_ROWS: readonly { readonly change: SecurityKind; readonly message: string }[] =
  rows
    .filter((cells) => cells.length === 2 && cells[0] !== 'Change')
    .map(([change, message = '']) => ({ change: change as SecurityKind, message }));
