import { readFileSync } from 'node:fs';
import { LOCALES } from '@candor/locales';
import { readPo } from '@candor/locales/po';
import type { ParsedMail } from 'mailparser';
import sanitizeHtml from 'sanitize-html';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Smtp, startSmtp } from '../../test/smtp.ts';
import { createSmtpTransport } from './mail-smtp.ts';
import { type MessageTemplate, writeMail } from './mail-text.ts';

const english = readPo(
  readFileSync(new URL('./en.po', import.meta.resolve('@candor/locales/po')), 'utf8'),
);
const TEMPLATES = english.flatMap(({ id }) => {
  const [, name] = /^mail\.(.+)-subject$/.exec(id) ?? [];
  return name === undefined ? [] : [name as MessageTemplate];
});
const LINK = 'https://candor.example/pass/not-me#a-B_9&x=1';
const UNSUBSCRIBE = 'https://candor.example/pass/unsubscribe?token=a.B_9';
/** What every message may ask for, each as awkward as it may be. */
const VALUES: Readonly<Record<string, string>> = {
  code: '012345',
  minutes: '10',
  what: 'EUR/USD: 1.18',
  text: 'EUR/USD: 1.18\n-12.5 USDT',
  when: '2026-11-21 23:05 UTC',
  device: 'Firefox <140> & "Linux"',
  network: '203.0.113.x',
  username: 'mara.k',
  link: LINK,
  unsubscribe: UNSUBSCRIBE,
};
const valuesOf = (template: string): Record<string, string> =>
  Object.fromEntries(
    english
      .filter(({ id }) => id.startsWith(`mail.${template}-`))
      .flatMap(({ text }) => [...text.matchAll(/\{(\w+)\}/g)])
      .map(([, name = '']) => [name, VALUES[name] ?? `<${name}> 7`]),
  );
const frameOf = (dir: string) => ({
  // Own words may run the other way than the message.
  phrase: dir === 'rtl' ? 'Green teapot 9' : 'باب أزرق 9',
  isCustomer: true,
  operator: 'Harbour Ltd',
});

let smtp: Smtp;
const messages = LOCALES.flatMap(({ value, dir }) =>
  TEMPLATES.map((template) => {
    const message = { template, language: value, values: valuesOf(template) };
    return { template, value, dir, ...writeMail(message, frameOf(dir)) };
  }),
);
let arrived: ReadonlyMap<string, { mail: ParsedMail; raw: Buffer }>;

beforeAll(async () => {
  smtp = await startSmtp();
  const transport = createSmtpTransport({
    url: smtp.url,
    from: 'Candor <no-reply@candor.example>',
  });
  await Promise.all(
    messages.map(({ template, value, ...message }) =>
      transport.send({ ...message, id: `${template}.${value}`, to: 'mara@mail.example' }),
    ),
  );
  transport.close();
  const [mails, raw] = [await smtp.mails(), smtp.raw()];
  arrived = new Map(
    mails.map((mail, at) => [mail.messageId ?? '', { mail, raw: raw[at] ?? Buffer.alloc(0) }]),
  );
});
afterAll(() => smtp.stop());

/** The words of a document and nothing of its form; breaks and spaces count as one. */
function wordsOf(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  return sanitizeHtml(body.replaceAll(/<br>|<\/p>/g, '\n'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const found = (template: string, value: string) => {
  const one = arrived.get(`<${template}.${value}@candor.example>`);
  if (one === undefined) throw new Error(`${template} in ${value} never came`);
  return one;
};

describe.each(LOCALES)('a mail program reads a mail in $value', ({ value, dir, htmlLang }) => {
  const own = messages.filter((message) => message.value === value);

  test.each(own)('$template: as it was written', ({ template, subject, text, html }) => {
    const { mail, raw } = found(template, value);
    expect(mail.subject).toBe(subject);
    // Line for line: no fold was left in it.
    expect(mail.text?.trimEnd()).toBe(text.trimEnd());
    expect(String(mail.html).trimEnd()).toBe(html.trimEnd());
    expect(wordsOf(html)).toBe(text.replace('\n-- \n', '\n').replaceAll(/\s+/g, ' ').trim());
    expect(mail.headers.get('content-language')).toBe(htmlLang);
    expect(html).toContain(`<html lang="${htmlLang}" dir="${dir}">`);
    const lines = raw.toString('latin1').split('\r\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
    // Seven bits on the way: no server between can spoil a message of any script.
    expect(raw.every((byte) => byte < 128)).toBe(true);
  });

  test('its figures are Western, nothing is broken, and no place is open', () => {
    for (const { subject, text } of own) {
      expect(`${subject}${text}`).not.toMatch(
        /[\u0660-\u0669\u06F0-\u06F9\u0E50-\u0E59\uFF10-\uFF19]/,
      );
      expect(`${subject}${text}`).not.toMatch(/\uFFFD|Ã|Â|à¸|Ø§|[{}]/);
    }
  });

  test('what runs the other way is kept by itself', () => {
    const isolates = (text: string) => [
      text.split('\u2068').length - 1,
      text.split('\u2069').length - 1,
    ];
    for (const { template, subject, text } of own) {
      for (const part of [subject, ...text.split('\n')]) {
        const [opened, closed] = isolates(part);
        expect([template, part, opened]).toEqual([template, part, closed]);
      }
      expect(text).toContain(`\u2068${frameOf(dir).phrase}\u2069`);
      for (const name of ['code', 'when', 'network'] as const) {
        if (!(name in valuesOf(template))) continue;
        const kept = dir === 'rtl' ? `\u2068${VALUES[name]}\u2069` : VALUES[name];
        expect(text).toContain(kept);
      }
      // A link is followed by nothing that could become a part of it.
      expect(text).not.toContain(`${LINK}\u2069`);
    }
  });
});

test('only our own address becomes a link, and nothing in a value becomes markup', () => {
  const values = {
    what: 'See <b>https://evil.example/</b>',
    when: 'now',
    device: '<img src=x onerror=alert(1)> https://evil.example/',
    network: 'x',
    link: LINK,
  };
  const message = { template: 'security-alarm', language: 'en', values } as const;
  const { html } = writeMail(message, { ...frameOf('ltr'), phrase: '<i>teapot</i>' });
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([LINK.replace('&', '&amp;')]);
  expect(html).not.toMatch(/<(b|i|img|script)\b/);
});

test.each([
  [UNSUBSCRIBE, 'List-Unsubscribe=One-Click'],
  // A proof is not asked to be sent over a plain line.
  [UNSUBSCRIBE.replace('https', 'http'), undefined],
  [undefined, undefined],
])('a mail program can end mails of its kind by %s', async (unsubscribe, oneClick) => {
  const server = await startSmtp();
  const transport = createSmtpTransport({
    url: server.url,
    from: 'Candor <no-reply@candor.example>',
  });
  const message = { template: 'offer', language: 'en', values: VALUES } as const;
  const mail = writeMail(message, frameOf('ltr'));
  const sent = { id: 'one', to: 'mara@mail.example', ...mail };
  await transport.send({ ...sent, ...(unsubscribe === undefined ? {} : { unsubscribe }) });
  transport.close();
  const [raw = Buffer.alloc(0)] = await server.raw();
  await server.stop();
  const [head = ''] = raw.toString('latin1').split('\r\n\r\n');
  const said = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const of = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(said)?.[1];
  expect(of('list-unsubscribe')).toBe(unsubscribe === undefined ? undefined : `<${unsubscribe}>`);
  expect(of('list-unsubscribe-post')).toBe(oneClick);
  const anchors = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(anchors).toEqual([LINK.replace('&', '&amp;'), UNSUBSCRIBE]);
});

test.each([
  'a\r\nBcc: thief@evil.example',
  'a\nContent-Type: text/html\n\n<b>x</b>',
  'a\u2028Bcc: thief@evil.example',
  'a\0b',
])('no value of a letter becomes a header: %j', async (what) => {
  const server = await startSmtp();
  const transport = createSmtpTransport({
    url: server.url,
    from: 'Candor <no-reply@candor.example>',
  });
  const values = { ...VALUES, what };
  const mail = writeMail({ template: 'security-change', language: 'th', values }, frameOf('ltr'));
  await transport.send({ id: 'one', to: 'mara@mail.example', ...mail });
  transport.close();
  const [read] = await server.mails();
  await server.stop();
  expect([...(read?.headers.keys() ?? [])].sort()).toEqual(
    [...found('security-change', 'th').mail.headers.keys()].sort(),
  );
  expect(read?.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
});

test('an address is one address, whatever stands in it', async () => {
  const recipients: string[] = [];
  const server = await startSmtp({
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      done();
    },
  });
  const transport = createSmtpTransport({
    url: server.url,
    from: 'Candor <no-reply@candor.example>',
  });
  const odd = ['mara@mail.example, thief@evil.example', 'mara@mail.example\r\nBcc: t@evil.example'];
  const mail = writeMail(
    { template: 'code-reset', language: 'en', values: VALUES },
    frameOf('ltr'),
  );
  for (const to of odd) await transport.send({ id: 'one', to, ...mail }).catch(() => undefined);
  transport.close();
  await server.stop();
  expect(recipients).not.toContain('thief@evil.example');
  expect(recipients).not.toContain('t@evil.example');
});
