// Promise: each total of a report is the sum in the books, and a report is fetched once by who asked.
import { randomUUID } from 'node:crypto';
import { DAY_MS, type UserId, newUuid, plusMs, utcDayOf } from '@candor/kernel';
import type { ReportFormat, ReportItem, ReportKind } from '@candor/protocol/desk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../../test/pdf-text.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';
import { readZipFully } from '../../../test/zip.ts';
import { type Entry, commitEntries } from '../../ledger/index.ts';
import { createLog } from '../../platform/process/log.ts';
import { createReports } from './reports.ts';

let product: TestDesk;
let auditor: TestMember;
let risk: TestMember;
let from: string;
let to: string;

type Paid = { readonly kind: Entry['kind']; readonly postings: Entry['postings'] };

/** Writes acts down as if they had been done some days ago. */
async function paid(userId: UserId, daysAgo: number, acts: readonly Paid[]): Promise<void> {
  const at = plusMs(product.clock.now(), -daysAgo * DAY_MS);
  const entries = acts.map(({ kind, postings }, part) => ({
    id: newUuid(at) as Entry['id'],
    userId,
    mode: 'real' as const,
    kind,
    requestId: `test:${randomUUID()}`,
    part,
    cause: 'timer' as const,
    subject: null,
    reverses: null,
    at,
    postings,
  }));
  await product.db.transaction((tx) => commitEntries(tx, entries, at));
}

beforeAll(async () => {
  product = await startTestDesk();
  await product.administrator();
  auditor = await product.member('auditor');
  risk = await product.member('risk');
  const { userId } = await product.register();
  const usdt = (units: bigint) => ({ asset: 'USDT' as const, units });
  const btc = (units: bigint) => ({ asset: 'BTC' as const, units });
  for (const daysAgo of [3, 1]) {
    await paid(userId, daysAgo, [
      {
        kind: 'deposit',
        postings: [{ from: 'world:tron', to: 'user:cash', ...usdt(90_000_001n) }],
      },
      {
        kind: 'deposit',
        postings: [{ from: 'world:bitcoin', to: 'user:cash', ...btc(7_000_000n) }],
      },
      {
        kind: 'financing',
        postings: [{ from: 'user:cash', to: 'house:financing', ...usdt(5_000_000n) }],
      },
      {
        kind: 'financing',
        postings: [{ from: 'house:financing', to: 'user:cash', ...usdt(1_500_000n) }],
      },
      {
        kind: 'convert',
        postings: [
          { from: 'user:cash', to: 'house:exchange', ...btc(1_000_000n) },
          { from: 'house:exchange', to: 'user:cash', ...usdt(600_000_000n) },
          { from: 'user:cash', to: 'house:fees', ...usdt(1_200_000n) },
        ],
      },
    ]);
  }
  from = utcDayOf(plusMs(product.clock.now(), -5 * DAY_MS));
  to = utcDayOf(product.clock.now());
});
afterAll(() => product.stop());

const listed = async ({ cookie }: TestMember, id: string): Promise<ReportItem | undefined> =>
  (await product.desk('reports.list', { cookie })).result.find((one) => one.id === id);

/** Has a report written and waits for it. */
async function made(kind: ReportKind, format: ReportFormat, by = auditor): Promise<ReportItem> {
  const body = { kind, format, from, to };
  const started = await product.desk('reports.start', { cookie: by.cookie, body });
  expect(started.message).toBe('ok');
  const { id } = started.result;
  await expect
    .poll(async () => (await listed(by, id))?.state, { timeout: 60_000 })
    .toMatch(/ready|failed/);
  const item = await listed(by, id);
  expect(item).toMatchObject({ state: 'ready', done: 6, days: 6 });
  return item as ReportItem;
}

async function bytesOf(id: string, by = auditor): Promise<Buffer> {
  const answer = await product.app.desk?.http.inject({
    url: `/desk/reports/${id}/file`,
    headers: { cookie: by.cookie, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer?.statusCode).toBe(200);
  return answer?.rawPayload ?? Buffer.alloc(0);
}

const linesOf = (csv: string): string[][] =>
  csv
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));

const unitsOf = (text: string, asset: string): bigint => {
  const [whole = '', rest = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + rest.padEnd(asset === 'USDT' ? 6 : 8, '0'));
  return text.startsWith('-') ? -units : units;
};

/** Totals of a report by asset, in units. */
const totalsIn = (lines: readonly string[][]): [string, bigint[]][] =>
  lines
    .filter(([first]) => first === 'Total')
    .map(([, asset = '', , ...figures]) => [asset, figures.map((one) => unitsOf(one, asset))]);

type Sum = { asset: string; taken: string; paid: string };

/** The same from the books, by one statement. */
async function sums(where: string): Promise<[string, bigint[]][]> {
  const rows = await product.owner.query<Sum>(
    `select p.asset::text as asset, sum(s.taken)::text as taken, sum(s.paid)::text as paid
     from ledger.posting p
     cross join lateral (values (p.from_class::text, 0, p.amount), (p.to_class::text, p.amount, 0))
       s (class, taken, paid)
     where p.mode = 'real' and ${where} group by 1 order by 1`,
  );
  return rows.map(({ asset, taken, paid: out }) => [
    asset,
    [BigInt(taken), BigInt(out), BigInt(taken) - BigInt(out)],
  ]);
}

describe('totals', () => {
  test.each([
    ['books', 'true'],
    ['fees', "s.class = 'house:fees'"],
    ['financing', "s.class = 'house:financing'"],
  ] as const)('of %s are the sums in the books, line by line too', async (kind, where) => {
    const { id, rows } = await made(kind, 'csv');
    const lines = linesOf((await bytesOf(id)).toString('utf8'));
    const totals = totalsIn(lines);
    expect(totals.length).toBeGreaterThan(0);
    expect(totals).toEqual(await sums(where));
    const [, ...written] = lines.filter(([first]) => first !== 'Total');
    expect(written).toHaveLength(rows);
    for (const [asset, [taken]] of totals) {
      const own = written.filter((line) => line[1] === asset);
      const added = own.reduce((sum, line) => sum + unitsOf(line[3] ?? '', asset), 0n);
      expect(added).toBe(taken);
    }
  });

  test('of the house’s result are what its accounts took less what they paid', async () => {
    const { id } = await made('house', 'csv');
    const totals = totalsIn(linesOf((await bytesOf(id)).toString('utf8')));
    const inBooks = await sums("s.class like 'house:%' and s.class <> 'house:capital'");
    expect(totals).toEqual(inBooks.map(([asset, [, , result]]) => [asset, [result]]));
    expect(totals).toContainEqual(['USDT', [2n * (3_500_000n + 1_200_000n - 600_000_000n)]]);
  });
});

describe('files', () => {
  test('a workbook and a document say what the table says', async () => {
    const csv = linesOf((await bytesOf((await made('fees', 'csv')).id)).toString('utf8'));
    const book = readZipFully(await bytesOf((await made('fees', 'xlsx')).id));
    const sheet = book.get('xl/worksheets/sheet1.xml')?.text ?? '';
    const cells = [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
      [...row.matchAll(/<c(?: [^>]*)?>.*?<\/c>/g)].map(([cell]) => cell.replaceAll(/<[^>]+>/g, '')),
    );
    expect(cells).toEqual(csv);
    expect(sheet).toContain('<v>2.4</v>');
    const pages = await readPdf(await bytesOf((await made('fees', 'pdf')).id));
    const text = pages.flat().map((one) => one.text);
    expect(text.join(' ')).toContain('Fees');
    expect(text).toContain('2.4');
  });

  test('what staff did is escaped: no cell is a formula', async () => {
    const body = { kind: 'house', format: 'csv', from, to };
    await product.desk('reports.start', { cookie: risk.cookie, body });
    await product.app.audit.write({
      at: product.clock.now(),
      actor: { kind: 'terminal', name: '=HYPERLINK("https://x.example")' },
      action: 'test.act',
      subject: '@SUM(A1)',
    });
    const csv = (await bytesOf((await made('staff', 'csv')).id)).toString('utf8');
    expect(csv).toContain(`"'=HYPERLINK(""https://x.example"")"`);
    expect(csv).toContain(",'@SUM(A1),");
    expect(csv).toContain('reports.start');
    const book = readZipFully(await bytesOf((await made('staff', 'xlsx')).id));
    const sheet = book.get('xl/worksheets/sheet1.xml')?.text ?? '';
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain(
      '<t xml:space="preserve">=HYPERLINK(&quot;https://x.example&quot;)</t>',
    );
  });
});

describe('a report', () => {
  test('is fetched once, and by its own member alone', async () => {
    const { id } = await made('fees', 'csv');
    const params = { id };
    const others = await product.desk('reports.fetch', { cookie: risk.cookie, params });
    expect(others.message).toBe('not-found');
    expect((await bytesOf(id)).length).toBeGreaterThan(0);
    const again = await product.desk('reports.fetch', { cookie: auditor.cookie, params });
    expect(again.message).toBe('not-found');
    expect(await listed(auditor, id)).toMatchObject({ state: 'fetched', bytes: 0 });
    const [row] = await product.db.query<{ actor: string; subject: string }>(
      "select actor, subject from audit.record where action = 'reports.fetch' and details = '{}' order by seq desc limit 1",
    );
    expect(row).toEqual({ actor: auditor.id, subject: `candor-real-fees-${from}-${to}.csv` });
  });

  test('stands for older ones of its member, five at most', async () => {
    for (let count = 0; count < 6; count += 1) await made('fees', 'csv');
    const { result } = await product.desk('reports.list', { cookie: auditor.cookie });
    expect(result).toHaveLength(5);
  });

  test('of days that are none, too many or to come is refused', async () => {
    const tomorrow = utcDayOf(plusMs(product.clock.now(), DAY_MS));
    const long = utcDayOf(plusMs(product.clock.now(), -366 * DAY_MS));
    for (const span of [
      { from: to, to: from },
      { from, to: tomorrow },
      { from: long, to },
      { from: '2026-02-30', to },
    ]) {
      const body = { kind: 'fees', format: 'csv', ...span };
      const refused = await product.desk('reports.start', { cookie: risk.cookie, body });
      expect(refused.message).toBe('unreadable');
    }
  });

  test('is gone after a day', async () => {
    const { app, db, clock } = product;
    const reports = createReports({
      db,
      clock,
      log: createLog({ level: 'silent' }),
      audit: app.audit,
      pdfs: { write: () => Promise.reject(new Error('no document is written')) },
      namesOf: () => Promise.resolve(new Map()),
      register: app.register,
      origin: () => '',
    });
    const ask = { kind: 'fees', format: 'csv', mode: 'real', from, to } as const;
    const ready = async (): Promise<string> => {
      const started = reports.start('a member', ask);
      expect(started.ok).toBe(true);
      await expect.poll(() => reports.list('a member')[0]?.state).toBe('ready');
      return reports.list('a member')[0]?.id ?? '';
    };
    const kept = await ready();
    clock.advance(DAY_MS - 1_000);
    expect(reports.fetch('a member', kept).ok).toBe(true);
    const gone = await ready();
    clock.advance(DAY_MS);
    expect(reports.fetch('a member', gone)).toEqual({ ok: false, failure: { name: 'not-found' } });
    expect(reports.list('a member')).toEqual([]);
    await reports.stop();
  });
});
