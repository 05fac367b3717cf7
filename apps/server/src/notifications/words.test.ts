import { LOCALES } from '@candor/locales';
import {
  type CashierNotice,
  NOTIFICATION_KINDS,
  type NotificationFacts,
  type NotificationKind,
} from '@candor/protocol';
import { expect, test } from 'vitest';
import { writeMail } from '../messaging/index.ts';
import { cashierSentence } from './cashier-words.ts';
import { isOfIdentity } from './identity-words.ts';
import { sentenceOf } from './words.ts';

const FACTS: NotificationFacts = {
  code: 'EUR/USD',
  price: '1.18',
  tickSize: '0.00001',
  profit: '-12.5',
  level: '0.75',
  number: 'S-1042',
  reference: 'R-7',
  verdict: 'approved',
  reason: 'goodwill',
  amount: '12.5',
  asset: 'USDT',
  title: 'EUR/USD without fees',
  text: 'On Friday.',
  network: 'tron',
  address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  transaction: 'ab'.repeat(32),
  receive: '0.015',
  to: 'BTC',
  owed: '3.5',
  confirmations: 19,
  units: '998.12',
  day: '2027-01-15',
  agreed: '50',
  beyond: '3.25',
  token: 'EUR/USD at night',
  highest: '13.5',
  part: '11',
  charity: 'A school',
  until: 1_800_000_000_000,
  rejected: [
    { kind: 'front', reason: 'unreadable' },
    { kind: 'address', reason: 'too-old' },
  ],
};
/** What the sentence of a kind names. */
function namedBy(kind: NotificationKind): string {
  const isNumbered =
    kind.startsWith('withdrawal-') || kind.startsWith('loan-') || kind.startsWith('plan-');
  if (isNumbered || kind === 'support-answer' || kind === 'case-closed') return 'S-1042';
  return kind.startsWith('deposit-') || kind === 'conversion' || kind === 'address-usable'
    ? 'USDT'
    : 'EUR/USD';
}
const KINDS = NOTIFICATION_KINDS.filter((kind) => kind !== 'security');

test.each(LOCALES)('a mail in $value says all of it, of every kind', (locale) => {
  const { value: language, dir, numbers } = locale;
  const titles = KINDS.map((kind) => {
    const { title, more } = sentenceOf(language, { kind, facts: FACTS });
    const values = {
      what: title,
      text: `${title}\n${more ?? ''}`,
      when: '2026',
      link: 'https://x.y',
    };
    const frame = { phrase: 'a blue door', isCustomer: true, operator: 'A test' };
    const mail = writeMail({ template: 'notification', language, values }, frame);
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/[{}]/);
    expect(mail.subject).not.toContain('\n');
    expect(mail.text).toContain('a blue door');
    if (kind === 'margin-level') expect(title).toMatch(/75\s?%/);
    else if (!isOfIdentity(kind)) expect(title).toContain(namedBy(kind));
    // A figure between words that run the other way keeps its own order.
    const figure = `1${numbers.decimal}18000`;
    if (kind === 'order-filled')
      expect(title).toContain(dir === 'rtl' ? `\u2068${figure}\u2069` : figure);
    return title;
  });
  expect(new Set(titles).size).toBe(KINDS.length);
});

const english = (facts: NotificationFacts) =>
  sentenceOf('en', { kind: 'order-stop-loss', facts: { code: 'X/Y', ...facts } });

test('a price has the places of its market’s step and the separators of the language', () => {
  const said = (price: string, tickSize?: string) =>
    english({ price, ...(tickSize === undefined ? {} : { tickSize }) }).title;
  expect(said('59000', '0.01')).toContain('59,000.00');
  expect(said('1234567', '1')).toContain('1,234,567');
  // A price between two steps loses nothing.
  expect(said('1.180005', '0.00001')).toContain('1.180005');
  // Events of before had no step.
  expect(said('60000')).toContain('60,000.00');
  const told = { kind: 'order-filled', facts: { code: 'X', price: '1234.5', tickSize: '0.01' } };
  expect(sentenceOf('de', told as Parameters<typeof sentenceOf>[1]).title).toContain('1.234,50');
});

test('a loan reads as it does on the page, and what nobody said is no zero', () => {
  const said = (kind: 'loan-notice' | 'loan-sale' | 'loan-added', facts: NotificationFacts) =>
    sentenceOf('en', { kind, facts: { number: 'L-1', ...facts } }).title;
  expect(said('loan-notice', { level: '0.700001' })).toContain('70.01%');
  expect(said('loan-notice', { level: '0.7' })).toContain('70.00%');
  expect(said('loan-notice', {})).toContain('at — of');
  expect(said('loan-sale', {})).toMatch(/Paid off: —$/);
  expect(said('loan-sale', { amount: '10' })).toMatch(/Paid off: 10\.00 USDT$/);
  expect(said('loan-added', { amount: '0.5', asset: 'BTC' })).toMatch(/: 0\.50 BTC$/);
});

test('a result has two places, its sign, and a minus that is none of a word’s', () => {
  expect(english({ price: '1', profit: '-12.5' }).more).toContain('\u221212.50 USDT');
  expect(english({ price: '1', profit: '1234.567891' }).more).toContain('+1,234.57 USDT');
  expect(english({ price: '1', profit: '0' }).more).toContain('0.00 USDT');
});

test.each(LOCALES)(
  'a withdrawal that goes back a step says why in $value',
  ({ value: language }) => {
    const written = (kind: CashierNotice, reason: string): string =>
      cashierSentence(language, { kind, facts: { ...FACTS, reason } }).more ?? '';
    const plain = written('withdrawal-approved', 'none');
    const texts = [
      written('withdrawal-approved', 'batch-void'),
      written('withdrawal-approved', 'block-gone'),
    ];
    expect(new Set([plain, ...texts]).size).toBe(3);
    for (const text of texts) expect(text.endsWith(plain)).toBe(true);
  },
);
