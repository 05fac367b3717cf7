import { LOCALES } from '@candor/locales';
import { NOTIFICATION_KINDS, type NotificationFacts } from '@candor/protocol';
import { expect, test } from 'vitest';
import { writeMail } from '../platform/mail-text.ts';
import { sentenceOf } from './words.ts';

const FACTS: NotificationFacts = {
  code: 'EUR/USD',
  price: '1.18',
  profit: '-12.5',
  level: '0.75',
  number: 'S-1042',
  reference: 'R-7',
};
const KINDS = NOTIFICATION_KINDS.filter((kind) => kind !== 'security');

test.each(LOCALES)('a mail in $value says all of it, of every kind', ({ value: language, dir }) => {
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
    else expect(title).toContain(kind === 'support-answer' ? 'S-1042' : 'EUR/USD');
    // A figure between words that run the other way keeps its own order.
    if (kind === 'order-filled')
      expect(title).toContain(dir === 'rtl' ? '\u20681.18\u2069' : '1.18');
    return title;
  });
  expect(new Set(titles).size).toBe(KINDS.length);
});
