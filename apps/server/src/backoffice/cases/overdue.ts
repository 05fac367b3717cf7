import { DEFAULT_LOCALE } from '@candor/locales';
import type { LateCase } from '../../cases/index.ts';
import type { Mailer } from '../../messaging/index.ts';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import { listStaffMembers } from '../../staff/index.ts';

/** A mail names so many; the queue has the others. */
const NUMBERS_MAX = 20;

type Deps = {
  /** Reads who is a member. */
  readonly db: Database;
  readonly mailer: Pick<Mailer, 'enqueue'>;
  /** Where the desk's pages are. */
  readonly address: () => string;
};

const shownNumbers = (numbers: readonly string[]): string => {
  const shown = numbers.slice(0, NUMBERS_MAX).join(', ');
  return numbers.length > NUMBERS_MAX ? `${shown}, …` : shown;
};

/** Mails the members of support that complaints are past their deadline: one mail each. */
export function tellLateComplaints(
  deps: Deps,
): (tx: Tx, numbers: readonly string[]) => Promise<void> {
  return async (tx, numbers) => {
    for (const { email, roles } of await listStaffMembers(deps.db)) {
      if (!roles.includes('support')) continue;
      await deps.mailer.enqueue(tx, {
        to: email,
        template: 'staff-complaints',
        language: DEFAULT_LOCALE,
        values: {
          count: String(numbers.length),
          numbers: shownNumbers(numbers),
          link: `${deps.address()}/complaints?state=overdue`,
        },
      });
    }
  };
}

/** What is told of late and of stuck cases: its mail, and where the desk lists them. */
const TOLD = {
  overdue: { template: 'staff-overdue', path: '/cases?state=overdue' },
  stuck: { template: 'staff-stuck', path: '/cases?state=decided' },
} as const;

/**
 * Mails the members who could decide that cases are past their deadline, or cannot be carried out: one mail
 * each, however many cases there are.
 */
export function tellOverdue(deps: Deps): (tx: Tx, late: readonly LateCase[]) => Promise<void> {
  return async (tx, late) => {
    for (const member of await listStaffMembers(deps.db)) {
      const own = late.filter((one) => one.mayDecide(member));
      for (const [why, { template, path }] of Object.entries(TOLD)) {
        const numbers = own.filter((one) => one.why === why).map(({ number }) => number);
        if (numbers.length === 0) continue;
        await deps.mailer.enqueue(tx, {
          to: member.email,
          template,
          language: DEFAULT_LOCALE,
          values: {
            count: String(numbers.length),
            numbers: shownNumbers(numbers),
            link: `${deps.address()}${path}`,
          },
        });
      }
    }
  };
}
