import { randomUUID } from 'node:crypto';
import { MINUTE_MS, utcDayOf } from '@candor/kernel';
import { BASE_PATH, ENDPOINTS } from '@candor/protocol';
import {
  DESK_ENDPOINTS,
  type ReportKind,
  STAFF_ROLES,
  type StaffRole,
} from '@candor/protocol/desk';
import type { DeskCallName } from '@candor/protocol/desk-light';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDesk, type TestMember, startTestDesk } from './start-desk.ts';

/**
 * Who may make which call of the desk, stated a second time: a call that is not here, or that lets
 * another role in than is said here, fails.
 */
const EVERYONE = STAFF_ROLES;
/** Neither the administrator nor the auditor acts on a case. */
const DECIDERS = STAFF_ROLES.filter((role) => role !== 'admin' && role !== 'auditor');
const ALLOWED: Readonly<Record<DeskCallName, readonly StaffRole[] | 'anyone'>> = {
  'audit.export': ['admin', 'auditor'],
  'audit.head': ['admin', 'auditor'],
  'audit.list': ['admin', 'auditor'],
  'cases.challenge': DECIDERS,
  'cases.claim': DECIDERS,
  'cases.counts': EVERYONE,
  'cases.decide': DECIDERS,
  'cases.document': ['kyc', 'cashierMaker', 'cashierChecker', 'risk'],
  'cases.documents': ['kyc', 'cashierMaker', 'cashierChecker', 'risk'],
  'cases.get': EVERYONE,
  'cases.list': EVERYONE,
  'cases.note': DECIDERS,
  'cases.open-adjustment': ['support', 'cashierMaker', 'risk'],
  'cases.open-exchange-cover': ['cashierMaker'],
  'cases.open-house-funding': ['cashierMaker'],
  'cases.open-parameter-change': ['risk', 'content', 'cashierMaker'],
  'cases.open-take-out': ['cashierMaker'],
  'cases.preview-entry': ['support', 'cashierMaker', 'risk'],
  'cases.release': DECIDERS,
  'complaints.answer': ['support'],
  'complaints.list': ['support', 'auditor'],
  'complaints.mark': ['support'],
  'reports.fetch': ['cashierChecker', 'risk', 'auditor', 'admin'],
  'reports.list': ['cashierChecker', 'risk', 'auditor', 'admin'],
  'reports.start': ['cashierChecker', 'risk', 'auditor', 'admin'],
  'risk.accounts': ['risk', 'auditor', 'admin'],
  'risk.check': ['risk', 'admin'],
  'risk.health': ['risk', 'auditor', 'admin'],
  'risk.house': ['risk', 'auditor', 'admin'],
  'risk.house-balances': ['cashierMaker', 'cashierChecker', 'risk', 'auditor', 'admin'],
  'risk.now': ['risk', 'auditor', 'admin'],
  'content.list': EVERYONE,
  'content.page': EVERYONE,
  'content.preview': ['content'],
  'content.publish': ['content'],
  'content.schedule': ['content'],
  'instruments.add': ['risk'],
  'instruments.change': ['risk'],
  'instruments.list': EVERYONE,
  'instruments.restrict': ['risk'],
  'countries.enable': ['risk'],
  'countries.end': ['risk', 'kyc'],
  'countries.list': EVERYONE,
  'loans.book': ['risk', 'cashierChecker', 'auditor'],
  'loans.case-agreement': ['kyc', 'cashierChecker', 'risk', 'auditor'],
  'loans.of-case': ['kyc', 'cashierChecker', 'risk', 'auditor'],
  'loans.overdue': ['risk', 'cashierChecker', 'auditor'],
  'loans.write-off': ['risk'],
  'tokens.calendar': EVERYONE,
  'tokens.charities': EVERYONE,
  'tokens.creator-payouts': ['content', 'risk', 'cashierMaker', 'cashierChecker', 'auditor'],
  'tokens.creators': ['content', 'risk', 'cashierMaker', 'cashierChecker', 'auditor'],
  'tokens.get': ['content', 'risk', 'cashierMaker', 'cashierChecker', 'auditor'],
  'tokens.list': EVERYONE,
  'tokens.payouts': EVERYONE,
  'tokens.picture': ['content'],
  'tokens.show-picture': EVERYONE,
  'tokens.propose': ['content', 'risk'],
  'tokens.propose-cancel': ['content', 'risk'],
  'tokens.propose-change': ['content', 'risk'],
  'tokens.propose-charity': ['content', 'risk'],
  'tokens.propose-creator-payout': ['cashierMaker'],
  'tokens.propose-delivery': ['cashierMaker', 'content'],
  'tokens.propose-payout': ['cashierMaker'],
  'offers.list': EVERYONE,
  'offers.preview': ['content'],
  'offers.propose': ['content'],
  'offers.withdraw': ['content', 'risk'],
  'plans.exposure': ['risk', 'auditor', 'admin'],
  'plans.of-case': EVERYONE,
  'plans.propose-change': ['risk'],
  'plans.propose-subsidy': ['cashierMaker', 'risk'],
  'plans.propose-version': ['risk'],
  'plans.registry': EVERYONE,
  'identity.check': ['kyc'],
  'identity.review': ['kyc'],
  'payouts.cancel': ['cashierMaker'],
  'payouts.correct': ['cashierChecker'],
  'payouts.export': ['cashierMaker'],
  'payouts.list': ['cashierMaker', 'cashierChecker', 'risk', 'auditor'],
  'payouts.make': ['cashierMaker'],
  'payouts.send': ['cashierChecker'],
  'payouts.void': ['cashierMaker', 'cashierChecker'],
  'parameters.list': EVERYONE,
  'parameters.withdraw': ['risk', 'content', 'cashierMaker'],
  'staff.begin-enrolment': 'anyone',
  'staff.change-password': EVERYONE,
  'staff.end-others': EVERYONE,
  'staff.begin-factor': EVERYONE,
  'staff.factors': EVERYONE,
  'staff.finish-enrolment': 'anyone',
  'staff.finish-factor': EVERYONE,
  'staff.invite': ['admin'],
  'staff.list': ['admin', 'auditor'],
  'staff.open-link': 'anyone',
  'staff.remove': ['admin'],
  'staff.remove-passkey': EVERYONE,
  'staff.remove-totp': EVERYONE,
  'staff.renew': ['admin'],
  'staff.second': 'anyone',
  'staff.session': EVERYONE,
  'staff.sessions': EVERYONE,
  'staff.set-roles': ['admin'],
  'staff.sign-in': 'anyone',
  'staff.sign-out': EVERYONE,
  'staff.withdraw-invitation': ['admin'],
  'support.assign': ['support'],
  'support.close': ['support'],
  'support.counts': ['support', 'auditor'],
  'support.keep-saved': ['support'],
  'support.list': ['support', 'auditor'],
  'support.note': ['support'],
  'support.picture': ['support'],
  'support.read': ['support', 'auditor'],
  'support.reopen': ['support'],
  'support.reply': ['support'],
  'support.saved': ['support', 'auditor'],
  'support.saved-versions': ['support', 'auditor'],
  'support.transcript': ['support', 'auditor'],
  'users.enable': ['kyc', 'risk'],
  'users.freeze': ['support', 'kyc', 'risk'],
  'users.get': ['support', 'kyc', 'risk', 'auditor', 'admin'],
  'users.get-money': ['support', 'risk', 'auditor', 'admin'],
  'users.list': ['support', 'kyc', 'risk', 'auditor', 'admin'],
  'users.list-mails': ['support', 'auditor', 'admin'],
  'users.list-payments': ['support', 'risk', 'auditor', 'admin'],
  'users.note': ['support', 'kyc', 'risk'],
  'users.propose-disabling': ['support', 'kyc', 'risk'],
  'users.set-demo': ['support', 'risk'],
  'users.unfreeze': ['support', 'kyc', 'risk'],
};

/** The same of each kind of report: what it shows is read by these at the desk as well. */
const REPORTED: Readonly<Record<ReportKind, readonly StaffRole[]>> = {
  books: ['cashierChecker', 'risk', 'auditor', 'admin'],
  fees: ['cashierChecker', 'risk', 'auditor', 'admin'],
  financing: ['cashierChecker', 'risk', 'auditor', 'admin'],
  house: ['cashierChecker', 'risk', 'auditor', 'admin'],
  complaints: ['auditor'],
  staff: ['auditor', 'admin'],
};

let product: TestDesk;
const members = new Map<StaffRole, TestMember>();

beforeAll(async () => {
  product = await startTestDesk();
  members.set('admin', await product.administrator());
  for (const role of STAFF_ROLES) {
    if (role !== 'admin') members.set(role, await product.member(role));
  }
});
afterAll(() => product.stop());

const names = Object.keys(ALLOWED) as DeskCallName[];
const cookieOf = (role: StaffRole): string => members.get(role)?.cookie ?? '';

/** Rows of the audit log so far. */
async function rows(): Promise<number> {
  const [row] = await product.db.query<{ count: number }>(
    'select count::int as count from audit.head',
  );
  return row?.count ?? 0;
}

async function newestRow(): Promise<{ actor: string; action: string; details: string }> {
  const [row] = await product.db.query<{ actor: string; action: string; details: string }>(
    'select actor, action, details from audit.record order by seq desc limit 1',
  );
  return row ?? { actor: '', action: '', details: '' };
}

describe('every role and every call', () => {
  test.each(STAFF_ROLES)('%s asks for the reports of what it may read', async (role) => {
    const day = utcDayOf(product.clock.now());
    for (const kind of Object.keys(REPORTED) as ReportKind[]) {
      const body = { kind, format: 'csv', from: day, to: day } as const;
      const { message } = await product.desk('reports.start', { cookie: cookieOf(role), body });
      expect([kind, message]).toEqual([kind, REPORTED[kind].includes(role) ? 'ok' : 'forbidden']);
    }
  });

  test('each call has its row here, and each row its call', () => {
    expect(names.toSorted()).toEqual(DESK_ENDPOINTS.map(({ name }) => name).toSorted());
  });

  test('each call has a route, and no call of the product has one on the desk', async () => {
    const http = product.app.desk?.http;
    for (const { method, path } of DESK_ENDPOINTS) {
      expect(http?.hasRoute({ method, url: path }), path).toBe(true);
      expect(product.app.http.hasRoute({ method, url: path }), path).toBe(false);
    }
    for (const { method, path } of ENDPOINTS) {
      expect(http?.hasRoute({ method, url: `${BASE_PATH}${path}` }), path).toBe(false);
    }
  });

  test.each(names)('%s lets in who may, and nobody else', async (name) => {
    const allowed = ALLOWED[name];
    const endpoint = DESK_ENDPOINTS.find((one) => one.name === name);
    // Refusals of nobody are written at most sixty times a minute.
    product.clock.advance(MINUTE_MS);
    const before = await rows();
    const nobody = await product.desk(name, { cookie: null });
    if (allowed === 'anyone') {
      // Neither refused as nobody, nor with a session that is none of its business.
      expect([401, 403]).not.toContain(nobody.status);
      return;
    }
    expect([nobody.status, nobody.message]).toEqual([401, 'session-over']);
    expect(await rows()).toBe(before + 1);
    expect(await newestRow()).toMatchObject({ actor: 'candor', action: endpoint?.audits });
    for (const role of STAFF_ROLES) {
      if (allowed.includes(role)) continue;
      const refused = await product.desk(name, { cookie: cookieOf(role) });
      expect([role, refused.status, refused.message]).toEqual([role, 403, 'forbidden']);
      const row = await newestRow();
      expect(row).toMatchObject({ actor: members.get(role)?.id, action: endpoint?.audits });
      expect(JSON.parse(row.details)).toMatchObject({ refused: 'forbidden', call: name });
    }
    // What ends the session it is asked with is tried in tests of its own.
    if (name === 'staff.sign-out') return;
    for (const role of allowed) {
      // A body that fits nothing: who is let in hears 400 or an answer, and nothing is done.
      const body = { nobodyKnowsThis: true };
      const answer = await product.desk(name, { cookie: cookieOf(role), body });
      expect([role, [401, 403].includes(answer.status)]).toEqual([role, false]);
    }
  });

  test('a session that ended, a token that was invented and two cookies open nothing', async () => {
    const invented = `candor-desk=${'A'.repeat(43)}`;
    const twice = `${cookieOf('admin')}; ${cookieOf('risk')}`;
    for (const cookie of [invented, twice, 'candor-desk=']) {
      expect((await product.desk('staff.session', { cookie })).status).toBe(401);
    }
  });

  test('a token nobody was given is refused without asking the database', async () => {
    const [, secret = ''] = cookieOf('risk').split('=');
    const odd = `${secret.slice(0, -2)}${secret.endsWith('AA') ? 'BB' : 'AA'}`;
    let asked = 0;
    const { find } = product.app.desk?.staff ?? {};
    const query = product.deskDb.query.bind(product.deskDb);
    Object.assign(product.deskDb, {
      query(text: string, values: readonly unknown[]) {
        if (text.includes('staff.session')) asked += 1;
        return query(text, values);
      },
    });
    expect(await find?.(odd)).toBeNull();
    expect(asked).toBe(0);
    expect(await find?.(secret)).toMatchObject({ roles: ['risk'] });
    expect(asked).toBe(1);
    Object.assign(product.deskDb, { query });
  });

  test('what nobody asks adds at most sixty rows a minute to the log', async () => {
    product.clock.advance(60_000);
    const before = await rows();
    for (let count = 0; count < 70; count += 1) {
      expect((await product.desk('staff.session', { cookie: null })).status).toBe(401);
    }
    expect(await rows()).toBe(before + 60);
    product.clock.advance(60_000);
  });

  test('nor more than two hundred and forty an hour, and the rest is told in one row', async () => {
    product.clock.advance(60 * MINUTE_MS);
    // The first of an hour also tells of the hour before.
    await product.desk('staff.session', { cookie: null });
    const before = await rows();
    for (let minute = 0; minute < 6; minute += 1) {
      for (let count = 0; count < 65; count += 1) {
        await product.desk('staff.session', { cookie: null });
      }
      product.clock.advance(MINUTE_MS);
    }
    expect(await rows()).toBe(before + 239);
    product.clock.advance(60 * MINUTE_MS);
    expect((await product.desk('staff.session', { cookie: null })).status).toBe(401);
    expect(await rows()).toBe(before + 241);
    const [row] = await product.db.query<{ details: string }>(
      'select details from audit.record order by seq desc limit 1 offset 1',
    );
    expect(JSON.parse(row?.details ?? '')).toMatchObject({ unwritten: 6 * 65 - 239 });
  });
});

describe('two origins', () => {
  const elsewhere = [
    { origin: 'http://localhost:3000' },
    { origin: undefined },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': undefined },
  ];

  test.each(elsewhere)('a page with %j cannot post to the desk', async (headers) => {
    const cookie = cookieOf('admin');
    const body = { email: `x${randomUUID()}@candor.example`, roles: ['support'] };
    const answer = await product.desk('staff.invite', { cookie, body, headers });
    expect([answer.status, answer.message]).toEqual([403, 'forbidden']);
    const sign = await product.desk('staff.sign-in', {
      body: { email: 'first@candor.example', password: 'x' },
      headers,
    });
    expect(sign.status).toBe(403);
  });

  test('a page of the product cannot read from the desk either', async () => {
    const cookie = cookieOf('admin');
    const headers = { 'sec-fetch-site': 'same-site' };
    expect((await product.desk('staff.list', { cookie, headers })).status).toBe(403);
    const read = await product.desk('staff.list', { cookie });
    expect(read.headers['access-control-allow-origin']).toBeUndefined();
    expect(read.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(read.headers['cache-control']).toBe('no-store');
  });

  test('the desk’s page cannot use what the product keeps in the browser', async () => {
    const answer = await product.app.http.inject({
      method: 'POST',
      url: `${BASE_PATH}/login/refresh`,
      headers: { origin: product.origin, cookie: cookieOf('admin'), 'sec-fetch-site': 'same-site' },
      payload: {},
    });
    expect(answer.statusCode).toBe(403);
  });

  test('neither takes the other’s session', async () => {
    const { token } = await product.register();
    for (const headers of [{ authorization: token }, { cookie: `candor_refresh=${token}` }]) {
      expect((await product.desk('staff.session', { headers })).status).toBe(401);
    }
    const [, secret = ''] = cookieOf('admin').split('=');
    for (const headers of [{ cookie: cookieOf('admin') }, { authorization: secret }]) {
      const url = `${BASE_PATH}/user/getUserInfo`;
      const asked = { method: 'POST', url, headers: { ...headers, virtually: 'NO' } } as const;
      expect((await product.app.http.inject(asked)).statusCode).toBe(401);
    }
  });

  test('the desk has a policy for its pages and answers as strict as the product’s', async () => {
    const headersOf = async (http: typeof product.app.http) => {
      const { headers } = await http.inject({ url: '/desk/nothing' });
      return headers['content-security-policy'];
    };
    const desk = product.app.desk?.http;
    expect(desk).toBeDefined();
    if (desk === undefined) return;
    expect(await headersOf(desk)).toBe(await headersOf(product.app.http));
    expect((await desk.inject({ url: '/metrics' })).statusCode).toBe(404);
  });
});
