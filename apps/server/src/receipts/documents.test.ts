// Promise: a verifier of a receipt finds the specification and the fee schedule it names by their
// hashes, as they were published for everyone before anything was accepted under them.
import { randomUUID } from 'node:crypto';
import type { UnixMs } from '@candor/kernel';
import { receipts as protocol } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hashOf } from '../../../../scripts/verify/check.mjs';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, newTrader } from '../../test/trader.ts';
import { openDatabase } from '../platform/postgres/db.ts';
import { canonicalJson } from '../platform/formats/canonical-json.ts';
import { receiptHash } from './canonical.ts';

let product: TestApp;
let trader: Trader;

beforeAll(async () => {
  product = await startTestApp();
  trader = await newTrader(product);
});
afterAll(() => product.stop());

const published = (code: string) => product.call('receipts.published', { query: { code } });
const document = (hash: string) => product.call('receipts.document', { params: { hash } });
const sha256 = (value: object): string => hashOf({ ...value, hash: '' });

/** The receipt of a contract opened as asked and closed at once. */
async function receiptOf(body: object = {}) {
  await trader.says('60000', '60010');
  const order = await trader.opens({ lots: '0.02', ...body });
  product.clock.advance(2_000);
  await trader.says('60050', '60060');
  const { result } = await product.call('contracts.close', {
    token: trader.token,
    params: { id: order.id },
    body: { requestId: randomUUID() },
  });
  const number = result.order.receiptNo ?? '';
  const { result: receipt } = await product.call('receipts.get', { params: { number } });
  if (receipt.kind !== 'contract') throw new Error('not a contract');
  return receipt;
}

describe('a receipt', () => {
  test('names its documents, and a public call answers them by their hashes', async () => {
    const { documents, instrument, acceptedAt } = await receiptOf();
    if (documents === undefined) throw new Error('it names none');
    const specification = (await document(documents.specification)).result;
    expect(specification).toMatchObject({
      schema: 'candor-specification/1',
      ...instrument,
      freshForMs: 5_000,
      link: null,
    });
    expect(sha256(specification)).toBe(documents.specification);
    const schedule = (await document(documents.schedule)).result;
    expect(sha256(schedule)).toBe(documents.schedule);
    if (schedule.schema !== 'candor-fee-schedule/1') throw new Error('not a schedule');
    expect(schedule.parameters.map(({ key }) => key)).toContain('contract.feeRate');
    const { result } = await published('BTC/USDT');
    const [first] = result.specifications;
    expect(first?.hash).toBe(documents.specification);
    expect(first?.since).toBeLessThanOrEqual(acceptedAt);
    expect(result.schedules.map(({ hash }) => hash)).toContain(documents.schedule);
  });

  test('says what its order asked for, from its acceptance on', async () => {
    await trader.says('60000', '60010');
    const order = await trader.opens({ stopLoss: '59000', lots: '0.02' });
    product.clock.advance(1_000);
    await trader.says('60100', '60110');
    const amended = await product.call('contracts.amend', {
      token: trader.token,
      params: { id: order.id },
      body: { stopLoss: '59500', takeProfit: '61000', requestId: randomUUID() },
    });
    expect(amended.code).toBe('200');
    product.clock.advance(1_000);
    const { result } = await product.call('contracts.close', {
      token: trader.token,
      params: { id: order.id },
      body: { requestId: randomUUID() },
    });
    const number = result.order.receiptNo ?? '';
    const { result: receipt } = await product.call('receipts.get', { params: { number } });
    expect(receipt).toMatchObject({
      terms: [
        { at: order.createdTime, since: null, stopLoss: '59000', takeProfit: null },
        { stopLoss: '59500', takeProfit: '61000', trailing: null, limit: null, stop: null },
      ],
    });
  });

  test('names the schedule that was published when a parameter was changed', async () => {
    const before = await receiptOf();
    const from = (product.clock.now() + 1_000) as UnixMs;
    const set = await product.app.parameters.set({
      key: 'contract.feeRate',
      value: '0.0009',
      from,
      note: 'A test',
    });
    expect(set.ok).toBe(true);
    product.clock.advance(60_000);
    const after = await receiptOf();
    expect(after.fee.rate).toBe('0.0009');
    expect(after.documents?.schedule).not.toBe(before.documents?.schedule);
    expect(after.documents?.specification).toBe(before.documents?.specification);
    const { result } = await published('BTC/USDT');
    expect(result.schedules.map(({ hash }) => hash)).toEqual([
      before.documents?.schedule,
      after.documents?.schedule,
    ]);
  });

  test('written before there were documents keeps its form and its hash', async () => {
    const receipt = await receiptOf();
    const { hash: _hash, documents, terms, schema: _schema, ...rest } = receipt;
    expect([documents, terms]).not.toContain(undefined);
    const old = { ...rest, schema: protocol.OLD_RECEIPT_SCHEMA };
    const { host, port, owner } = inject('postgres');
    const [named] = await product.db.query<{ name: string }>('select current_database() as name');
    const machine = openDatabase({ host, port, database: named?.name ?? '', ...owner });
    const { feed, instrument } = receipt;
    const text = canonicalJson({
      feed: { mode: feed.mode, label: feed.label },
      instrument: {
        name: instrument.name,
        class: instrument.class,
        quoteCurrency: instrument.quoteCurrency,
        tickSize: instrument.tickSize,
      },
      feeVersion: receipt.fee.version,
    });
    await machine.query('insert into receipts.terms (terms) values ($1)', [text]);
    const [row] = await machine.query<{ terms_id: number; hash: Buffer }>(
      'select terms_id, hash from receipts.receipt where number = $1',
      [receipt.number],
    );
    const put = async (terms: string, hash: Buffer): Promise<void> => {
      await machine.query('alter table receipts.receipt disable trigger receipt_final');
      await machine.query(
        `update receipts.receipt set terms_id = (${terms}), hash = $2 where number = $1`,
        [receipt.number, hash],
      );
      await machine.query('alter table receipts.receipt enable trigger receipt_final');
    };
    await put(`select max(id) from receipts.terms`, receiptHash(old));
    const { result } = await product.call('receipts.get', { params: { number: receipt.number } });
    // What was signed of it names the hash that was written then, so here it is another text.
    const { signed } = result;
    expect(result).toEqual({ ...old, signed, hash: receiptHash(old).toString('hex') });
    await put(`select ${row?.terms_id}`, row?.hash ?? Buffer.alloc(32));
    await machine.end();
  });
});

describe('a document', () => {
  test('is 404 under a hash nobody published, and for a code nobody trades', async () => {
    expect((await document('ab'.repeat(32))).status).toBe(404);
    expect((await published('NOTHING/USDT')).status).toBe(404);
  });

  test('of a pair that needs a link names the pair and how old it may be', async () => {
    const { result } = await published('EUR/JPY');
    const found = await document(result.specifications[0]?.hash ?? '');
    expect(found.result).toMatchObject({
      link: { code: 'USD/JPY', direction: 'inverse', freshForMs: 15_000 },
    });
  });

  test('cannot be changed or removed by the product', async () => {
    for (const text of [
      "update receipts.document set body = '{}'",
      'delete from receipts.document',
      'truncate receipts.document',
      'update receipts.publication set since = now()',
      'delete from receipts.publication',
    ]) {
      await expect(product.db.query(text)).rejects.toThrow(/permission denied|final/);
    }
  });
});
