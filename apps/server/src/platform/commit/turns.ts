import { type UserId, ensure } from '@candor/kernel';
import { createGroupCommit } from './group-commit.ts';

/** A command that waits for its turn among those of its user. */
type Turn = { readonly userId: UserId; readonly run: () => Promise<void> };

/**
 * Takes the commands of each user one after another, and of all users two at once: none holds a connection
 * while it waits for its account.
 */
export function createTurns() {
  const group = createGroupCommit<Turn, null>({
    keyOf: ({ userId }) => userId,
    admissionOf: () => 'limited',
    async runAll(turns) {
      for (const { run } of turns) await run();
      return turns.map(() => null);
    },
  });
  return {
    /** Runs a command in its turn. @throws whatever it threw; Busy where too many wait */
    async take<Answer>(userId: UserId, command: () => Promise<Answer>): Promise<Answer> {
      const said: { came: PromiseSettledResult<Answer> | null } = { came: null };
      // What one command fails with is its caller's alone, and runs no other again.
      const run = async (): Promise<void> => {
        [said.came] = await Promise.allSettled([command()]);
      };
      await group.run({ userId, run });
      const came = ensure(said.came, 'it ran');
      if (came.status === 'rejected') throw came.reason;
      return came.value;
    },
    idle: () => group.idle(),
  };
}
