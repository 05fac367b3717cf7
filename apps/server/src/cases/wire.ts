import { SECOND_MS, type UserId, isUuid } from '@candor/kernel';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import type { Database } from '../platform/postgres/db.ts';
import { findStaffMailbox, findStaffNames, listStaffMembers } from '../staff/index.ts';
import {
  type AdjustedAccounts,
  type Cases,
  type KindsAbove,
  type Members,
  createCases,
} from './index.ts';
import { caseRoutes } from './routes.ts';

/** How often what was decided, and was not carried out at once, is tried again. */
const CARRY_MS = 2 * SECOND_MS;
const FIGURES_MS = 30 * SECOND_MS;

/** Opens cases in a process. */
export function wireCases(
  host: Host,
  deps: {
    readonly parameters: Parameters;
    /** The desk's role, which decides. */
    readonly deskDb: Database;
    readonly kinds: KindsAbove;
    readonly adjusted: AdjustedAccounts;
    /** Whether a mailbox is an account's, or was. */
    readonly hasMailbox: (userId: UserId, mailbox: string) => Promise<boolean>;
  },
): Cases {
  const { deskDb } = deps;
  const members: Members = {
    active: () => listStaffMembers(deskDb),
    namesOf: (ids) => findStaffNames(deskDb, ids),
    async isOwn(memberId, userId) {
      const mailbox = isUuid(memberId) ? await findStaffMailbox(deskDb, memberId) : null;
      return mailbox !== null && (await deps.hasMailbox(userId, mailbox));
    },
  };
  const cases = createCases({ ...host, ...deps, members });
  let figures = { overdue: 0, undoneSeconds: 0 };
  host.metrics.gauge(
    'candor_cases_overdue',
    'Cases past their deadline that nobody decided',
    () => figures.overdue,
  );
  host.metrics.gauge(
    'candor_cases_undone_seconds',
    'How long the oldest decided case waits to be carried out',
    () => figures.undoneSeconds,
  );
  host.addRoutes(caseRoutes(cases));
  host.onStart(() => cases.carryOutAll());
  host.every(CARRY_MS, () => cases.carryOutAll());
  host.every(FIGURES_MS, async () => {
    figures = await cases.figures();
  });
  return cases;
}
