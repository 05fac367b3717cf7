import { type AddressInfo, createServer } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { DAY_MS, MINUTE_MS, plusMs } from '@candor/kernel';
import { createTestClock } from '@candor/testkit';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSmtp } from '../../test/smtp.ts';
import { type Database, openDatabase } from '../platform/postgres/db.ts';
import { createLog } from '../platform/process/log.ts';
import {
  type OutgoingMessage,
  MessageRefused,
  type Mailer,
  type MessageTransport,
  createMailer,
} from './mail.ts';
import { createSmtpTransport } from './mail-smtp.ts';
import type { MessageFrame } from './mail-text.ts';
import { createTerminalTransport } from './mail.ts';
import { createTransports } from './transports.ts';
import { createSmsTransport } from './sms.ts';

let database: TestDatabase;
let db: Database;
const clock = createTestClock();
const log = createLog({ level: 'silent' });
const STRANGER: MessageFrame = { phrase: null, isCustomer: false, operator: 'Harbour Ltd' };

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.config);
});

beforeEach(async () => {
  await db.query('delete from platform.letter');
});

afterAll(async () => {
  await db.end();
  await database.drop();
});

const CODE: OutgoingMessage = {
  to: 'mara@mail.example',
  template: 'code-register',
  language: 'en',
  values: { code: '012345', minutes: '10' },
};

function mailerWith(
  email: MessageTransport | null,
  frame = STRANGER,
  phone: MessageTransport | null = null,
): Mailer {
  return createMailer({ db, clock, log, transports: { email, phone }, frameOf: async () => frame });
}

const enqueue = (mailer: Mailer, message: OutgoingMessage = CODE): Promise<void> =>
  db.transaction((tx) => mailer.enqueue(tx, message));

const states = async (): Promise<unknown[]> =>
  (await db.query('select state, tries, values from platform.letter order by id')).map(
    ({ state, tries, values }) => [state, tries, values],
  );

describe('a mail by SMTP', () => {
  test('arrives in the reader’s words, and only after the command was committed', async () => {
    const smtp = await startSmtp();
    const transport = createSmtpTransport({
      url: smtp.url,
      from: 'Candor <no-reply@candor.example>',
    });
    const mailer = mailerWith(transport, { ...STRANGER, phrase: 'Green teapot', isCustomer: true });
    try {
      const act = db.transaction(async (tx) => {
        await mailer.enqueue(tx, CODE);
        throw new Error('the act failed');
      });
      await expect(act).rejects.toThrow('the act failed');
      expect(await mailer.deliver()).toBe(0);
      await enqueue(mailer);
      await enqueue(mailer, { ...CODE, language: 'ar' });
      expect(await mailer.deliver()).toBe(2);
      expect(await mailer.deliver()).toBe(0);
    } finally {
      transport.close();
      await smtp.stop();
    }
    const [english, arabic, third] = await smtp.mails();
    expect(third).toBeUndefined();
    expect(english?.subject).toBe('Your code to open a Candor account');
    expect(english?.from?.text).toBe('"Candor" <no-reply@candor.example>');
    expect([english?.to].flat()[0]?.text).toBe('mara@mail.example');
    expect(english?.text).toContain('Your code to open an account is 012345.');
    expect(english?.text).toContain('Your anti-phishing phrase: Green teapot.');
    expect(english?.text).toContain('Operator: Harbour Ltd.');
    expect(english?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(english?.messageId).toMatch(/^<[0-9a-f-]{36}@candor\.example>$/);
    expect(arabic?.subject).toBe('رمزك لفتح حساب في Candor');
    expect(arabic?.text).toContain('\u2068012345\u2069');
    expect(await states()).toEqual([
      ['sent', 1, {}],
      ['sent', 1, {}],
    ]);
  });

  test('goes once more after a passing refusal, and never after a final one', async () => {
    let answer = 451;
    const refuse: SMTPServerOptions['onRcptTo'] = (_address, _session, done) => {
      const error = Object.assign(new Error('not now'), { responseCode: answer });
      done(answer === 250 ? null : error);
    };
    const smtp = await startSmtp({ onRcptTo: refuse });
    const transport = createSmtpTransport({ url: smtp.url, from: 'no-reply@candor.example' });
    const mailer = mailerWith(transport);
    try {
      await enqueue(mailer);
      expect(await mailer.deliver()).toBe(0);
      expect(await mailer.deliver()).toBe(0);
      expect((await states()).flat().slice(0, 2)).toEqual(['waiting', 1]);
      answer = 250;
      clock.advance(MINUTE_MS);
      expect(await mailer.deliver()).toBe(1);
      answer = 550;
      await enqueue(mailer);
      expect(await mailer.deliver()).toBe(0);
      expect((await states()).at(-1)).toEqual(['failed', 1, {}]);
      expect(await smtp.mails()).toHaveLength(1);
    } finally {
      transport.close();
      await smtp.stop();
    }
  });

  test('waits out a server that is not there, five times, and is then given up', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const transport = createSmtpTransport({
      url: `smtp://127.0.0.1:${port}`,
      from: 'a@candor.example',
    });
    const mailer = mailerWith(transport);
    await enqueue(mailer);
    for (let looks = 0; looks < 8; looks += 1) {
      expect(await mailer.deliver()).toBe(0);
      clock.advance(DAY_MS / 4);
    }
    expect(await states()).toEqual([['failed', 5, {}]]);
    transport.close();
  });

  test('is not sent in the clear to another machine', async () => {
    // A server that offers no encryption, reached by a name that is not this machine's own.
    const smtp = await startSmtp({}, '127.0.0.2');
    const url = new URL(smtp.url);
    const transport = createSmtpTransport({
      url: `smtp://127.0.0.2:${url.port}`,
      from: 'no-reply@candor.example',
    });
    const message = { id: 'one', to: 'mara@mail.example', subject: 'x', text: 'y' };
    await expect(transport.send(message)).rejects.toThrow(/STARTTLS/);
    expect(await smtp.mails()).toEqual([]);
    transport.close();
    await smtp.stop();
  });
});

describe('a letter', () => {
  test('that came too late is not sent any more', async () => {
    const sent: string[] = [];
    const mailer = mailerWith({ send: async ({ to }) => void sent.push(to) });
    await enqueue(mailer, { ...CODE, until: plusMs(clock.now(), 10 * MINUTE_MS) });
    clock.advance(10 * MINUTE_MS);
    expect(await mailer.deliver()).toBe(0);
    expect([sent, await states()]).toEqual([[], [['failed', 1, {}]]]);
  });

  test('to nobody is written down like any other and never sent', async () => {
    const sent: string[] = [];
    const mailer = mailerWith({ send: async ({ to }) => void sent.push(to) });
    await enqueue(mailer, { ...CODE, isVoid: true });
    expect(await mailer.deliver()).toBe(0);
    expect([sent, (await states()).flat()[0]]).toEqual([[], 'void']);
  });

  test('without a way out is kept, and the caller can know', async () => {
    const mailer = mailerWith(null);
    expect([mailer.reaches('email'), mailer.reaches('phone')]).toEqual([false, false]);
    await enqueue(mailer);
    expect(await mailer.deliver()).toBe(0);
    expect(await states()).toEqual([['kept', 0, CODE.values]]);
  });

  test('is sent once by two senders that look at the same moment', async () => {
    const sent: string[] = [];
    const transport: MessageTransport = { send: async ({ id }) => void sent.push(id) };
    const [one, two] = [mailerWith(transport), mailerWith(transport)];
    for (let messages = 0; messages < 30; messages += 1) await enqueue(one);
    const left = await Promise.all([one.deliver(), two.deliver(), one.deliver(), two.deliver()]);
    expect(left.reduce((a, b) => a + b)).toBe(30);
    expect(new Set(sent).size).toBe(30);
  });

  test('whose sender died goes with the next, two minutes later', async () => {
    let isDead = true;
    const sent: string[] = [];
    const transport: MessageTransport = {
      send: ({ to }) => {
        if (isDead) return new Promise(() => undefined);
        sent.push(to);
        return Promise.resolve();
      },
    };
    const mailer = mailerWith(transport);
    await enqueue(mailer);
    void mailer.deliver();
    await new Promise((resolve) => setTimeout(resolve, 50));
    isDead = false;
    expect(await mailer.deliver()).toBe(0);
    clock.advance(2 * MINUTE_MS);
    expect(await mailer.deliver()).toBe(1);
    expect(sent).toEqual(['mara@mail.example']);
  });

  test('waits for no text message whose gateway hangs', async () => {
    const sent: string[] = [];
    let goOn = (): void => undefined;
    const hangs = new Promise<void>((resolve) => (goOn = resolve));
    const email: MessageTransport = { send: async ({ to }) => void sent.push(to) };
    const mailer = mailerWith(email, STRANGER, { send: () => hangs });
    const message = { ...CODE, channel: 'phone' as const };
    for (let count = 0; count < 12; count += 1) {
      await enqueue(mailer, { ...message, to: `+49151000000${count}` });
    }
    await enqueue(mailer);
    mailer.start();
    await expect.poll(() => sent, { timeout: 5_000 }).toEqual(['mara@mail.example']);
    // The next mail neither: it comes while the gateway is still silent.
    await enqueue(mailer, { ...CODE, to: 'next@mail.example' });
    await expect.poll(() => sent.at(-1), { timeout: 5_000 }).toBe('next@mail.example');
    goOn();
    await mailer.stop();
  });

  test('with a code or an alarm goes before all others, and few are on their way at once', async () => {
    const sent: string[] = [];
    let now = 0;
    let most = 0;
    const mailer = mailerWith({
      async send({ subject }) {
        most = Math.max(most, (now += 1));
        await new Promise((resolve) => setTimeout(resolve, 5));
        now -= 1;
        sent.push(subject);
      },
    });
    const what = { what: 'It changed.', when: 'now', device: 'a', network: 'b' };
    const change: OutgoingMessage = { ...CODE, template: 'security-change', values: what };
    for (let count = 0; count < 9; count += 1) await enqueue(mailer, change);
    await enqueue(mailer);
    const alarm = { ...what, what: 'Look at this.', link: 'https://candor.example/' };
    await enqueue(mailer, { ...CODE, template: 'security-alarm', values: alarm });
    expect(await mailer.deliver()).toBe(11);
    const first = sent.slice(0, 4);
    expect(first).toContain('Your code to open a Candor account');
    expect(first).toContain('Your account: Look at this.');
    expect(most).toBe(4);
  });

  test('keeps its subject on one line whatever it is filled with', async () => {
    const subjects: string[] = [];
    const mailer = mailerWith({ send: async ({ subject }) => void subjects.push(subject) });
    const values = { code: '1\r\nBcc: x@y.example', minutes: '10' };
    await enqueue(mailer, { ...CODE, values });
    await mailer.deliver();
    expect(subjects.join('')).not.toMatch(/[\r\n]/);
  });
});

test('a machine without a way out shows its letters at the terminal, and only there', () => {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const none = { smtp: null, sms: null };
  for (const publicUrl of [null, 'http://localhost:5173', 'http://127.0.0.1:3000']) {
    expect(createTransports(none, { publicUrl, say }).email).not.toBeNull();
  }
  const open = createTransports(none, { publicUrl: 'https://candor.example', say });
  expect([open.email, open.phone]).toEqual([null, null]);
  void createTerminalTransport(say).send({
    id: '1',
    to: 'a@b.example',
    subject: 'S',
    text: 'one\ntwo\n',
  });
  expect(lines).toEqual(['Letter to a@b.example: S\n  one\n  two']);
});

describe('a text message', () => {
  async function startGateway(answers: number[]) {
    const asked: { authorization: string | undefined; body: unknown }[] = [];
    const server = createHttpServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
        asked.push({ authorization: request.headers.authorization, body });
        const status = answers.shift() ?? 202;
        response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {});
        response.end('{"queued":true}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const transport = createSmsTransport({
      url: `http://127.0.0.1:${port}/send`,
      token: 'gateway-secret',
      from: 'Candor',
    });
    return { asked, post: transport, stop: () => new Promise((resolve) => server.close(resolve)) };
  }

  test('goes to the gateway as its adapter says', async () => {
    const gateway = await startGateway([202]);
    const mailer = mailerWith(null, STRANGER, gateway.post);
    await enqueue(mailer, { ...CODE, channel: 'phone', to: '+4915112345678' });
    expect(await mailer.deliver()).toBe(1);
    expect(gateway.asked).toEqual([
      {
        authorization: 'Bearer gateway-secret',
        body: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          to: '+4915112345678',
          from: 'Candor',
          text: 'Candor: 012345 is your code to open an account, good for 10 minutes. Do not share it.',
        },
      },
    ]);
    await gateway.stop();
  });

  test('is tried again after 429 and 5xx, and never after 400; it follows no redirect', async () => {
    const gateway = await startGateway([429, 503, 302, 400]);
    const send = () => gateway.post.send({ id: '1', to: '+491', subject: '', text: 'x' });
    const outcomes: unknown[] = [];
    for (let tries = 0; tries < 4; tries += 1) {
      outcomes.push(await send().catch((error: unknown) => error instanceof MessageRefused));
    }
    expect(outcomes).toEqual([false, false, false, true]);
    expect(gateway.asked).toHaveLength(4);
    await gateway.stop();
  });
});
