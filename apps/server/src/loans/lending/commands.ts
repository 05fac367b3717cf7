import { type Result, type UserId, ok } from '@candor/kernel';
import { type Failure, loans as protocol } from '@candor/protocol';
import { takeBackCase } from '../../cases/index.ts';
import { lockAccounts } from '../../ledger/index.ts';
import { type Answered, findKept, keepStatements } from '../../platform/commit/idempotency.ts';
import { createTurns } from '../../platform/commit/turns.ts';
import { answerOnce } from '../../platform/http/answer-once.ts';
import type { KeptText } from '../../platform/http/http.ts';
import { type Tx, sendAll } from '../../platform/postgres/db.ts';
import type { LoanDeps } from '../loan/deps.ts';
import { bidsNow } from '../loan/pricing.ts';
import { findLoan, lockLoan, moveLoan } from '../loan/store.ts';
import { viewOf } from '../loan/view.ts';
import { writeChanges } from '../loan/writing.ts';
import { apply } from './applying.ts';
import { type Decision, type LoanCommand, closed, notFound } from './decision.ts';
import { draw } from './drawing.ts';
import { type RepayBody, addTo, repay } from './repaying.ts';

type ApplyLoanBody = protocol.ApplyLoanBody;
type LoanView = protocol.Loan;

/** Makes the commands of borrowers. Each has a transaction of its own, under the account's lock. */
export function createLoanCommands(deps: LoanDeps) {
  const { db, clock, committed, contracts } = deps;
  const turns = createTurns();

  async function viewed(tx: Tx, userId: UserId, id: string): Promise<Result<LoanView, Failure>> {
    const loan = await findLoan(tx, { userId, id });
    const now = clock.now();
    return loan === null ? notFound : ok(viewOf(loan, bidsNow(deps), now));
  }

  /** Decides a command once and keeps its answer; a refusal leaves nothing behind. */
  async function once(
    { userId, request }: LoanCommand,
    endpoint: Parameters<typeof answerOnce>[0],
    decide: (tx: Tx) => Promise<Decision>,
  ): Promise<KeptText> {
    const inOne = async (tx: Tx): Promise<KeptText> => {
      await lockAccounts(tx, [{ userId, mode: 'real' }]);
      const kept = await findKept(tx, [request]);
      const at = clock.now();
      let outcome: Result<unknown, Failure> = ok(null);
      if (kept.size === 0) {
        // A refusal rolls back what it used of the signature and the confirmation.
        await tx.query('savepoint asked');
        const decided = contracts.unjudged.watch(await decide(tx));
        if (decided.ok) {
          const { loanId, entries, news } = decided.value;
          await writeChanges(tx, { changed: [{ userId, loanId, at, news }], entries, at });
          outcome = await viewed(tx, userId, decided.value.loanId);
        } else {
          await tx.query('rollback to savepoint asked');
          outcome = decided;
        }
      }
      const answers: Answered[] = [];
      const said = answerOnce(endpoint, request, { kept, answers, decide: () => outcome });
      await sendAll(tx, keepStatements(answers, at));
      return said;
    };
    const answer = await turns.take(userId, () => db.transaction(inOne));
    committed();
    return answer;
  }

  /** Whether real business is taken now; asked before a connection is held. */
  const admit = (userId: UserId) => contracts.admitReal({ userId, now: clock.now() });

  /** Takes a loan back that was not drawn, and the case that looks at it. */
  async function cancel(userId: UserId, id: string): Promise<Result<LoanView, Failure>> {
    const inOne = async (tx: Tx): Promise<Result<LoanView, Failure>> => {
      await lockAccounts(tx, [{ userId, mode: 'real' }]);
      const at = clock.now();
      const loan = await lockLoan(tx, { userId, id });
      if (loan === null) return notFound;
      if (loan.state !== 'pendingReview' && loan.state !== 'approved') return closed;
      await moveLoan(tx, loan, { to: 'expired', by: 'owner', at, reason: 'withdrawn' });
      // Nobody has to decide on it any more.
      if (loan.caseId !== null) await takeBackCase(tx, loan.caseId, { userId, at });
      const changed = [{ userId, loanId: id, at, news: [{ kind: 'withdrawn' }] }] as const;
      await writeChanges(tx, { changed, entries: [], at });
      return viewed(tx, userId, id);
    };
    const answer = await turns.take(userId, () => db.transaction(inOne));
    committed();
    return answer;
  }

  return {
    async apply(command: LoanCommand, body: ApplyLoanBody) {
      const admitted = await admit(command.userId);
      return once(command, protocol.applyLoan, async (tx) =>
        admitted.ok ? apply(tx, deps, command, body) : admitted,
      );
    },
    async draw(
      command: LoanCommand,
      asked: { readonly id: string; readonly stepUp: string | undefined },
    ) {
      const admitted = await admit(command.userId);
      return once(command, protocol.drawLoan, async (tx) =>
        admitted.ok ? draw(tx, deps, command, asked) : admitted,
      );
    },
    repay: (command: LoanCommand, asked: { readonly id: string; readonly body: RepayBody }) =>
      once(command, protocol.repayLoan, (tx) => repay(tx, deps, command, asked)),
    addCollateral: (command: LoanCommand, asked: Parameters<typeof addTo>[3]) =>
      once(command, protocol.addCollateral, (tx) => addTo(tx, deps, command, asked)),
    cancel,
    /** Resolves when no command is queued or running. */
    idle: () => turns.idle(),
  };
}

/** The commands of borrowers. */
export type LoanCommands = ReturnType<typeof createLoanCommands>;
