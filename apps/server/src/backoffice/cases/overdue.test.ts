// Promise: a deadline that passes is told by mail to the members who could decide, in one mail each
// however many cases it was; it decides nothing, and stands on the desk's page of health.
import { DAY_MS, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Smtp, startSmtp } from '../../../test/smtp.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';
import { createTransports } from '../../messaging/index.ts';

const CASES = 23;

let smtp: Smtp;
let product: TestDesk;
let maker: TestMember;
let checkers: TestMember[];
let auditor: TestMember;

beforeAll(async () => {
  smtp = await startSmtp();
  const from = 'Candor <desk@candor.example>';
  const { email } = createTransports(
    { smtp: { url: smtp.url, from }, sms: null },
    { publicUrl: 'https://candor.example', say: () => undefined },
  );
  product = await startTestDesk({ mailsBy: email });
  maker = await product.member('cashierMaker');
  checkers = [await product.member('cashierChecker'), await product.member('cashierChecker')];
  auditor = await product.member('auditor');
});
afterAll(async () => {
  await product.stop();
  await smtp.stop();
});

const fund = async (): Promise<string> => {
  const { result } = await product.desk('cases.open-house-funding', {
    cookie: maker.cookie,
    body: {
      asset: 'USDT',
      amount: '10',
      account: 'outside',
      reference: 'R-0001',
      note: 'What the operator brings in',
    },
  });
  return result.id;
};

/** Mails that tell of deadlines, by their recipients. */
async function told(): Promise<{ to: string; subject: string; text: string }[]> {
  await product.app.mailer.deliver();
  const all = await smtp.mails();
  return all
    .map(({ to, subject = '', text = '' }) => ({
      to: [to ?? []]
        .flat()
        .map((one) => one.text)
        .join(),
      subject,
      text,
    }))
    .filter(({ subject }) => subject.startsWith('Cases past their deadline'))
    .toSorted((a, b) => (a.to < b.to ? -1 : 1));
}

test('many cases at once are one mail to each member who could decide, and only once', async () => {
  const ids = [];
  for (let count = 0; count < CASES; count += 1) ids.push(await fund());
  await product.app.desk?.alarm();
  expect(await told()).toEqual([]);
  product.clock.set(plusMs(product.clock.now(), DAY_MS + 1));
  await product.app.desk?.alarm();
  await product.app.desk?.alarm();
  const mails = await told();
  // The maker proposed them, the auditor decides nothing.
  expect(mails.map(({ to }) => to)).toEqual(checkers.map(({ email }) => email).toSorted());
  for (const { subject, text } of mails) {
    expect(subject).toBe(`Cases past their deadline: ${CASES}`);
    expect(text.match(/H-\d{6}/g)).toHaveLength(20);
    expect(text).toContain(`${product.origin}/cases?state=overdue`);
  }
  const again = await product.desk('staff.sign-in', {
    body: { email: auditor.email, password: auditor.password },
  });
  const passkey = auditor.device.answer(again.result.passkeyOptions as never);
  const { cookie } = await product.desk('staff.second', {
    body: { challenge: again.result.challenge, passkey },
  });
  const { result } = await product.desk('risk.health', { cookie });
  expect(result.stuck.casesOverdue).toBe(CASES);
  const open = await product.desk('cases.list', { cookie, query: { state: 'overdue' } });
  expect(open.result.records.every(({ state, isOverdue }) => state === 'open' && isOverdue)).toBe(
    true,
  );
  product.clock.set(plusMs(product.clock.now(), DAY_MS));
  await product.app.desk?.alarm();
  expect(await told()).toHaveLength(checkers.length);
});
