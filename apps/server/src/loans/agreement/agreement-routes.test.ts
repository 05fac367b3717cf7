// Promise: the owner of an offer or a loan gets its agreement as PDF in each language and nobody else does;
// a sale of collateral has its report, with the figures of the sale.
import { createHash } from 'node:crypto';
import { BASE_PATH, MODE_HEADER, modeHeaderOf } from '@candor/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Borrower,
  type LoanProduct,
  newBorrower,
  pledge,
  startLoanProduct,
} from '../../../test/loans.ts';
import { readAttachments, readPdf } from '../../../test/pdf-text.ts';
import { figureText } from '../../messaging/index.ts';

const PATIENCE_MS = 90_000;
const BTC = 10n ** 8n;

let lending: LoanProduct;
let who: Borrower;

beforeAll(async () => {
  lending = await startLoanProduct();
  who = await newBorrower(lending.product, [{ asset: 'BTC', units: BTC }]);
});
afterAll(() => lending.product.stop());

const get = (path: string, token = who.token) =>
  lending.product.app.http.inject({
    url: `${BASE_PATH}/user/${path}`,
    headers: { authorization: `Bearer ${token}`, [MODE_HEADER]: modeHeaderOf('real') },
  });

const saidIn = async (bytes: Buffer): Promise<string> =>
  (await readPdf(bytes))
    .flat()
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s/g, '');

test(
  'the agreement of an offer is that of the loan it becomes, byte for byte, with the hash that is signed',
  async () => {
    const offered = await who.offer({ amount: '2000', collateral: pledge('BTC:0.1') });
    const { agreementId, agreementHash } = offered.result;
    const before = await get(`loanAgreement/${agreementId}?language=ja`);
    expect([before.statusCode, before.headers['content-type']]).toEqual([200, 'application/pdf']);
    const text = (await readAttachments(before.rawPayload)).get('agreement.json') ?? '';
    expect(createHash('sha256').update(text).digest('hex')).toBe(agreementHash);
    expect(await saidIn(before.rawPayload)).toContain(agreementHash);
    // Prices move on; what was said stays.
    await lending.ticks(48_000);
    const after = await get(`loanAgreement/${agreementId}?language=ja`);
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
    const other = await newBorrower(lending.product, []);
    expect((await get(`loanAgreement/${agreementId}`, other.token)).statusCode).toBe(404);
    const none = await lending.product.call('loans.agreement', {
      token: other.token,
      mode: 'real',
      params: { id: agreementId },
    });
    expect(none.refused.name).toBe('not-found');
  },
  PATIENCE_MS,
);

test(
  'an agreement whose text is not the one that was signed is not shown',
  async () => {
    const { result } = await who.offer({ amount: '1500', collateral: pledge('BTC:0.1') });
    await lending.product.owner.query(
      `update loans.offer set agreement = replace(agreement, '"amount":"1500"', '"amount":"1400"')
       where agreement_id = $1`,
      [result.agreementId],
    );
    expect((await get(`loanAgreement/${result.agreementId}`)).statusCode).toBe(500);
  },
  PATIENCE_MS,
);

test(
  'a sale that its owner asked for has a report with its figures, for its owner alone',
  async () => {
    await lending.ticks(60_000);
    const drawn = await who.draws({ amount: '2000', collateral: pledge('BTC:0.1') });
    const repaid = await who.repay(drawn.id, { amount: '500', source: 'collateral' });
    expect([repaid.code, repaid.refused.name]).toEqual(['200', undefined]);
    const [sale] = (await who.get(drawn.id)).sales;
    if (sale === undefined) throw new Error('nothing was sold');
    const answer = await get(`loanSaleReport/${sale.id}?language=de`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const said = await saidIn(answer.rawPayload);
    const [part] = sale.sold;
    for (const text of [part?.amount ?? '', part?.price ?? '', sale.paid, sale.debtAfter]) {
      expect(said).toContain(figureText('de', text, 2));
    }
    expect(said).toContain(sale.receiptNo);
    const other = await newBorrower(lending.product, []);
    const none = await lending.product.call('loans.sale-report', {
      token: other.token,
      mode: 'real',
      params: { id: sale.id },
    });
    expect([none.code, none.refused.name]).toEqual(['404', 'not-found']);
  },
  PATIENCE_MS,
);
