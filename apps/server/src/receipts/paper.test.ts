// Promise: a receipt as PDF states the figures of its JSON in each language, and nothing else.
import { randomUUID } from 'node:crypto';
import { BASE_PATH, type Receipt } from '@candor/protocol';
import { LOCALES } from '@candor/locales';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lettersOf, readPdf } from '../../test/pdf-text.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, newTrader } from '../../test/trader.ts';
import { figureText, paperWords } from '../messaging/index.ts';

const PATIENCE_MS = 120_000;

let product: TestApp;
let trader: Trader;
let contract: Receipt & { kind: 'contract' };
let option: Receipt & { kind: 'option' };

async function receiptOf(number: string): Promise<Receipt> {
  const { code, result } = await product.call('receipts.get', { params: { number } });
  expect(code).toBe('200');
  return result;
}

beforeAll(async () => {
  product = await startTestApp();
  trader = await newTrader(product);
  await trader.says('60000', '60010');
  const order = await trader.opens({ lots: '0.02', stopLoss: '59000' });
  await trader.says('60123', '60130');
  const closed = await trader.closes(order.id, { lots: '0.01' });
  expect(closed.code).toBe('200');
  await trader.says('60223', '60230');
  const last = await trader.closes(order.id);
  const receipt = await receiptOf(last.result.order.receiptNo ?? '');
  if (receipt.kind !== 'contract') throw new Error('not a contract');
  contract = receipt;
  const { result } = await product.call('options.buy', {
    token: trader.token,
    odd: { code: 'BTC/USDT', direction: 'up', period: 60, amount: '100', requestId: randomUUID() },
  });
  product.clock.advance(61_000);
  await product.price('BTC/USDT', '61000', '61010');
  await product.settle();
  const { result: receipts } = await product.call('receipts.of-order', {
    token: trader.token,
    params: { orderNo: result.orderNo },
  });
  const ended = await receiptOf(receipts.numbers[0] ?? '');
  if (ended.kind !== 'option') throw new Error('not an option');
  option = ended;
});
afterAll(() => product.stop());

const get = (number: string, language: string) =>
  product.app.http.inject({ url: `${BASE_PATH}/order/receipt/${number}/pdf?language=${language}` });

/** What stands on its pages, without what a line’s end or a language puts between two letters. */
async function saidOf(number: string, language: string): Promise<string> {
  const { statusCode, headers, rawPayload } = await get(number, language);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(headers['content-disposition']).toContain(`receipt-${number}-${language}.pdf`);
  const pages = await readPdf(rawPayload);
  return pages
    .flat()
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s/g, '');
}

const bare = (text: string): string => text.replaceAll(/[\s\u2066-\u2069]/g, '');

describe.each(LOCALES)('in $value', ({ value: language }) => {
  const figures = (places: number, texts: readonly string[]): string[] =>
    texts.map((text) => figureText(language, text, places));

  test(
    'a contract’s states every figure of its JSON, its number, its hash and how to check it',
    async () => {
      const said = await saidOf(contract.number, language);
      const { fee, open, close, margin, counterparty } = contract;
      const money = [fee.open, fee.close, margin.released, contract.realised, contract.profit];
      const prices = [open.price, close?.price ?? '', open.tick.bid, close?.tick.ask ?? ''];
      const amounts = contract.entries.flatMap(({ postings }) =>
        postings.map(({ amount }) => amount),
      );
      const wanted = [
        ...figures(2, [...money, counterparty.result, ...amounts]),
        ...figures(0, [...prices, contract.lots.closed, contract.lots.opened]),
        ...[contract.number, contract.orderNo, contract.hash, open.tick.id, 'npm run verify --'],
        ...contract.earlier.map(({ number }) => number),
        ...(contract.documents === undefined ? [] : Object.values(contract.documents)),
      ];
      for (const text of wanted) expect(said).toContain(bare(text));
      const { say } = paperWords(language);
      const letters = lettersOf(said);
      for (const one of say('receipt.yourself')) {
        if (lettersOf(one) !== '') expect(letters).toContain(lettersOf(one));
      }
    },
    PATIENCE_MS,
  );

  test(
    'an option’s states its stake, rate, prices and result',
    async () => {
      const said = await saidOf(option.number, language);
      const money = [option.stake, option.payout, option.profit, option.counterparty.result];
      const prices = [option.open.price, option.settle?.price ?? ''];
      for (const text of [
        ...figures(2, money),
        ...figures(0, prices),
        option.number,
        option.hash,
      ]) {
        expect(said).toContain(bare(text));
      }
    },
    PATIENCE_MS,
  );
});

test(
  'asked for twice it is the same file, and nobody’s without its number',
  async () => {
    const [one, other] = [await get(contract.number, 'ja'), await get(contract.number, 'ja')];
    expect(one.rawPayload.equals(other.rawPayload)).toBe(true);
    const none = await product.call('receipts.paper', { params: { number: 'F'.repeat(32) } });
    expect([none.code, none.refused.name]).toEqual(['404', 'not-found']);
  },
  PATIENCE_MS,
);
