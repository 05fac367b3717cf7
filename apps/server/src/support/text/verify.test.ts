import { DAY_MS, MINUTE_MS, type UserId } from '@candor/kernel';
import { LOCALES } from '@candor/locales';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { answered, opened } from '../../../test/support.ts';
import { mailWord } from '../../messaging/index.ts';

let product: TestApp;
let token: string;
let userId: UserId;
let reference: string;
let other: string;
let short: string;

const TEXT =
  'The fee for opening is a tenth of a percent.\nIt was 12.5 USDT for this order of yours.';
const OTHER = 'We looked at the tape of that day: the price you were filled at stands on it.';

beforeAll(async () => {
  product = await startTestApp({ publicUrl: 'https://candor.example' });
  const from = product.clock.now();
  const value = 'help@candor.example @candor';
  const key = 'operator.contacts';
  expect((await product.app.parameters.set({ key, value, from, note: 'a test' })).ok).toBe(true);
  ({ token, userId } = await product.register());
  const { number } = await opened(product, token);
  reference = await answered(product, number, TEXT);
  other = await answered(product, number, OTHER);
  short = await answered(product, number, 'Thank you.');
});
afterAll(() => product.stop());

const verify = async (text: string, as?: string) => {
  const whose = as === undefined ? {} : { token: as };
  const { code, result } = await product.call('support.verify', { ...whose, body: { text } });
  expect(code).toBe('200');
  return result;
};

const NOT_OURS = ['text-differs', 'not-known', 'reference-known', 'contact-not-ours'];

/** What a user pastes, and what it is. */
const PASTED: readonly (readonly [what: string, text: () => string, why: string])[] = [
  ['a message of ours', () => TEXT, 'sent-by-us'],
  ['wrapped otherwise', () => `  ${TEXT.replaceAll(' ', ' \n ')}\u200b\r\n`, 'sent-by-us'],
  ['with its reference', () => `${TEXT}\n\nReference: ${reference}`, 'sent-by-us'],
  [
    'over its bare reference, written small',
    () => `${reference.toLowerCase()}\n${TEXT}`,
    'sent-by-us',
  ],
  ['under its bare reference', () => `${reference}\n${TEXT}`, 'sent-by-us'],
  ['a short one with its reference', () => `Thank you.\nReference: ${short}`, 'sent-by-us'],
  ['a short one alone, which anybody says', () => 'Thank you.', 'not-known'],
  ['a reference alone', () => ` ${reference} `, 'reference-known'],
  ['a reference in a line of ours alone', () => `Reference: ${reference}`, 'reference-known'],
  ['one figure changed', () => TEXT.replace('12.5', '125'), 'not-known'],
  [
    'one figure changed, with the reference',
    () => `${TEXT.replace('12.5', '125')}\n${reference}`,
    'text-differs',
  ],
  [
    'a sentence added',
    () => `${TEXT}\nSend it to @candor_help.\nReference: ${reference}`,
    'text-differs',
  ],
  ['a sentence added, no reference', () => `${TEXT} Send it to us.`, 'not-known'],
  ['a part of it', () => TEXT.split('\n')[1] ?? '', 'not-known'],
  [
    'words beside the reference',
    () => `${TEXT}\nReference: ${reference} ask for Bob`,
    'text-differs',
  ],
  ['words of one under the reference of another', () => `${TEXT}\n${other}`, 'text-differs'],
  ['a reference of nobody', () => `${TEXT}\nReference: 0000-0000-0000`, 'not-known'],
  ['turned to read otherwise', () => `\u202e${TEXT}`, 'not-known'],
  ['a look-alike letter', () => TEXT.replace('a tenth', '\u0430 tenth'), 'not-known'],
  ['fees of another', () => 'Dear customer, pay the fee to release your withdrawal.', 'not-known'],
  ['our page', () => 'https://candor.example/pass/login', 'contact-ours'],
  ['the address our mails come from', () => 'service@candor.example', 'contact-ours'],
  ['the phone our messages come from', () => '+49 30 123 456', 'contact-ours'],
  ['what the operator says is ours', () => 'help@candor.example, @Candor', 'contact-ours'],
  ['one of ours and one that is not', () => 'help@candor.example @candor_help', 'contact-not-ours'],
  ['a page like ours', () => 'https://candor.example.evil.example', 'contact-not-ours'],
  ['words with our address', () => 'Write to help@candor.example', 'not-known'],
];

test.each(PASTED)('%s', async (_what, text, why) => {
  const { genuine, why: said } = await verify(text());
  expect([said, genuine]).toEqual([why, !NOT_OURS.includes(why)]);
});

test('the line of the reference is known in every language', async () => {
  for (const { value } of LOCALES) {
    const line = mailWord(value, 'support.reference', { reference });
    expect(await verify(`${TEXT}\n${line}`)).toMatchObject({ why: 'sent-by-us', genuine: true });
  }
});

test('it says when, by which way and to whom, and never whose account it was', async () => {
  const at = product.clock.now();
  product.clock.advance(MINUTE_MS);
  const outsider = await product.register();
  const { number } = await opened(product);
  await answered(product, number, 'What we wrote to a visitor is verified like everything else.');
  const sent = { at, channel: 'support' };
  expect((await verify(OTHER, outsider.token)).sent).toEqual({ ...sent, to: 'customer' });
  expect((await verify(`${OTHER}\n${other}`)).sent).toEqual({ ...sent, to: 'customer' });
  expect(
    (await verify('What we wrote to a visitor is verified like everything else.')).sent?.to,
  ).toBe('visitor');
  const { text } = await product.call('support.verify', { body: { text: OTHER } });
  expect(text).not.toContain(userId);
  expect(text).not.toContain('Anna');
});

test('one’s own is called one’s own, also where another was written the same', async () => {
  const outsider = await product.register();
  const { number } = await opened(product, outsider.token);
  await answered(product, number, OTHER);
  expect((await verify(OTHER, token)).sent?.to).toBe('you');
  expect((await verify(OTHER, outsider.token)).sent?.to).toBe('you');
});

test('a letter is ours as text, as its page shows it and without its foot, for two years', async () => {
  const target = `${userId}@mail.example`;
  const body = { channel: 'email', target, purpose: 'register' } as const;
  expect((await product.call('accounts.send-code', { body })).code).toBe('200');
  const message = (await product.messages()).findLast(({ to }) => to === target);
  const text = message?.text ?? '';
  const [main = ''] = text.split('\n\n-- \n');
  for (const said of [text, text.replace('-- \n', ''), main, main.replaceAll('\n', ' ')]) {
    expect(await verify(said)).toMatchObject({
      genuine: true,
      sent: { channel: 'mail', to: 'visitor' },
    });
  }
  const [code = ''] = /\b\d{6}\b/.exec(text) ?? [];
  const forged = text.replace(code, code === '000000' ? '000001' : '000000');
  expect((await verify(forged)).genuine).toBe(false);
  const [kept] = await product.db.query<{ dump: string }>(
    'select json_agg(s)::text as dump from support.sent s',
  );
  expect(kept?.dump).not.toContain(code);
  product.clock.advance(730 * DAY_MS);
  await product.app.support.tidy();
  expect((await verify(text)).genuine).toBe(false);
  expect((await verify(OTHER)).genuine).toBe(true);
});
