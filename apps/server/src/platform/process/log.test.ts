// Promise: nobody writes lines of the log by what they send, and no secret reaches one.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const destination = new PassThrough();
  write(createLog({ level: 'trace', destination }));
  return String(destination.read() ?? '')
    .split('\n')
    .slice(0, -1);
}

test('a line of the log is one JSON object, whatever was sent', () => {
  const sent = 'mara"}\n{"level":60,"msg":"all is well"}\r\n\u2028\u001B[2J\u0000';
  const [line = '', ...more] = logged((log) => {
    log.warn({ name: sent, err: new Error(sent) }, sent);
  });
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ level: 40, name: sent, msg: sent });
  expect([...line].every((sign) => sign >= ' ')).toBe(true);
});

test('no password, token or ticket reaches a line of the log', () => {
  const secrets = {
    password: 'secret-1',
    token: 'secret-2',
    refreshToken: 'secret-3',
    ticket: 'secret-4',
    visitorToken: 'secret-5',
  };
  const headers = {
    authorization: 'secret-6',
    cookie: 'secret-7',
    'visitor-token': 'secret-8',
  };
  const text = logged((log) => {
    log.info({ ...secrets }, 'flat');
    log.info({ body: secrets }, 'in a body');
    log.info({ req: { headers } }, 'in headers');
  }).join('\n');
  expect(text).toContain('[cut]');
  expect(text).not.toMatch(/secret-\d/);
});
