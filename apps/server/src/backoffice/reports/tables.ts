import {
  type Asset,
  type Clock,
  DAY_MS,
  type Mode,
  type UnixMs,
  type UtcDay,
  formatMoney,
  isoText,
  money,
  plusMs,
  startOfDay,
} from '@candor/kernel';
import type { ReportKind } from '@candor/protocol/desk';
import type { Audit, AuditRecord } from '../../audit/index.ts';
import { listClassFlows, listHouseParts } from '../../ledger/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import type { Register } from '../../support/index.ts';

/** A column of a report. */
export type ReportColumn = {
  readonly head: string;
  readonly share: number;
  readonly isFigure?: true;
};

/** What one day adds to a report: its lines, and what it adds to the figures of the last lines. */
export type ReportDay = {
  readonly lines: readonly (readonly string[])[];
  readonly sums: readonly { readonly asset: Asset; readonly units: readonly bigint[] }[];
  /** What is counted beside figures, each by its name. */
  readonly counts?: readonly (readonly [name: string, count: number])[];
};

/** One kind of report: how it is read day by day. */
export type ReportTable = {
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  /** How many of the last columns are figures that are added up, for each asset by itself. */
  readonly figures: number;
  read(day: UtcDay): Promise<ReportDay>;
};

/** What reports are read from. */
export type TableDeps = {
  readonly db: Database;
  readonly audit: Pick<Audit, 'list'>;
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly register: Pick<Register, 'received'>;
  readonly clock: Clock;
};

const DAY: ReportColumn = { head: 'Day (UTC)', share: 3 };
const ASSET: ReportColumn = { head: 'Asset', share: 2 };
const ACCOUNT: ReportColumn = { head: 'Account', share: 5 };
const KIND: ReportColumn = { head: 'Kind', share: 5 };
const figure = (head: string): ReportColumn => ({ head, share: 4, isFigure: true });
const THREE = [figure('Received'), figure('Paid'), figure('Change')];

const spanOf = (day: UtcDay): { from: UnixMs; to: UnixMs } => {
  const from = startOfDay(day);
  return { from, to: plusMs(from, DAY_MS) };
};

type Sum = { readonly asset: Asset; readonly name: string; readonly units: readonly bigint[] };

function dayOf(day: UtcDay, sums: readonly Sum[]): ReportDay {
  const text = (asset: Asset) => (units: bigint) => formatMoney(money(asset, units));
  return {
    lines: sums.map(({ asset, name, units }) => [day, asset, name, ...units.map(text(asset))]),
    sums,
  };
}

/** What moved in the books on a day, by account or by kind of entry. */
function flowsTable(
  { db }: TableDeps,
  params: {
    readonly mode: Mode;
    readonly title: string;
    readonly account: 'house:fees' | 'house:financing' | null;
  },
): ReportTable {
  const { mode, title, account } = params;
  const by = account === null ? 'account' : 'kind';
  return {
    title,
    columns: [DAY, ASSET, account === null ? ACCOUNT : KIND, ...THREE],
    figures: THREE.length,
    async read(day) {
      const rows = await listClassFlows(db, { mode, account, ...spanOf(day) });
      const groups = Map.groupBy(rows, (row) => `${row.asset} ${row[by]}`);
      const sums = [...groups.values()].flatMap((some) => {
        const [first] = some;
        if (first === undefined) return [];
        const taken = some.reduce((sum, row) => sum + row.taken, 0n);
        const paid = some.reduce((sum, row) => sum + row.paid, 0n);
        return [{ asset: first.asset, name: first[by], units: [taken, paid, taken - paid] }];
      });
      return dayOf(day, sums);
    },
  };
}

function houseTable({ db }: TableDeps, mode: Mode): ReportTable {
  return {
    title: 'House result',
    columns: [DAY, ASSET, ACCOUNT, figure('Result')],
    figures: 1,
    async read(day) {
      const parts = await listHouseParts(db, { mode, ...spanOf(day) });
      const sums = parts.map(({ asset, account, units }) => {
        return { asset, name: account, units: [units] };
      });
      return dayOf(day, sums);
    },
  };
}

const momentText = (at: number): string =>
  isoText(at as UnixMs)
    .replace('T', ' ')
    .replace('Z', '');

/** The register of complaints; what was paid to put them right counts once it is in the books. */
function complaintsTable({ register, clock }: TableDeps): ReportTable {
  return {
    title: 'Complaints',
    columns: [
      { head: 'Received (UTC)', share: 5 },
      { head: 'Asset', share: 2 },
      { head: 'Conversation', share: 4 },
      { head: 'User', share: 6 },
      { head: 'Category', share: 3 },
      { head: 'Said by', share: 2 },
      { head: 'Answer due (UTC)', share: 5 },
      { head: 'Answered (UTC)', share: 5 },
      { head: 'Outcome', share: 3 },
      { head: 'Redress case', share: 3 },
      figure('Redress'),
    ],
    figures: 1,
    async read(day) {
      const found = await register.received(spanOf(day));
      const now = clock.now();
      const paid = found.flatMap(({ redress }) => (redress?.state === 'done' ? [redress] : []));
      const isLate = (row: (typeof found)[number]['row']): boolean =>
        (row.answered_at ?? now) >= row.deadline;
      const counted = (name: string, some: readonly unknown[]) => [name, some.length] as const;
      const of = (outcome: string) => found.filter(({ row }) => row.outcome === outcome);
      return {
        lines: found.map(({ row, redress }) => [
          momentText(row.received_at),
          redress?.asset ?? '',
          row.number,
          row.user_id ?? 'visitor',
          row.category,
          row.said_by,
          momentText(row.deadline),
          row.answered_at === null ? '' : momentText(row.answered_at),
          row.outcome ?? '',
          redress?.number ?? '',
          redress?.state === 'done' ? formatMoney(money(redress.asset, redress.units)) : '',
        ]),
        sums: paid.map(({ asset, units }) => ({ asset, units: [units] })),
        counts: [
          counted('Received', found),
          counted(
            'Answered',
            found.filter(({ row }) => row.answered_at !== null),
          ),
          counted(
            'Late',
            found.filter(({ row }) => isLate(row)),
          ),
          counted('Upheld', of('upheld')),
          counted('Partly upheld', of('partly')),
          counted('Rejected', of('rejected')),
          counted('Withdrawn', of('withdrawn')),
        ],
      };
    },
  };
}

const PAGE = 500;

function staffTable({ audit, namesOf }: TableDeps): ReportTable {
  return {
    title: 'Staff actions',
    columns: [
      { head: 'Time (UTC)', share: 5 },
      { head: 'Who', share: 4 },
      { head: 'Role', share: 3 },
      { head: 'Action', share: 4 },
      { head: 'Subject', share: 5 },
      { head: 'User', share: 5 },
      { head: 'Details', share: 8 },
    ],
    figures: 0,
    async read(day) {
      const { from, to } = spanOf(day);
      // What the product itself wrote is many rows on some days, of refused callers: it counts for none.
      const people: AuditRecord[] = [];
      let text = 0;
      let page: readonly AuditRecord[] = [];
      do {
        page = await audit.list({ from, to, before: page.at(-1)?.seq, limit: PAGE });
        const some = page.filter(({ actorKind }) => actorKind !== 'system');
        people.push(...some);
        for (const { details } of some) text += JSON.stringify(details).length;
      } while (page.length === PAGE && people.length <= ROWS_MAX && text <= TEXT_MAX);
      const staff = people.filter(({ actorKind }) => actorKind === 'staff');
      const names = await namesOf([...new Set(staff.map(({ actor }) => actor))]);
      return {
        lines: people
          .toReversed()
          .map((row) => [
            momentText(row.at),
            names.get(row.actor) ?? row.actor,
            row.role ?? row.actorKind,
            row.action,
            row.subject ?? '',
            row.userId ?? '',
            JSON.stringify(row.details),
          ]),
        sums: [],
      };
    },
  };
}

/** Rows of a report at most; a shorter time has to be asked for. */
export const ROWS_MAX = 20_000;
/** And characters: a file is put together in memory, beside everything else. */
export const TEXT_MAX = 8 * 1_048_576;

/** How a report of a kind is read. */
export function tableOf(deps: TableDeps, kind: ReportKind, mode: Mode): ReportTable {
  switch (kind) {
    case 'books':
      return flowsTable(deps, { mode, title: 'Daily books', account: null });
    case 'fees':
      return flowsTable(deps, { mode, title: 'Fees', account: 'house:fees' });
    case 'financing':
      return flowsTable(deps, { mode, title: 'Financing', account: 'house:financing' });
    case 'house':
      return houseTable(deps, mode);
    case 'complaints':
      return complaintsTable(deps);
    default:
      return staffTable(deps);
  }
}
