// Promise: a document is seen at the desk for a claimed case alone, by roles that decide by it, with
// the name of who looks over it; each view is counted, written down, and the user reads of it.
import { MINUTE_MS, type UserId } from '@candor/kernel';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';
import { amendInCase } from '../../cases/index.ts';

const PATIENCE_MS = 180_000;

let product: TestDesk;
let opener: TestMember;
let maker: TestMember;
let checker: TestMember;
let auditor: TestMember;
let user: Awaited<ReturnType<TestDesk['register']>>;
let caseId: string;
let number: string;
let fileId: string;

async function bring(purpose: 'kycFront' | 'support', token = user.token): Promise<string> {
  const noise = { type: 'gaussian', mean: 160, sigma: 8 } as const;
  const file = await sharp({
    create: { width: 640, height: 420, channels: 3, background: '#ccc', noise },
  })
    .jpeg()
    .toBuffer();
  let fileId = '';
  // The reader of pictures gives up on a machine that is busy, and keeps nothing then.
  const brought = async (): Promise<string> => {
    const { message, result } = await product.call('files.upload', {
      token,
      form: { purpose, file },
    });
    if (message === 'ok') ({ fileId } = result);
    return message;
  };
  await expect.poll(brought, { timeout: PATIENCE_MS / 2, interval: 500 }).toBe('ok');
  return fileId;
}

/** Puts files to a case, as the capability that opened it does. */
async function putTo(id: string, evidence: readonly string[]): Promise<void> {
  const proposal = {
    userId: user.userId as UserId,
    subject: 'with documents',
    amount: 5_000_000n,
    asset: 'USDT',
    facts: { mode: 'real', userId: user.userId, username: user.username },
    evidence,
  } as const;
  const at = product.clock.now();
  await product.db.transaction((tx) => amendInCase(tx, id, { proposal, by: 'system', at }));
}

beforeAll(async () => {
  product = await startTestDesk();
  opener = await product.member('support');
  maker = await product.member('cashierMaker');
  checker = await product.member('cashierChecker');
  auditor = await product.member('auditor');
  user = await product.register();
}, PATIENCE_MS);
afterAll(() => product.stop());
beforeEach(async () => {
  product.clock.advance(2 * MINUTE_MS);
  const opened = await product.desk('cases.open-adjustment', {
    cookie: opener.cookie,
    body: {
      userId: user.userId,
      mode: 'real',
      asset: 'USDT',
      direction: 'toUser',
      amount: '5',
      note: 'See the document',
    },
  });
  ({ id: caseId, number } = opened.result);
  fileId = await bring('kycFront');
  await putTo(caseId, [fileId]);
}, PATIENCE_MS);

const show = ({ cookie }: TestMember, file = fileId) =>
  product.desk('cases.document', { cookie, params: { id: caseId, fileId: file } });
const listed = async ({ cookie }: TestMember) =>
  (await product.desk('cases.documents', { cookie, params: { id: caseId } })).result;
const claim = ({ cookie }: TestMember) =>
  product.desk('cases.claim', { cookie, params: { id: caseId } });

test(
  'a claimed case shows its document: counted, in the log, in the user’s activity, kept nowhere',
  async () => {
    expect((await show(maker)).status).toBe(403);
    await claim(maker);
    const before = await listed(maker);
    expect(before.records).toMatchObject([{ id: fileId, purpose: 'kycFront', isGone: false }]);
    let looks = 1;
    let shown = await show(maker);
    // Made ready elsewhere, which a busy machine may refuse: a look is counted all the same.
    for (; shown.message === 'upload-failed' && looks < 10; looks += 1) {
      shown = await show(maker);
    }
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(shown.headers['cache-control']).toBe('private, no-store');
    expect((await listed(maker)).views.left).toBe(before.views.left - looks);
    const rows = await product.desk('audit.list', {
      cookie: auditor.cookie,
      query: { subject: number },
    });
    expect(rows.result.records.map(({ action }) => action)).toContain('files.view-document');
    const { token } = user;
    const log = await product.call('accounts.access-log', { token, query: { page: 1, size: 50 } });
    const kinds = log.result.records.filter(({ role }) => role === 'cashierMaker');
    // It was looked at: nothing of the account was changed.
    expect(kinds.map(({ kind }) => kind)).toContain('staff-read');
    expect(kinds.map(({ kind }) => kind)).not.toContain('staff-act');
  },
  PATIENCE_MS,
);

test(
  'nobody else sees it: no claim, another’s claim, another role, a file of another user',
  async () => {
    const other = await product.register();
    const foreign = await bring('kycFront', other.token);
    await putTo(caseId, [fileId, foreign]);
    await claim(maker);
    const { left } = (await listed(checker)).views;
    expect((await show(checker)).message).toBe('case-claimed');
    for (const role of [opener, auditor]) {
      expect((await show(role)).status).toBe(403);
      const params = { id: caseId };
      const asked = await product.desk('cases.documents', { cookie: role.cookie, params });
      expect(asked.status).toBe(403);
    }
    expect((await show(maker, foreign)).message).toBe('not-found');
    expect((await listed(maker)).records.map(({ id }) => id)).toEqual([fileId]);
    expect((await listed(checker)).views.left).toBe(left);
    // The door of support’s pictures opens no document.
    const params = { id: caseId, fileId };
    const past = await product.desk('support.picture', { cookie: opener.cookie, params });
    expect(past.message).toBe('not-found');
  },
  PATIENCE_MS,
);

test(
  'after thirty within the hour no more are shown, and the refusal says until when',
  async () => {
    await claim(checker);
    const first = product.clock.now();
    await product.db.query(
      `insert into files.document_view (member, at, case_id, file_id)
       select $1::uuid, platform.from_ms($2), $3::uuid, $4::uuid from generate_series(1, 30)`,
      [checker.id, first, caseId, fileId],
    );
    expect((await listed(checker)).views).toEqual({ left: 0, max: 30, nextAt: first + 3_600_000 });
    const refused = await show(checker);
    expect(refused.message).toBe('limit-reached');
    expect(refused.text).toContain(String(first + 3_600_000));
  },
  PATIENCE_MS,
);
