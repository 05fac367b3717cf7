// Promise: the desk shows loans as they stand at the bids of now, what was signed to the byte, and writes off
// only what is overdue, by the very entry its case shows.
import { randomUUID } from 'node:crypto';
import { DAY_MS, isoText, plusMs } from '@candor/kernel';
import { BASE_PATH, MODE_HEADER, modeHeaderOf } from '@candor/protocol';
import type { CallResult } from '@candor/protocol/light';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STAFF } from '../../../test/cases.ts';
import { fundHouse } from '../../../test/decided-case.ts';
import { type Borrower, newBorrower, pledge } from '../../../test/loans.ts';
import { readAttachments, readPdf } from '../../../test/pdf-text.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

const BTC = 10n ** 8n;
const USDT = 1_000_000n;
const PATIENCE_MS = 90_000;

let product: TestDesk;
let risk: TestMember;
let calm: Borrower;
let near: Borrower;
let first: CallResult<'loans.draw'>;
let second: CallResult<'loans.draw'>;

async function ticks(btc: number): Promise<void> {
  product.clock.advance(1_000);
  await product.price('BTC/USDT', String(btc), String(btc + 10));
}

beforeAll(async () => {
  product = await startTestDesk();
  await product.administrator();
  risk = await product.member('risk');
  await fundHouse(product, 10_000_000n * USDT, product.clock.now());
  await ticks(60_000);
  calm = await newBorrower(product, [{ asset: 'BTC', units: BTC }]);
  near = await newBorrower(product, [{ asset: 'BTC', units: BTC }]);
  first = await calm.draws({ amount: '2000', collateral: pledge('BTC:0.1') });
  second = await near.draws({ amount: '3800', collateral: pledge('BTC:0.1') });
});
afterAll(() => product.stop());

const cookieOf = () => ({ cookie: risk.cookie });

/** The loan book after a look that began at a price, or when none came for a minute. */
async function book(btc: number | null) {
  const seen = async () => (await product.desk('loans.book', cookieOf())).result;
  const before = await seen();
  product.clock.advance(60_000);
  if (btc !== null) await ticks(btc);
  await expect.poll(async () => (await seen()).at, { timeout: 20_000 }).toBeGreaterThan(before.at);
  return seen();
}

describe('the loan book', () => {
  test('adds up what runs, names what is nearest to a sale, and says what a fall would do', async () => {
    const found = await book(50_000);
    expect(found).toMatchObject({ loans: 2, owed: '5800', value: '10000', unjudged: 0, named: 2 });
    expect(found.records.map(({ number, ltv }) => [number, ltv])).toEqual([
      [second.number, '0.76'],
      [first.number, '0.4'],
    ]);
    expect(found.records[0]).toMatchObject({
      userId: near.userId,
      owed: '3800',
      value: '5000',
      collateral: [{ asset: 'BTC', amount: '0.1' }],
      daysLate: 0,
    });
    expect(found.records[0]?.username).not.toBe('');
    expect(found.levels.map(({ loans }) => loans)).toEqual([1, 0, 0, 0, 1, 0, 0]);
    // At 45,000 the second is sold from; at 30,000 nothing of it is left, and the first stays below its line.
    const [ten, , forty] = found.stress;
    expect(ten).toMatchObject({ percent: 10, loans: 1, lossLoans: 0, loss: '0' });
    expect(forty).toMatchObject({
      loans: 1,
      lossLoans: 1,
      sold: [{ asset: 'BTC', amount: '0.1' }],
    });
    // 3,800 less 3,000 less the spread of 0.2 %.
    expect([forty?.received, forty?.loss]).toEqual(['2994', '806']);
    const paged = await product.desk('loans.book', {
      ...cookieOf(),
      query: { page: '2', size: '1' },
    });
    expect(paged.result.records.map(({ number }) => number)).toEqual([first.number]);
  });

  test('never shows a loan that cannot be judged as nothing', async () => {
    const found = await book(null);
    expect(found).toMatchObject({ loans: 2, unjudged: 2, value: '0', owed: '5800' });
    expect(found.records.map(({ value, ltv }) => [value, ltv])).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});

describe('the case of a loan', () => {
  test(
    'shows it at the bids of now, and what was signed to the byte',
    async () => {
      await ticks(60_000);
      const applied = await calm.apply({ amount: '1000', collateral: pledge('BTC:0.05') });
      expect(applied.code).toBe('200');
      const { id, agreementHash } = applied.result;
      const [row] = await product.db.query<{ case_id: string }>(
        'select case_id from loans.loan where id = $1',
        [id],
      );
      const params = { id: row?.case_id ?? '' };
      await ticks(40_000);
      const { result } = await product.desk('loans.of-case', { ...cookieOf(), params });
      expect(result).toMatchObject({
        state: 'pendingReview',
        identity: 'verified',
        level: 1,
        value: '2000',
        ltv: '0.5',
        ltvMax: '0.65',
        agreementHash,
        others: [{ number: first.number, amount: '2000', owed: '2000', ltv: '0.5' }],
      });
      // What was signed is shown as shares, too.
      const { facts } = (await product.desk('cases.get', { ...cookieOf(), params })).result;
      expect(facts).toContainEqual({ key: 'ltv', as: 'share', value: '0.333333333333333334' });
      for (const language of ['en', 'ar']) {
        const answer = await product.app.desk?.http.inject({
          url: `/desk/cases/${params.id}/agreement?language=${language}`,
          headers: { cookie: risk.cookie, 'sec-fetch-site': 'same-origin' },
        });
        expect(answer?.headers['content-type']).toBe('application/pdf');
        const bytes = answer?.rawPayload ?? Buffer.alloc(0);
        const said = (await readPdf(bytes)).flat().map(({ text }) => text);
        expect(said.join('')).toContain(agreementHash);
        // Its owner gets the same bytes.
        const own = await product.app.http.inject({
          url: `${BASE_PATH}/user/loanAgreement/${applied.result.agreementId}?language=${language}`,
          headers: {
            authorization: `Bearer ${calm.token}`,
            [MODE_HEADER]: modeHeaderOf('real'),
          },
        });
        expect([own.statusCode, own.rawPayload.equals(bytes)]).toEqual([200, true]);
        const facts = (await readAttachments(bytes)).get('agreement.json') ?? '';
        expect(JSON.parse(facts)).toMatchObject({ amount: '1000', borrower: { id: calm.userId } });
      }
      const rows = await product.db.query<{ action: string }>(
        `select action from audit.record where action like 'loans.%' order by seq`,
      );
      const actions = new Set(rows.map(({ action }) => action));
      expect([...actions].toSorted()).toEqual([
        'loans.book',
        'loans.case-agreement',
        'loans.of-case',
      ]);
    },
    PATIENCE_MS,
  );

  test('is of no other kind of case, and of none that the member does not see', async () => {
    const terms = {
      kind: 'adjustment',
      userId: calm.userId,
      username: 'anna',
      mode: 'real',
      asset: 'USDT',
      units: USDT,
    } as const;
    const said = { actor: STAFF.opener, note: 'a test', action: 'cases.open-adjustment' };
    const proposed = await product.app.cases.propose({ ...said, terms });
    if (!proposed.ok) throw new Error(proposed.failure.name);
    for (const id of [proposed.value.id, randomUUID()]) {
      const answer = await product.desk('loans.of-case', { ...cookieOf(), params: { id } });
      expect([answer.code, answer.message]).toEqual(['404', 'not-found']);
    }
  });
});

describe('a write-off', () => {
  const propose = (id: string, userId: string = near.userId) =>
    product.desk('loans.write-off', {
      ...cookieOf(),
      params: { id },
      body: { userId, note: 'Nothing is left to collect.' },
    });

  test('is proposed of an overdue loan of that user alone', async () => {
    expect((await propose(second.id)).message).toBe('case-impossible');
    expect((await propose(second.id, calm.userId)).message).toBe('not-found');
    expect((await propose(randomUUID())).message).toBe('not-found');
  });

  test('is booked as its case shows it, and takes the loan off the list', async () => {
    // Its due date passed a week ago, and nothing of the collateral can be sold.
    const due = isoText(plusMs(product.clock.now(), -8 * DAY_MS)).slice(0, 10);
    await product.owner.query('set session_replication_role = replica');
    await product.owner.query(
      `update loans.loan set state = 'overdue', due_on = $2 where id = $1`,
      [second.id, due],
    );
    await product.owner.query('set session_replication_role = origin');
    const { result: list } = await product.desk('loans.overdue', cookieOf());
    expect(list.records.map(({ number, daysLate }) => [number, daysLate])).toEqual([
      [second.number, 8],
    ]);
    await ticks(50_000);
    const opened = await propose(second.id);
    expect([opened.code, opened.result.number]).toEqual(['200', expect.stringMatching(/^J-/)]);
    const params = { id: opened.result.id };
    const seen = async () => (await product.desk('cases.get', { ...cookieOf(), params })).result;
    // While a coin has a bid it is sold, and nothing is forgiven.
    expect((await seen()).entry).toMatchObject({ isPossible: false });
    product.clock.advance(60_000);
    const shown = await seen();
    expect(shown.entry).toMatchObject({ kind: 'loan-shortfall', isPossible: true });
    expect(shown.facts).toContainEqual({ key: 'released', as: 'text', value: '0.1 BTC' });
    for (const actor of [STAFF.maker, STAFF.checker]) {
      const rowHash = (await product.app.cases.approval(params.id))?.rowHash.toString('hex') ?? '';
      const move = { kind: 'approve', rowHash, reason: 'uncollectable' } as const;
      const moved = await product.app.cases.move(params.id, {
        actor,
        move,
        text: null,
        action: 'cases.decide',
      });
      expect(moved.ok).toBe(true);
    }
    expect(await product.app.cases.carryOut(params.id)).toBe(true);
    const loan = await near.get(second.id);
    expect([loan.state, loan.owed]).toEqual(['writtenOff', '0']);
    const booked = await product.db.query<{ from: string; to: string; amount: string }>(
      `select from_class as "from", to_class as "to", trim_scale(amount / 1000000)::text as amount
       from ledger.posting p join ledger.entry e on e.id = p.entry_id
       where e.kind = 'loan-shortfall' and e.subject = $1 order by from_class`,
      [second.id],
    );
    const planned = shown.entry?.postings.map(({ from, to, amount }) => ({ from, to, amount }));
    expect(booked).toEqual(planned?.toSorted((a, b) => (a.from < b.from ? -1 : 1)));
    expect((await product.desk('loans.overdue', cookieOf())).result.records).toEqual([]);
  });

  test('a place of the list that is none is refused', async () => {
    for (const cursor of ['x', '2026-13-01.1', '2026-01-01']) {
      const answer = await product.desk('loans.overdue', { ...cookieOf(), query: { cursor } });
      expect([cursor, answer.code]).toEqual([cursor, '400']);
    }
  });
});
