// Promise: what a user said of themselves is read by the member who claimed the case and nobody else, each reading
// is told to the user; the same number or picture of another account is raised, and the number is kept nowhere.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DETAILS, brings, papersOf, waitingCase } from '../../../test/identity.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

const LINES = [
  'IDD<<T220001293<<<<<<<<<<<<<<<',
  '6408125<2010315D<<<<<<<<<<<<<4',
  'MUSTERMANN<<ERIKA<<<<<<<<<<<<<',
].join('\n');
const ERIKA = {
  firstName: 'Erika',
  lastName: 'Mustermann',
  birthdate: '1964-08-12',
  sex: 'x',
} as const;

let product: TestDesk;
let kyc: TestMember;
let other: TestMember;
let support: TestMember;

beforeAll(async () => {
  product = await startTestDesk();
  kyc = await product.member('kyc');
  other = await product.member('kyc');
  support = await product.member('support');
});
afterAll(() => product.stop());

type User = Awaited<ReturnType<TestDesk['register']>>;

async function sends(odd: object = {}): Promise<{ user: User; caseId: string }> {
  const user = await product.register();
  const papers = await papersOf(product, user);
  const sent = await product.call('identity.submit', {
    token: user.token,
    odd: { ...papers, ...odd },
  });
  expect(sent.code).toBe('200');
  return { user, caseId: (await waitingCase(product, user.userId)).id };
}

const claim = (caseId: string, { cookie } = kyc) =>
  product.desk('cases.claim', { cookie, params: { id: caseId } });
const read = (caseId: string, { cookie } = kyc) =>
  product.desk('identity.review', { cookie, params: { id: caseId } });
const check = (caseId: string, body: object, { cookie } = kyc) =>
  product.desk('identity.check', { cookie, params: { id: caseId }, body });

test('who claimed the case reads it, and its user reads that it was read', async () => {
  const { user, caseId } = await sends({ documentNumber: 'T 220001-29' });
  expect((await read(caseId)).status).toBe(403);
  await claim(caseId);
  const { result } = await read(caseId);
  expect(result).toMatchObject({
    details: {
      ...DETAILS,
      phone: '+49301234567',
      documentNumber: 'T22000129',
      signatureName: null,
    },
    proof: null,
    replaced: [],
    isNumberKnown: false,
    findings: [],
    lines: null,
  });
  expect((await read(caseId, other)).message).toBe('case-claimed');
  expect((await read(caseId, support)).status).toBe(403);
  const query = { page: 1, size: 20 };
  const log = await product.call('accounts.access-log', { token: user.token, query });
  expect(log.result.records[0]).toMatchObject({ kind: 'staff-read', role: 'kyc', document: null });
  const { evidence } = await waitingCase(product, user.userId);
  const params = { id: caseId, fileId: evidence[0] ?? '' };
  expect((await product.desk('cases.document', { cookie: kyc.cookie, params })).status).toBe(200);
  const looks = await product.call('accounts.access-log', {
    token: user.token,
    query: { ...query, about: 'documents' },
  });
  expect(looks.result.total).toBe(2);
  expect(looks.result.records.map(({ document }) => document).toSorted()).toEqual(
    ['kycFront', null].toSorted(),
  );
});

test('a case about something else, and none at all, are not there', async () => {
  const nobody = '00000000-0000-4000-8000-000000000001';
  expect((await read(nobody)).message).toBe('not-found');
  expect((await check(nobody, { documentNumber: 'T22000129' })).message).toBe('not-found');
});

test('the lines of a document are compared with what the user said', async () => {
  const { caseId } = await sends({ ...ERIKA, mrz: LINES });
  await claim(caseId);
  const { lines } = (await read(caseId)).result;
  expect(lines).toMatchObject({ isWhole: true, format: 'TD1', expiresOn: '2020-10-31' });
  expect(lines?.isExpired).toBe(true);
  expect(lines?.fields.every(({ agrees }) => agrees)).toBe(true);
  const { caseId: wrong } = await sends({ ...ERIKA, firstName: 'Anna', documentNumber: 'X1234' });
  await claim(wrong);
  const compared = await check(wrong, { mrz: LINES });
  expect(compared.result.isSameNumber).toBe(false);
  const differ = compared.result.lines?.fields.filter(({ agrees }) => !agrees);
  expect(differ).toEqual([
    { field: 'firstName', said: 'Anna', read: 'ERIKA', agrees: false },
    { field: 'documentNumber', said: 'X1234', read: 'T22000129', agrees: false },
  ]);
  const mistyped = await check(wrong, { mrz: LINES.replace('6408125', '6408126') });
  expect(mistyped.result.lines?.isWhole).toBe(false);
  expect((await check(wrong, { mrz: 'nothing of that' })).message).toBe('detail-refused');
  expect((await check(wrong, {})).message).toBe('incomplete');
});

test('a number that another account sent is raised with its case, however it was typed', async () => {
  const first = await sends({ documentNumber: 'L-898 902 C3' });
  const second = await sends();
  await claim(second.caseId);
  expect((await read(second.caseId)).result).toMatchObject({ isNumberKnown: false, findings: [] });
  const { result } = await check(second.caseId, { documentNumber: 'l898902c3' });
  expect(result.findings).toEqual([
    {
      kind: 'same-number',
      userId: first.user.userId,
      username: first.user.username,
      caseId: first.caseId,
      at: product.clock.now(),
    },
  ]);
  expect((await read(second.caseId)).result).toMatchObject({
    isNumberKnown: true,
    findings: [{ kind: 'same-number' }],
  });
  const stored = await product.owner.query<{ text: string }>(
    `select string_agg(s::text, ' ') as text from identity.submission s`,
  );
  expect(stored[0]?.text).not.toMatch(/L898902C3/i);
});

test('nobody is verified before the number in the document was read', async () => {
  const { caseId } = await sends({ documentNumber: 'L898902C3' });
  await claim(caseId);
  const approve = async () => {
    const params = { id: caseId };
    const { cookie } = kyc;
    const { rowHash, parts } = (await product.desk('cases.get', { cookie, params })).result;
    const all = parts?.records.map(({ id }) => ({ id, reason: null })) ?? [];
    const said = { rowHash, verdict: 'approved', reason: 'documents-verified', parts: all };
    return product.desk('cases.decide', { cookie, params, body: said });
  };
  const refused = await approve();
  expect([refused.message, refused.text.includes('documentNumber')]).toEqual(['incomplete', true]);
  await check(caseId, { documentNumber: 'L898902C3' });
  expect((await approve()).result.verdict).toBe('approved');
});

test('what the user typed is never written over, and numbers are not tried out one after another', async () => {
  const { user, caseId } = await sends({ documentNumber: 'AB1234567' });
  await claim(caseId);
  const typed = () =>
    product.owner.query<{ hash: Buffer }>(
      'select number_hash as hash from identity.submission where user_id = $1',
      [user.userId],
    );
  const before = await typed();
  for (const documentNumber of ['AB1234568', 'AB1234568', 'AB1234569', 'AB1234567']) {
    expect((await check(caseId, { documentNumber })).status).toBe(200);
  }
  const more = await check(caseId, { documentNumber: 'AB1234560' });
  expect(more.message).toBe('limit-reached');
  expect(await typed()).toEqual(before);
  const kept = await product.owner.query<{ member: string }>(
    `select r.member from identity.reading r join identity.submission s on s.id = r.submission_id
     where s.user_id = $1`,
    [user.userId],
  );
  expect(kept).toHaveLength(3);
});

test('a member decides nothing about the account that has their own mailbox, and does not read it', async () => {
  const { user, caseId } = await sends();
  const [member] = await product.owner.query<{ email: string }>(
    'select email from staff.member where id = $1',
    [kyc.id],
  );
  await product.owner.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', $2, platform.from_ms($3))`,
    [user.userId, (member?.email ?? '').toUpperCase(), product.clock.now()],
  );
  expect((await claim(caseId)).message).toBe('case-own');
  expect((await read(caseId)).status).toBe(403);
  expect((await claim(caseId, other)).status).toBe(200);
});

test('a picture that another account sent is raised, also smaller and saved anew; others are not', async () => {
  const noise = (sigma: number) =>
    sharp({
      create: {
        width: 40,
        height: 30,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .resize(1_200, 900, { kernel: 'cubic' })
      .jpeg({ quality: 92 })
      .toBuffer();
  const drawn = await noise(60);
  const first = await product.register();
  const papers = await papersOf(product, first);
  const frontId = await brings(product, first, 'kycFront', drawn);
  await product.call('identity.submit', { token: first.token, odd: { ...papers, frontId } });
  const { id: firstCase } = await waitingCase(product, first.userId);
  const smaller = await sharp(drawn).resize(640).jpeg({ quality: 70 }).toBuffer();
  const second = await product.register();
  const again = await papersOf(product, second);
  const holdingId = await brings(product, second, 'kycHolding', smaller);
  await product.call('identity.submit', { token: second.token, odd: { ...again, holdingId } });
  const { id: secondCase } = await waitingCase(product, second.userId);
  await claim(secondCase);
  expect((await read(secondCase)).result.findings).toMatchObject([
    { kind: 'same-picture', userId: first.userId, caseId: firstCase },
  ]);
  // However often its owner or one other account brings it: nobody is crowded out.
  const crowd = await product.register();
  for (const userId of [crowd.userId, second.userId]) {
    await product.owner.query(
      `with planted as (
         insert into files.file
         select (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'user_id', $2::text))).*
         from files.file f, generate_series(1, 250) where f.id = $1
         returning id, user_id)
       insert into files.look (file_id, user_id, place, value)
       select p.id, p.user_id, l.place, l.value from planted p, files.look l where l.file_id = $1`,
      [frontId, userId],
    );
  }
  const raised = (await read(secondCase)).result.findings;
  const users = raised.map(({ userId }) => userId);
  expect(users.toSorted()).toEqual([first.userId, crowd.userId].toSorted());
  const third = await product.register();
  const own = await papersOf(product, third);
  const otherId = await brings(product, third, 'kycFront', await noise(70));
  await product.call('identity.submit', { token: third.token, odd: { ...own, frontId: otherId } });
  const { id: thirdCase } = await waitingCase(product, third.userId);
  await claim(thirdCase);
  expect((await read(thirdCase)).result.findings).toEqual([]);
});

test('documents are decided one by one at the desk, and a decision that leaves one out is refused', async () => {
  const { user, caseId } = await sends();
  await claim(caseId);
  const { cookie } = kyc;
  const params = { id: caseId };
  const shown = (await product.desk('cases.get', { cookie, params })).result;
  const ids = shown.parts?.records.map(({ id }) => id) ?? [];
  expect([ids.length, shown.parts?.records[0]?.isApproved]).toEqual([4, null]);
  // Who sent them stands by name in head and log, and not by an id.
  const sender = { kind: 'user', id: user.userId, name: user.username };
  expect([shown.openedBy, shown.steps[0]?.by]).toEqual([sender, sender]);
  const said = { rowHash: shown.rowHash, verdict: 'rejected', reason: 'documents-rejected' };
  const decide = (parts: object[]) =>
    product.desk('cases.decide', { cookie, params, body: { ...said, parts } });
  const all = ids.map((id, index) => ({ id, reason: index === 0 ? 'expired' : null }));
  expect((await decide(all.slice(1))).message).toBe('unreadable');
  expect((await decide([...all, { id: ids[0], reason: null }])).status).toBe(400);
  const { result } = await decide(all);
  expect(result.parts?.records.map(({ isApproved, reason }) => [isApproved, reason])).toEqual([
    [false, 'expired'],
    [true, null],
    [true, null],
    [true, null],
  ]);
  const stands = await product.call('identity.get', { token: user.token });
  expect(stands.result.state).toBe('failed');
  // What was decided is nobody's to read any more.
  expect((await read(caseId)).status).toBe(403);
});
