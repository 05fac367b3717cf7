// Promise: the audit log is read with the names of members, beside all others who act: also those who are only played in a rehearsal.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDesk, startTestDesk } from '../../../test/start-desk.ts';
import { writeAudit } from '../../audit/index.ts';

let product: TestDesk;

beforeAll(async () => {
  product = await startTestDesk();
});
afterAll(() => product.stop());

test('who is no member has no name, and takes nobody else’s away', async () => {
  const member = await product.member('risk');
  const auditor = await product.member('auditor');
  const ids = [member.id, 'rehearsal:checker'];
  await product.db.transaction(async (tx) => {
    for (const id of ids) {
      const actor = { kind: 'staff', id, role: 'risk' } as const;
      const at = product.clock.now();
      await writeAudit(tx, { at, actor, action: 'cases.played', subject: null, details: {} });
    }
  });
  const { message, result } = await product.desk('audit.list', {
    cookie: auditor.cookie,
    query: { action: 'cases.played' },
  });
  expect(message).toBe('ok');
  expect(result.records.map(({ actor, actorName }) => [actor, actorName])).toEqual([
    ['rehearsal:checker', null],
    [member.id, 'A member'],
  ]);
});
