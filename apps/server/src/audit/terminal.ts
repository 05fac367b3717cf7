import type { Clock } from '@candor/kernel';
import { type Database, sendAll } from '../platform/postgres/db.ts';
import type { AuditDetails } from './rules.ts';
import { auditStatement } from './store.ts';

/** A command at the terminal, as it was said. */
export type TerminalCommand = {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** Who was at the machine. */
  readonly by: string;
};

/** What stands in the log of an option: nothing of a text to a user but how long it is. */
const keptOption = (name: string, value: unknown): string =>
  name === 'text' ? `${String(value).length} characters` : String(value);

/**
 * Runs a command at the terminal: written down before it is done, so that none is done unseen, and
 * again when it failed. One that only reads is written too: what it shows may be about a user.
 */
export async function auditTerminal(
  deps: { readonly db: Database; readonly clock: Clock },
  said: TerminalCommand,
  run: () => Promise<void>,
): Promise<void> {
  const [name = '', ...words] = said.words;
  const options = Object.entries(said.options).map(
    ([option, value]) => [option, keptOption(option, value)] as const,
  );
  async function write(outcome: 'begun' | 'failed'): Promise<void> {
    const details: AuditDetails = { ...Object.fromEntries(options), words, outcome };
    const row = auditStatement({
      at: deps.clock.now(),
      actor: { kind: 'terminal', name: said.by },
      action: `terminal.${name}`,
      subject: words[0] ?? null,
      details,
    });
    await deps.db.transaction((tx) => sendAll(tx, [row]));
  }
  await write('begun');
  await run().catch(async (error: unknown) => {
    await write('failed');
    throw error;
  });
}
