import { type UserId, newUuid } from '@candor/kernel';
import { type TestClock, createTestClock } from '@candor/testkit';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import {
  type Actor,
  type AdjustedAccounts,
  type Cases,
  type StaffTerms,
  createCases,
} from '../src/cases/index.ts';
import { KINDS_ABOVE } from '../src/case-kinds.ts';
import { commitEntries } from '../src/ledger/index.ts';
import { createParameters, type Parameters } from '../src/parameters/index.ts';
import { type Database, openDatabase } from '../src/platform/postgres/db.ts';
import { createLog } from '../src/platform/process/log.ts';
import { entryOf, pays } from './books.ts';

/** Members of staff by what they may do. */
export const STAFF = {
  opener: {
    id: '0199f000-0000-7000-8000-00000000000a',
    roles: ['support', 'cashierMaker', 'risk'],
  },
  maker: { id: '0199f000-0000-7000-8000-00000000000b', roles: ['cashierMaker', 'risk'] },
  checker: { id: '0199f000-0000-7000-8000-00000000000c', roles: ['cashierChecker'] },
  both: {
    id: '0199f000-0000-7000-8000-00000000000d',
    roles: ['cashierMaker', 'cashierChecker', 'risk'],
  },
  auditor: { id: '0199f000-0000-7000-8000-00000000000e', roles: ['auditor'] },
} as const satisfies Record<string, Actor>;

/** Cases on a database of a test file's own. */
export type TestCases = {
  readonly cases: Cases;
  /** As the product's role, which carries out. */
  readonly db: Database;
  /** As the desk's role, which decides. */
  readonly desk: Database;
  readonly owner: Database;
  readonly clock: TestClock;
  readonly parameters: Parameters;
  /** Who is a member now; all of them unless a test says otherwise. */
  staff: readonly Actor[];
  /** A user with so much real cash. */
  newUser(units?: bigint): Promise<UserId>;
  /** Proposes a case and answers its id. */
  propose(terms: StaffTerms, actor?: Actor): Promise<string>;
  /** A member's decision on a case as it stands. */
  decide(
    id: string,
    actor: Actor,
    verdict?: 'approve' | 'reject',
    reason?: string,
  ): Promise<string>;
  /** Both yeses; nothing is carried out. */
  approve(id: string, reason?: string): Promise<void>;
  stop(): Promise<void>;
};

/** Accounts without contracts, none of them closed: what an adjustment takes is bounded by cash alone. */
export const ADJUSTS_ANY: AdjustedAccounts = {
  free: async () => 10n ** 30n,
  isOpen: async () => true,
};

/** The desk's role on a database: what a test does over it, the database lets the desk do. */
export function openDesk(database: Pick<TestDatabase, 'ownerConfig'>): Database {
  const options = '-c timezone=UTC -c role=candor_desk';
  return openDatabase({ ...database.ownerConfig, options, max: 4 });
}

/** Opens cases; `stop` them in `afterAll`. */
export async function openTestCases(): Promise<TestCases> {
  const database = await cloneDatabase();
  const db = openDatabase(database.config);
  const desk = openDesk(database);
  const owner = openDatabase({ ...database.ownerConfig, max: 2 });
  const clock = createTestClock();
  const parameters = createParameters({ db, clock });
  await parameters.reload();
  const cases = createCases({
    db,
    deskDb: desk,
    clock,
    log: createLog({ level: 'silent' }),
    committed: () => undefined,
    parameters,
    kinds: KINDS_ABOVE,
    adjusted: ADJUSTS_ANY,
    members: {
      active: async () => opened.staff.map((one) => ({ ...one, name: one.id, hasPasskey: true })),
      namesOf: async () =>
        new Map(Object.entries(STAFF).map(([name, { id }]) => [id as string, name])),
      isOwn: async () => false,
    },
  });
  const opened: TestCases = {
    cases,
    db,
    desk,
    owner,
    clock,
    parameters,
    staff: Object.values(STAFF),
    async newUser(units = 0n) {
      const at = clock.now();
      const userId = newUuid(at) as UserId;
      const deposit = entryOf('deposit', userId, [pays('world:tron', 'user:cash', units)]);
      if (units > 0n) await db.transaction((tx) => commitEntries(tx, [deposit], at));
      return userId;
    },
    async propose(terms, actor = STAFF.opener) {
      const said = { actor, terms, note: 'a test', action: 'cases.open-adjustment' };
      const proposed = await cases.propose(said);
      if (!proposed.ok) throw new Error(proposed.failure.name);
      return proposed.value.id;
    },
    async decide(id, actor, verdict = 'approve', reason) {
      const shown = await cases.get(actor, id);
      if (!shown.ok) return shown.failure.name;
      const { rowHash, reasons } = shown.value;
      const usual = verdict === 'approve' ? reasons.approved[0] : reasons.rejected[0];
      const moved = await cases.move(id, {
        actor,
        move: { kind: verdict, rowHash, reason: reason ?? usual ?? null },
        text: null,
        action: 'cases.decide',
      });
      return moved.ok ? moved.value : moved.failure.name;
    },
    async approve(id, reason) {
      const came = [
        await opened.decide(id, STAFF.maker, 'approve', reason),
        await opened.decide(id, STAFF.checker, 'approve', reason),
      ];
      if (came.join() !== 'firstYes,approved') throw new Error(`not approved: ${came.join()}`);
    },
    async stop() {
      await Promise.all([db.end(), desk.end(), owner.end()]);
      await database.drop();
    },
  };
  return opened;
}
