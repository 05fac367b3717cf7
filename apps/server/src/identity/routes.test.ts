// Promise: who a user is is said by a decided case alone; one submission waits at a time, what was rejected is
// sent again by itself, and nothing of it can be read in the database.
import { HOUR_MS } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DETAILS, brings, papersOf, reviews, waitingCase } from '../../test/identity.ts';
import { type TestDesk, startTestDesk } from '../../test/start-desk.ts';
import { findVerification, holdVerification } from './index.ts';

let product: TestDesk;

beforeAll(async () => {
  product = await startTestDesk();
});
afterAll(() => product.stop());

type Caller = Awaited<ReturnType<TestDesk['register']>>;

const send = ({ token }: Caller, odd: object) => product.call('identity.submit', { token, odd });
const prove = ({ token }: Caller, odd: object) =>
  product.call('identity.prove-address', { token, odd });
const read = async ({ token }: Caller) => (await product.call('identity.get', { token })).result;
const verified = async (): Promise<Caller> => {
  const caller = await product.register();
  expect((await send(caller, await papersOf(product, caller))).code).toBe('200');
  await reviews(product, caller.userId);
  return caller;
};

describe('the first level', () => {
  test('waits for staff with its deadline, and is verified by their case', async () => {
    const caller = await product.register();
    expect(await read(caller)).toEqual({
      state: 'none',
      level: 0,
      documents: [],
      address: { state: 'none' },
      deadlineHours: 48,
      imageBytesMax: 2_097_152,
    });
    const papers = await papersOf(product, caller);
    const sent = await send(caller, papers);
    expect([sent.code, sent.message]).toEqual(['200', '20001']);
    const at = product.clock.now();
    expect(sent.result).toMatchObject({
      state: 'pending',
      level: 0,
      submittedAt: at,
      deadline: at + 48 * HOUR_MS,
      documents: [
        { kind: 'back', state: 'pending' },
        { kind: 'front', state: 'pending' },
        { kind: 'holding', state: 'pending' },
        { kind: 'signature', state: 'pending' },
      ],
    });
    expect(sent.result.details).toBeUndefined();
    const waiting = await waitingCase(product, caller.userId);
    expect(waiting.number).toMatch(/^K-/);
    expect(waiting.evidence.toSorted()).toEqual(
      [papers.frontId, papers.backId, papers.holdingId, papers.signatureId].toSorted(),
    );
    await reviews(product, caller.userId);
    const now = await read(caller);
    expect(now).toMatchObject({ state: 'verified', level: 1, decidedAt: product.clock.now() });
    expect(now.documents.every(({ state }) => state === 'approved')).toBe(true);
    expect(await findVerification(product.db, caller.userId)).toEqual({
      state: 'verified',
      addressState: 'none',
      level: 1,
    });
  });

  test('is not verified by anybody but a decided case, not in the database either', async () => {
    const caller = await product.register();
    await send(caller, await papersOf(product, caller));
    const { userId } = caller;
    await expect(
      product.owner.query(
        `update identity.submission set state = 'verified', decided_at = now() where user_id = $1`,
        [userId],
      ),
    ).rejects.toThrow('by a decided case');
    await expect(
      product.owner.query(`update identity.person set state = 'verified' where user_id = $1`, [
        userId,
      ]),
    ).rejects.toThrow('a level stands on what was verified');
  });

  test('is not verified by what the product inserts, and what was decided of it stays', async () => {
    const caller = await product.register();
    const { userId } = caller;
    await send(caller, await papersOf(product, caller));
    const asProduct = (sql: string) => product.db.transaction((tx) => tx.query(sql, [userId]));
    const forged = (state: string) => `
      insert into identity.submission (user_id, id, level, state, document_type, case_id,
        submitted_at, deadline, decided_at)
      values ($1, gen_random_uuid(), 1, '${state}', 'passport', gen_random_uuid(), now(), now(), now())`;
    await expect(asProduct(forged('verified'))).rejects.toThrow('begins under review');
    await expect(asProduct(forged('failed'))).rejects.toThrow('begins under review');
    await expect(
      asProduct(`
        insert into identity.document (user_id, submission_id, kind, file_id, state)
        select user_id, id, 'address', gen_random_uuid(), 'approved'
        from identity.submission where user_id = $1`),
    ).rejects.toThrow('a document begins under review');
    const details = `update identity.submission set details = 'other' where user_id = $1`;
    await expect(asProduct(details)).rejects.toThrow('stays');
    await reviews(product, userId);
    const number = `
      update identity.submission set number_hash = sha256('another') where user_id = $1`;
    await expect(asProduct(number)).rejects.toThrow('stays');
    const judged = `
      update identity.document set state = 'rejected', reason = 'unreadable' where user_id = $1`;
    await expect(asProduct(judged)).rejects.toThrow('was judged as stays');
    expect(await read(caller)).toMatchObject({ state: 'verified' });
  });

  test('is asked for once: while it waits, and when it is verified', async () => {
    const caller = await product.register();
    const first = await papersOf(product, caller);
    const second = await papersOf(product, caller);
    const both = await Promise.all([send(caller, first), send(caller, second)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['10019', '200']);
    expect(both.find(({ code }) => code === '10019')?.refused.facts).toEqual({ state: 'pending' });
    await reviews(product, caller.userId);
    const again = await send(caller, second);
    expect([again.code, again.refused.facts]).toEqual(['10019', { state: 'verified' }]);
    const keys = await product.owner.query('select 1 from identity.submission where user_id = $1', [
      caller.userId,
    ]);
    expect(keys).toHaveLength(1);
  });

  test('takes a typed name for a signature, and nobody else’s', async () => {
    const caller = await product.register();
    const { signatureId: _drawn, ...rest } = await papersOf(product, caller);
    const unsigned = await send(caller, rest);
    expect([unsigned.code, unsigned.refused.field]).toEqual(['11015', 'signatureId']);
    const other = await send(caller, { ...rest, signatureName: 'Erika Mustermann' });
    expect([other.code, other.refused.field]).toEqual(['11015', 'signatureName']);
    const signed = await send(caller, { ...rest, signatureName: 'anna maría  SPECIMEN ' });
    expect(signed.code).toBe('200');
    expect(signed.result.documents.map(({ kind }) => kind)).toEqual(['back', 'front', 'holding']);
    expect((await waitingCase(product, caller.userId)).facts['signature']).toBe('typed');
  });

  test.each([
    ['firstName', undefined, '11014'],
    ['lastName', '  ', '11014'],
    ['birthdate', undefined, '11014'],
    ['sex', undefined, '11014'],
    ['country', '', '11014'],
    ['address', undefined, '11014'],
    ['phone', undefined, '11014'],
    ['documentType', undefined, '11014'],
    ['frontId', undefined, '11014'],
    ['backId', undefined, '11014'],
    ['holdingId', undefined, '11014'],
    ['firstName', 'R2D2', '11038'],
    ['lastName', 'x'.repeat(61), '11038'],
    ['lastName', '<b>', '11038'],
    ['birthdate', '1974-02-30', '11038'],
    ['birthdate', '12.08.1974', '11038'],
    ['birthdate', '1874-08-12', '11038'],
    ['birthdate', '2020-08-12', '11038'],
    ['country', 'XX', '11038'],
    ['address', 'Here', '11038'],
    ['phone', '030 1234567', '11038'],
    ['documentNumber', 'A', '11038'],
    ['mrz', 'IDD<<T220001293', '11038'],
    ['frontId', '00000000-0000-4000-8000-000000000001', '404'],
  ])('is refused at its field: %s as %s', async (field, value, code) => {
    const caller = await product.register();
    const answer = await send(caller, { ...(await papersOf(product, caller)), [field]: value });
    expect([answer.code, answer.refused.field]).toEqual([code, field]);
    expect((await read(caller)).state).toBe('none');
  });

  test('takes no picture of another user, none twice, and none brought for something else', async () => {
    const caller = await product.register();
    const other = await product.register();
    const papers = await papersOf(product, caller);
    const foreign = { ...papers, frontId: await brings(product, other, 'kycFront') };
    expect((await send(caller, foreign)).code).toBe('404');
    const swapped = { ...papers, frontId: papers.backId, backId: papers.frontId };
    expect((await send(caller, swapped)).code).toBe('404');
    // A refusal used nothing.
    expect((await send(caller, papers)).code).toBe('200');
    const back = await send(other, { ...DETAILS, ...papers });
    expect(back.code).toBe('404');
  });

  test('needs no back of a passport', async () => {
    const caller = await product.register();
    const { backId: _back, ...papers } = await papersOf(product, caller);
    expect((await send(caller, { ...papers, documentType: 'passport' })).code).toBe('200');
  });

  test('refuses what cannot be read', async () => {
    const caller = await product.register();
    for (const odd of [
      { sex: 'unknown' },
      { documentType: 'library' },
      { frontId: 'x' },
      { x: 1 },
    ]) {
      expect((await send(caller, odd)).status).toBe(400);
    }
  });
});

describe('after a rejection', () => {
  test('the rejected document alone comes again, and the case has both versions', async () => {
    const caller = await product.register();
    const papers = await papersOf(product, caller);
    await send(caller, papers);
    await reviews(product, caller.userId, { front: 'unreadable' }, 'The light was bad.');
    const failed = await read(caller);
    expect(failed).toMatchObject({
      state: 'failed',
      level: 0,
      message: 'The light was bad.',
      documents: [
        { kind: 'back', state: 'approved' },
        { kind: 'front', state: 'rejected', reason: 'unreadable' },
        { kind: 'holding', state: 'approved' },
        { kind: 'signature', state: 'approved' },
      ],
      details: { ...DETAILS, phone: '+49301234567' },
    });
    const nothing = await send(caller, {});
    expect([nothing.code, nothing.refused.field]).toEqual(['11014', 'frontId']);
    const frontId = await brings(product, caller, 'kycFront');
    const again = await send(caller, { frontId });
    expect(again.result.documents).toEqual([
      { kind: 'back', state: 'approved' },
      { kind: 'front', state: 'pending' },
      { kind: 'holding', state: 'approved' },
      { kind: 'signature', state: 'approved' },
    ]);
    const waiting = await waitingCase(product, caller.userId);
    expect(waiting.evidence).toEqual(expect.arrayContaining([papers.frontId, frontId]));
    expect([waiting.facts['judged'], waiting.facts['tries']]).toEqual([frontId, '2']);
    await reviews(product, caller.userId);
    expect(await read(caller)).toMatchObject({ state: 'verified', level: 1 });
  });

  test('details that are corrected are compared with every document anew', async () => {
    const caller = await product.register();
    await send(caller, await papersOf(product, caller));
    await reviews(product, caller.userId, { front: 'details-differ' });
    const again = await send(caller, { lastName: 'Muster' });
    expect(again.code).toBe('200');
    expect(again.result.documents.every(({ state }) => state === 'pending')).toBe(true);
    expect((await waitingCase(product, caller.userId)).facts['judged']?.split(',')).toHaveLength(4);
  });

  test('another kind of document is sent whole', async () => {
    const caller = await product.register();
    await send(caller, await papersOf(product, caller));
    await reviews(product, caller.userId, { holding: 'face-differs' });
    const holdingId = await brings(product, caller, 'kycHolding');
    const other = { documentType: 'driverLicence', holdingId };
    const refused = await send(caller, other);
    expect([refused.code, refused.refused.field]).toEqual(['11014', 'frontId']);
    const frontId = await brings(product, caller, 'kycFront');
    const backId = await brings(product, caller, 'kycBack');
    expect((await send(caller, { ...other, frontId, backId })).code).toBe('200');
  });

  test('a decision names every document, and rejects one of them at least', async () => {
    const caller = await product.register();
    await send(caller, await papersOf(product, caller));
    const { id, facts } = await waitingCase(product, caller.userId);
    const rowHash = (await product.app.cases.approval(id))?.rowHash.toString('hex') ?? '';
    const judged = (facts['judged'] ?? '').split(',');
    const all = Object.fromEntries(judged.map((file) => [file, null]));
    const [first = ''] = judged;
    const { [first]: _left, ...some } = all;
    const decide = async (kind: 'approve' | 'reject', parts: Record<string, string | null>) => {
      const reason = kind === 'approve' ? 'documents-verified' : 'documents-rejected';
      const came = await product.app.cases.move(id, {
        actor: { id: '0199f000-0000-7000-8000-00000000000a', roles: ['kyc'] },
        move: { kind, rowHash, reason, parts },
        text: null,
        action: 'cases.decide',
      });
      return came.ok ? came.value : came.failure;
    };
    const refused = { name: 'unreadable', field: 'parts' };
    expect(await decide('approve', {})).toEqual(refused);
    expect(await decide('approve', some)).toEqual(refused);
    expect(await decide('approve', { ...all, [first]: 'unreadable' })).toEqual(refused);
    expect(await decide('reject', all)).toEqual(refused);
    expect(await decide('reject', { ...all, [first]: 'too-ugly' })).toEqual(refused);
    expect(await decide('reject', { ...all, [caller.userId]: 'unreadable' })).toEqual(refused);
    expect(await decide('reject', { ...all, [first]: 'unreadable' })).toBe('rejected');
  });
});

describe('the second level', () => {
  const today = (): string => new Intl.DateTimeFormat('sv').format(product.clock.now());

  test('is for those whose documents are verified, and is a case of its own', async () => {
    const stranger = await product.register();
    expect((await prove(stranger, {})).code).toBe('10022');
    const caller = await verified();
    const addressId = await brings(product, caller, 'kycAddress');
    for (const [odd, code, field] of [
      [{}, '11014', 'addressId'],
      [{ addressId }, '11014', 'proof'],
      [{ addressId, proof: 'utilityBill' }, '11014', 'issuedOn'],
      [{ addressId, proof: 'utilityBill', issuedOn: '2020-13-01' }, '11038', 'issuedOn'],
      [{ addressId, proof: 'utilityBill', issuedOn: '2019-01-01' }, '11038', 'issuedOn'],
    ] as const) {
      const answer = await prove(caller, odd);
      expect([answer.code, answer.refused.field]).toEqual([code, field]);
    }
    const said = { proof: 'utilityBill', issuedOn: today() };
    const sent = await prove(caller, { addressId, ...said });
    expect([sent.code, sent.message]).toEqual(['200', '20001']);
    expect(sent.result).toMatchObject({ level: 1, address: { state: 'pending' } });
    expect((await prove(caller, { addressId, ...said })).code).toBe('10019');
    await reviews(product, caller.userId, { address: 'too-old' });
    expect(await read(caller)).toMatchObject({
      state: 'verified',
      level: 1,
      address: { state: 'failed', reason: 'too-old' },
    });
    const again = await brings(product, caller, 'kycAddress');
    await prove(caller, { addressId: again, ...said });
    expect((await waitingCase(product, caller.userId)).evidence).toEqual([again, addressId]);
    await reviews(product, caller.userId);
    expect(await read(caller)).toMatchObject({ level: 2, address: { state: 'verified' } });
  });
});

test('who relies on a level holds it until the end of the transaction', async () => {
  const caller = await verified();
  await product.db.transaction(async (tx) => {
    expect((await holdVerification(tx, caller.userId)).level).toBe(1);
    const change = product.owner.transaction(async (other) => {
      await other.query('set local lock_timeout = 100');
      await other.query(`update identity.person set state = 'failed' where user_id = $1`, [
        caller.userId,
      ]);
    });
    await expect(change).rejects.toThrow('lock timeout');
  });
});

test('nothing of what was said stands in the database to be read', async () => {
  const caller = await product.register();
  const papers = await papersOf(product, caller);
  await send(caller, { ...papers, lastName: 'Plantedmarker', documentNumber: 'PLANTED42' });
  const rows = await product.owner.query<{ all: string }>(
    `select (select string_agg(c::text, ' ') from cases.case c where user_id = $1)
       || (select string_agg(encode(details, 'escape'), ' ') from identity.submission where user_id = $1)
       || (select string_agg(o::text, ' ') from platform.outbox o) as all`,
    [caller.userId],
  );
  expect(rows[0]?.all).toContain('identity');
  expect(rows[0]?.all).not.toMatch(/plantedmarker|planted42|specimen|hauptstra/i);
});
