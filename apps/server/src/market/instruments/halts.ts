import {
  type Clock,
  DAY_MS,
  type InstrumentCode,
  type Result,
  type UnixMs,
  fail,
  ok,
} from '@candor/kernel';
import { CASE_REASONS } from '@candor/protocol';
import type { StaffRole } from '@candor/protocol/desk';
import { writeAudit } from '../../audit/index.ts';
import type { Cases, KindTerms } from '../../cases/index.ts';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import { holdDecisions, listDecisions, lockDecisions } from './restriction-store.ts';
import { type RestrictionParams, restrictIn } from './restrictions.ts';

type Status = RestrictionParams['status'];

const statusOf = (text: string | undefined): Status =>
  text === 'open' || text === 'closeOnly' ? text : 'suspended';

/** How much each leaves to users: what leaves more is for another member to agree to. */
const STRICTNESS: Readonly<Record<Status, number>> = { open: 0, closeOnly: 1, suspended: 2 };

/**
 * Puts back what was in force before a halt that is lifted, where nothing newer was decided: what was
 * close-only by another case is not traded freely because a halt beside it was wrong.
 */
async function lift(tx: Tx, code: string, lifted: { number: string; by: string }, at: UnixMs) {
  const { by } = lifted;
  const [newest, before] = (await holdDecisions(tx, code as InstrumentCode)).toReversed();
  if (String(newest?.number) !== lifted.number) return;
  const isHalted = before !== undefined && before.status !== 'open';
  const { status, reason } = isHalted ? before : { status: 'open' as const, reason: by };
  await restrictIn(tx, { code, status, reason, by }, at);
}

/**
 * What one member did to an instrument at once, for another to confirm or lift; or that it is traded
 * again, for another to agree. @source PRODUCT 11 "kill switch"
 */
export const instrumentCase: KindTerms = {
  name: 'instrument',
  letter: 'I',
  deadlineMs: DAY_MS,
  people: 1,
  roles: { opener: ['risk'], maker: ['risk'], checker: ['risk'] },
  reasons: CASE_REASONS.instrument,
  passkey: false,
  describe: ({ code = '', status = '', reason = '', isAtOnce = '' }) => [
    { key: 'instrument', as: 'parameter', value: code },
    { key: isAtOnce === 'yes' ? 'done-status' : 'status', as: 'status', value: status },
    { key: 'note', as: 'text', value: reason },
  ],
  isInForce: ({ isAtOnce }) => isAtOnce === 'yes',
  async apply(tx, { facts, number }, at) {
    const { code = '', status, reason = '', isAtOnce } = facts;
    if (isAtOnce === 'yes') return 'done';
    // Who agreed that it is traded again spoke of what was known then, not of a halt that came after.
    const newest = (await holdDecisions(tx, code as InstrumentCode)).at(-1);
    if (String(newest?.number ?? 0) !== facts['number']) return 'overtaken';
    const said = { code, status: statusOf(status), reason, by: number };
    return (await restrictIn(tx, said, at)).ok ? 'done' : 'waits';
  },
  async undo(tx, { facts, number: by }, at) {
    const { code = '', number = '', isAtOnce } = facts;
    if (isAtOnce === 'yes') await lift(tx, code, { number, by }, at);
  },
};

/** How the operator's people restrict instruments. */
export type Halts = {
  /**
   * Restricts an instrument at once and puts that before another member; of one that is to be traded
   * again, or restricted less than now, only the case is opened.
   *
   * @failure not-found — the catalogue has no such code
   * @failure unreadable — a reason that is none
   */
  restrict(
    by: { readonly id: string; readonly role: StaffRole },
    said: Omit<RestrictionParams, 'by'> & { readonly action: string },
  ): Promise<
    Result<
      { readonly id: string; readonly number: string },
      { readonly name: 'not-found' } | { readonly name: 'unreadable'; readonly field: string }
    >
  >;
};

/** Opens the restricting of instruments. */
export function createHalts(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly cases: Pick<Cases, 'open'>;
  readonly committed: () => void;
}): Halts {
  const { db, clock, cases, committed } = deps;
  return {
    async restrict(by, { code, status, reason, action }) {
      const at = clock.now();
      const done = await db.transaction(async (tx) => {
        await lockDecisions(tx);
        const [now] = await listDecisions(tx, code as InstrumentCode, 1);
        const isAtOnce =
          status !== 'open' && STRICTNESS[status] >= STRICTNESS[now?.status ?? 'open'];
        // One that is not there is refused before a case of it is opened.
        const params = { code, status, reason, by: by.id };
        const restricted = await restrictIn(tx, params, at, isAtOnce);
        if (!restricted.ok) return restricted;
        const number = String(restricted.value.number);
        const facts = { code, status, reason, isAtOnce: isAtOnce ? 'yes' : 'no', number };
        const subject = `${code}: ${status}`;
        const proposal = { userId: null, subject, amount: null, asset: null, facts };
        const opened = await cases.open(tx, { kind: 'instrument', proposal, by: by.id });
        await writeAudit(tx, {
          at,
          actor: { kind: 'staff', id: by.id, role: by.role },
          action,
          subject: code,
          details: { status, reason, case: opened.number },
        });
        return ok(opened);
      });
      committed();
      if (done.ok) return done;
      const { name } = done.failure;
      return name === 'not-found' ? fail({ name }) : fail({ name: 'unreadable', field: 'reason' });
    },
  };
}
