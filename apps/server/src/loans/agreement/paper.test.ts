// Promise: an agreement says in each language what its facts say, in the words that were signed, and carries
// both so that its reader computes the hash that was signed; a report of a sale says what happened.
import { createHash } from 'node:crypto';
import { money, price, rate, unixMs, utcDayOf } from '@candor/kernel';
import { LOCALES } from '@candor/locales';
import { afterAll, describe, expect, test } from 'vitest';
import { lettersOf, readAttachments, readPdf } from '../../../test/pdf-text.ts';
import { figureText } from '../../messaging/index.ts';
import { createPdfs } from '../../platform/formats/pdf/pdf.ts';
import { agreementOf, agreementText, costTexts } from '../loan/agreement.ts';
import { collateralTexts } from '../loan/pricing.ts';
import type { SaleReportFacts } from '../loan/sale-report-facts.ts';
import { agreementPaper } from './paper.ts';
import { saleReportPaper } from './sale-report.ts';
import { type AgreementWords, wordsNow } from './words.ts';

const PATIENCE_MS = 90_000;
const ORIGIN = 'https://candor.example';
const AT = unixMs(1_795_293_098_664);

const pdfs = createPdfs();
afterAll(() => pdfs.stop());

const words = wordsNow();
const bids = { BTC: price('61234.5'), ETH: price('2345.67') };
const principal = money('USDT', 5_000_000_000n);
const collateral = [money('BTC', 10_000_000n), money('ETH', 1_500_000_000_000_000_000n)];

function factsFor(change: { readonly name?: string; readonly days?: number } = {}) {
  const { name = 'Candor Trading Ltd', days = 90 } = change;
  const { value, ltv, steps } = collateralTexts({ debt: principal, collateral, bids });
  if (value === null || ltv === null) throw new Error('every coin has a bid');
  return agreementOf({
    id: '0191a2b3-c4d5-7e6f-8a9b-0c1d2e3f4a5b',
    at: AT,
    lender: {
      name,
      address: '1 Long Street, Valletta',
      country: 'Malta',
      licence: 'Not set by the operator',
      complaints: 'complaints@candor.example',
    },
    borrower: { id: '0191a2b3-c4d5-7e6f-8a9b-0c1d2e3f4a5c', username: 'maria_k' },
    words: words.hash,
    rehearsal: true,
    bids,
    standing: { value, ltv, steps },
    cost: costTexts({
      principal,
      days,
      price: { freeDays: 3, rateDaily: rate('0.0002') },
      drawnOn: utcDayOf(AT),
    }),
    collateral,
    ltvMax: rate('0.65'),
    spreadRate: rate('0.002'),
    offerDays: 7,
    saleAfterDays: 7,
  });
}

const facts = factsFor();

async function written(paper: Parameters<typeof pdfs.write>[0]): Promise<Buffer> {
  const answer = await pdfs.write(paper, 'a user');
  if (!answer.ok) throw new Error(answer.failure.name);
  return answer.value;
}

const paperOf = (language: string, of = facts, kept = words.text) =>
  written(agreementPaper(of, { language, origin: ORIGIN, words: kept }));

/** The document of each language, written once for what is asked of it. */
const made = new Map<string, Promise<Buffer>>();
function firstOf(language: string): Promise<Buffer> {
  const known = made.get(language) ?? paperOf(language);
  made.set(language, known);
  return known;
}

/** What stands on the pages, and the letters of it in an order of their own. */
async function saidIn(bytes: Buffer): Promise<{ said: string; letters: string; pages: number }> {
  const pages = await readPdf(bytes);
  const said = pages
    .flat()
    .map(({ text }) => text)
    .join('');
  return { said: said.replaceAll(/\s/g, ''), letters: lettersOf(said), pages: pages.length };
}

const bare = (text: string): string => text.replaceAll(/\s/g, '');

/** How often each letter stands in a text. */
function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const letter of lettersOf(text)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

const kept = JSON.parse(words.text) as AgreementWords;

test('a name stands before what it is of with the colon of its language', () => {
  const [line = ''] = agreementPaper(facts, {
    language: 'fr',
    origin: ORIGIN,
    words: words.text,
  }).lead;
  expect(line).toContain('Contrat\u202f: ');
  for (const language of ['zh', 'hk', 'ja']) {
    const paper = agreementPaper(facts, { language, origin: ORIGIN, words: words.text });
    expect(paper.lead[0]).toMatch(/^[^:]+：/);
  }
  const english = agreementPaper(facts, { language: 'en', origin: ORIGIN, words: words.text });
  expect(english.lead[0]).toMatch(/^[\w ]+: /);
});

describe.each(LOCALES)('in $value', ({ value: language }) => {
  test(
    'it states every figure, party, line and day, and says all of its words',
    async () => {
      const { said, letters, pages } = await saidIn(await firstOf(language));
      const money = [facts.amount, facts.interest, facts.total, facts.value];
      const figures = [
        ...money.map((text) => figureText(language, text, 2)),
        ...['61234.5', '2345.67'].map((text) => figureText(language, text, 0)),
        // 0.02 % a day, 7.0567 % a year, rounded up, the lines and the share of the house.
        ...['0.02', '7.0567', '70', '75', '80', '83', '65', '0.2'].map((text) =>
          figureText(language, text, 0),
        ),
        // 5,000 ÷ 0.83 ÷ 9,641.955 of each bid, up to the cent.
        figureText(language, '38258.07', 2),
        figureText(language, '1465.53', 2),
      ];
      const names = ['CandorTradingLtd', '1LongStreet,Valletta', 'maria_k', facts.id, facts.due];
      const hash = createHash('sha256').update(agreementText(facts).text).digest('hex');
      for (const text of [...figures, ...names, 'complaints@candor.example', hash]) {
        expect(said).toContain(bare(text));
      }
      // A row a day, and no more pages than are read.
      const rows = facts.schedule.map(({ owed }) => bare(figureText(language, owed, 2)));
      for (const row of new Set(rows)) expect(said).toContain(row);
      expect(pages).toBeGreaterThanOrEqual(3);
      expect(pages).toBeLessThanOrEqual(5);
      // Every sentence is there with all of its letters, wherever its lines break.
      const there = countsOf(letters);
      const needed = new Map<string, number>();
      const spoken = Object.entries(kept[language] ?? {}).filter(
        ([key]) => key !== (language === 'en' ? 'agreement.translation' : 'agreement.english'),
      );
      for (const [, text] of spoken) {
        for (const [letter, count] of countsOf(text.replaceAll(/\{\w+\}/g, ''))) {
          needed.set(letter, (needed.get(letter) ?? 0) + count);
        }
      }
      for (const [letter, count] of needed) {
        expect([letter, (there.get(letter) ?? 0) >= count]).toEqual([letter, true]);
      }
    },
    PATIENCE_MS,
  );

  test(
    'equal facts are equal bytes, and both files in it give the hash at its foot',
    async () => {
      const bytes = await firstOf(language);
      expect(bytes.equals(await paperOf(language, factsFor()))).toBe(true);
      expect(bytes.length).toBeLessThan(260_000);
      const files = await readAttachments(bytes);
      expect([...files.keys()].toSorted()).toEqual(['agreement-words.json', 'agreement.json']);
      const text = files.get('agreement.json') ?? '';
      expect(text).toBe(agreementText(facts).text);
      const spoken = createHash('sha256').update(files.get('agreement-words.json') ?? '');
      expect((JSON.parse(text) as { words: string }).words).toBe(spoken.digest('hex'));
    },
    PATIENCE_MS,
  );
});

test(
  'it is said in the words it was signed in, whatever the catalogues say later',
  async () => {
    const english = { ...kept['en'], 'agreement.repay-any': 'You may repay on Sundays.' };
    const older = JSON.stringify({ ...kept, en: english });
    const { said } = await saidIn(await paperOf('en', facts, older));
    expect(said).toContain('YoumayrepayonSundays.');
  },
  PATIENCE_MS,
);

test('what an operator did not set is said so, in the reader’s language', async () => {
  const { said } = await saidIn(await paperOf('de', factsFor({ name: 'Not set by the operator' })));
  expect(said).toContain('VomBetreibernichtgesetzt');
  expect(said).not.toContain('Notset');
}, 90_000);

const report: SaleReportFacts = {
  number: 'L-000012',
  saleLine: '0.83',
  ltvMax: '0.65',
  dueOn: utcDayOf(AT),
  saleAfterDays: 7,
  ticks: { BTC: '9f-1234' },
  left: [{ asset: 'BTC', amount: '0.06123456' }],
  next: {
    ltv: '0.83',
    kind: 'sale',
    ofToday: '0.78',
    prices: [{ asset: 'BTC', price: '29804.001' }],
  },
  sale: {
    id: '0191a2b3-c4d5-7e6f-8a9b-0c1d2e3f4a5d',
    at: AT,
    cause: 'line',
    sold: [{ asset: 'BTC', amount: '0.03876544', price: '38210.55', received: '1478.31' }],
    spread: '2.962543',
    paid: '1478.31',
    debtBefore: '5008',
    debtAfter: '3529.69',
    ltvBefore: '0.834512',
    ltvAfter: '0.649999',
    shortfall: '0',
    receiptNo: 'AB12CD34EF56AB12CD34EF56AB12CD34',
  },
};

const reportOf = (language: string, change: Partial<SaleReportFacts> = {}) =>
  written(saleReportPaper({ ...report, ...change }, { language, origin: ORIGIN }));

describe.each(LOCALES)('a report of a sale in $value', ({ value: language }) => {
  test(
    'says what fell, what was sold at which tick, what is left, and where the next sale would be',
    async () => {
      const { said, pages } = await saidIn(await reportOf(language));
      const { sale } = report;
      const figures = [
        ...['0.03876544', '0.06123456', '38210.55', sale.spread, sale.paid, sale.debtAfter].map(
          (text) => figureText(language, text, 2),
        ),
        // Up to the cent, and never below the price at which it is reached.
        figureText(language, '29804.01', 2),
        ...['83.4512', '64.9999', '83', '65'].map((text) => figureText(language, text, 0)),
      ];
      for (const text of [...figures, 'L-000012', '9f-1234', sale.receiptNo]) {
        expect(said).toContain(bare(text));
      }
      expect(pages).toBe(1);
    },
    PATIENCE_MS,
  );
});

test.each(['ar', 'en', 'ja'])(
  'a report in %s says whose the rest is when all was sold, and that nothing is to be done',
  async (language) => {
    const sale = {
      ...report.sale,
      cause: 'overdue' as const,
      debtAfter: '0',
      ltvAfter: null,
      shortfall: '321.09',
    };
    const { said } = await saidIn(await reportOf(language, { sale, left: [], next: null }));
    expect(said).toContain(bare(figureText(language, '321.09', 2)));
    expect(said).toContain(report.dueOn);
    expect(said).not.toContain(bare(figureText(language, '29804.01', 2)));
  },
  PATIENCE_MS,
);
