import { type Clock, type Result, type UserId, fail, ok } from '@candor/kernel';
import type { CaseStep, Failure } from '@candor/protocol';
import type { Database, Tx } from '../platform/postgres/db.ts';
import {
  type CaseRefusal,
  type Kinds,
  type Moved,
  findCase,
  kindOf,
  moveInCase,
} from './case/index.ts';

type Hindered = Failure<'case-own' | 'incomplete'>;

type Confirming<Refusal> = {
  readonly confirm?: (tx: Tx, rowHash: Buffer) => Promise<Result<unknown, Refusal>>;
};

/**
 * Makes a member's move; see `decideMove` for what it may be refused by.
 *
 * @failure case-own — the case is about the member's own account, as far as that can be known
 * @failure incomplete — something has to be there before it may be approved
 */
export type MoveCase = <Refusal extends { readonly name: string } = never>(
  id: string,
  moved: Moved & Confirming<Refusal>,
) => Promise<Result<CaseStep, CaseRefusal | Hindered | { readonly name: 'not-found' } | Refusal>>;

/** Opens the moves of members in a process. */
export function createMove(deps: {
  readonly db: Database;
  readonly deskDb: Database;
  readonly clock: Clock;
  readonly kinds: Kinds;
  readonly members: { isOwn(memberId: string, userId: UserId): Promise<boolean> };
}): MoveCase {
  const { db, deskDb, clock, kinds, members } = deps;

  /**
   * What stands against a move beside the rules of cases: nobody works on a case about their own account, and
   * nobody approves one of which something is missing.
   */
  async function hindrance(id: string, { actor, move }: Moved): Promise<Result<null, Hindered>> {
    if (move.kind === 'note' || move.kind === 'release') return ok(null);
    const row = await findCase(deskDb, id);
    if (row === null) return ok(null);
    const userId = row.user_id as UserId | null;
    const isOwn = userId !== null && (await members.isOwn(actor.id, userId));
    if (isOwn && move.kind !== 'withdraw') return fail({ name: 'case-own' });
    const kind = move.kind === 'approve' ? kindOf(kinds, row.kind) : null;
    const missing = (await kind?.missing?.(db, { id })) ?? null;
    return missing === null ? ok(null) : fail({ name: 'incomplete', field: missing });
  }

  return <Refusal extends { readonly name: string } = never>(
    id: string,
    moved: Moved & Confirming<Refusal>,
  ) =>
    moveInCase<Refusal | Hindered>({ db: deskDb, clock, kinds }, id, {
      ...moved,
      // Asked once the rules allow the move, while the case is held.
      async confirm(tx, hash) {
        const free = await hindrance(id, moved);
        return free.ok ? ((await moved.confirm?.(tx, hash)) ?? ok(null)) : free;
      },
    });
}
