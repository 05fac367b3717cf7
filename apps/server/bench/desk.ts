import { performance } from 'node:perf_hooks';
import { SECOND_MS, newUuid } from '@candor/kernel';
import { DESK_ENDPOINTS, STAFF_ROLES } from '@candor/protocol/desk';
import { DESK_CALLS, type DeskCallName } from '@candor/protocol/desk-light';
import { generateSync } from 'otplib';
import pg from 'pg';
import { createManualFeed } from '../test/manual-feed.ts';
import { type App, createApp } from '../src/app.ts';
import { startEmbeddedPostgres } from '../src/platform/cluster/embedded-postgres.ts';
import { DESK_CONNECTIONS, openDatabase } from '../src/platform/postgres/db.ts';
import { APP_ROLE, DESK_ROLE, migrate } from '../src/platform/postgres/migrate.ts';
import { systemClock } from '../src/platform/process/clock.ts';
import { createLog } from '../src/platform/process/log.ts';
import { DESK_SIZE, fillDesk } from './desk-fill.ts';
import { fillHistory } from './history-fill.ts';
import { BENCH_SETTINGS } from './settings.ts';
import { openTrader } from './traders.ts';

const ORIGIN = 'http://localhost:1';
/** The built desk. */
const PAGES = new URL('../../desk/dist/', import.meta.url);
const PASSWORD = 'a quiet harbour at nine';
/** What an answer may take. @source PRODUCT 11 @units milliseconds */
const LIMIT_MS = 300;
const ROUNDS = 40;
const CONTRACTS = 50_000;
/** The least any call of the desk does: its session is looked up, and what it holds is answered. */
const LEAST: DeskCallName = 'staff.session';
const SAVED_REPLY = '00000000-0000-7000-8000-000000000001';

type Filled = Readonly<
  Record<'openCase' | 'conversation' | 'user' | 'username' | 'cursorAt', string>
>;
type Input = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
};
/** One way a call is made; `not a page` says why a call is not measured. */
type Measured = { readonly as: string } & Input;
type Ways = readonly Measured[] | { readonly notAPage: string };

/** How each reading call is made. A call that is not here ends the bench. */
function waysOf(made: Filled): Readonly<Record<string, Ways>> {
  const ofUser = { params: { id: made.user } };
  const ofConversation = { params: { id: made.conversation } };
  const once: Ways = [{ as: '' }];
  const cases = ['waiting', 'mine', 'overdue', 'open', 'claimed', 'firstYes', 'decided'];
  return {
    'audit.export': { notAPage: 'a file of the whole log, written as it is read' },
    'audit.head': once,
    'audit.list': [
      { as: ', newest', query: { size: '100' } },
      { as: ', from the middle', query: { size: '100', before: String(DESK_SIZE.auditRows / 2) } },
      { as: ', of a subject', query: { size: '100', subject: made.username } },
      { as: ', of a user', query: { size: '100', userId: made.user } },
      { as: ', of an action nobody did', query: { size: '100', action: 'nobody.did' } },
    ],
    'cases.counts': once,
    'cases.get': [{ as: '', params: { id: made.openCase } }],
    'cases.list': [
      ...cases.map((state) => ({ as: `, ${state}`, query: { state, size: '100' } })),
      {
        as: ', from the middle',
        query: { size: '100', cursor: `${made.cursorAt}.${made.openCase}` },
      },
      { as: ', searched, none found', query: { size: '100', q: 'nobody is named so' } },
      {
        as: ', decided, searched, none found',
        query: { size: '100', state: 'decided', q: 'nobody is named so' },
      },
      { as: ', of one kind', query: { size: '100', kind: 'adjustment' } },
    ],
    'content.list': once,
    'content.page': [{ as: '', params: { id: 'terms' } }],
    'identity.review': { notAPage: 'for the member who claimed the case; each is written down' },
    'instruments.list': once,
    'parameters.list': once,
    'reports.fetch': { notAPage: 'a file, fetched once' },
    'reports.list': once,
    'risk.accounts': [{ as: '', query: { mode: 'demo', group: 'crypto', percent: '5' } }],
    'risk.health': once,
    'risk.house': [{ as: '', query: { mode: 'demo' } }],
    'risk.now': once,
    'staff.factors': once,
    'staff.list': once,
    'staff.session': once,
    'support.counts': once,
    'support.list': [
      ...['open', 'mine', 'unassigned', 'answered', 'closed'].map((state) => ({
        as: `, ${state}`,
        query: { state, size: '100' },
      })),
      { as: ', searched, none found', query: { size: '100', q: 'nobody is named so' } },
    ],
    'support.picture': { notAPage: 'a file of its own' },
    'support.read': [{ as: '', ...ofConversation }],
    'support.saved': once,
    'support.saved-versions': [{ as: '', params: { id: SAVED_REPLY } }],
    'support.transcript': [{ as: '', ...ofConversation }],
    'users.get': [{ as: '', ...ofUser }],
    'users.get-money': [{ as: '', ...ofUser }],
    'users.list': [
      { as: ', by a beginning', query: { q: 'bench-1' } },
      { as: ', by a mail address', query: { q: 'user777@mail.example' } },
      { as: ', by a case number', query: { q: 'A-000002' } },
      { as: ', none found', query: { q: 'nobody-is-named-so' } },
    ],
    'users.list-mails': [{ as: '', ...ofUser, query: { page: '1', size: '20' } }],
    'users.list-payments': [{ as: '', ...ofUser, query: { mode: 'demo', page: '1', size: '20' } }],
  };
}

type Ask = (name: DeskCallName, input?: Input & { readonly body?: object }) => Promise<never>;

/** The desk as a browser opens it: where it is, and the cookie of a member with every role. */
export type OpenDesk = { readonly url: string; readonly cookie: string };

/** Makes a member with every role, and what makes calls in its name. */
async function openMember(
  app: App,
  owner: pg.Client,
): Promise<{ readonly ask: Ask; readonly cookie: () => string }> {
  const { desk } = app;
  if (desk === null) throw new Error('the bench has no desk');
  let cookie = '';
  const ask: Ask = async (name, input = {}) => {
    const { method, path } = DESK_CALLS[name];
    const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => input.params?.[key] ?? '');
    const query = new URLSearchParams(input.query).toString();
    const answer = await desk.http.inject({
      method,
      url: query === '' ? filled : `${filled}?${query}`,
      headers: {
        cookie,
        origin: ORIGIN,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
      ...(method === 'POST' ? { payload: JSON.stringify(input.body ?? {}) } : {}),
    });
    const [set] = [answer.headers['set-cookie'] ?? []].flat();
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const said = isJson ? answer.json<{ message: string; result: never }>() : null;
    if (answer.statusCode !== 200 || (said !== null && said.message !== 'ok')) {
      throw new Error(`${name} ${JSON.stringify(input)}: ${answer.statusCode} ${answer.body}`);
    }
    return said?.result as never;
  };
  const link = (await desk.staff.firstLink())?.split('#')[1] ?? '';
  const who = { link, name: 'Measured', email: 'measured@candor.example', password: PASSWORD };
  const begun = await ask('staff.begin-enrolment', { body: who });
  const { challenge, totp } = begun as { challenge: string; totp: { secret: string } };
  const epoch = Math.floor(systemClock.now() / SECOND_MS);
  const code = generateSync({ secret: totp.secret, epoch });
  await ask('staff.finish-enrolment', { body: { challenge, totp: code } });
  await owner.query('update staff.member set roles = $1', [[...STAFF_ROLES]]);
  return { ask, cookie: () => cookie };
}

const share = (figures: readonly number[], of: number): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * of)] ?? 0;
const tenths = (figure: number): string => String(Math.round(figure * 10) / 10);

async function timed(ask: Ask, name: DeskCallName, input?: Input): Promise<number> {
  const begun = performance.now();
  await ask(name, input);
  return performance.now() - begun;
}

/** Each reading call of the desk as a line, beside the least that any call does, in turns. */
async function* measure(ask: Ask, made: Filled): AsyncGenerator<string> {
  const ways = waysOf(made);
  const slow: string[] = [];
  for (const { name, method } of DESK_ENDPOINTS) {
    if (method !== 'GET') continue;
    const asked = ways[name];
    if (asked === undefined) throw new Error(`the bench does not say how ${name} is asked`);
    if ('notAPage' in asked) {
      yield `desk ${name}: not measured: ${asked.notAPage}`;
      continue;
    }
    for (const { as, ...input } of asked) {
      const figures: number[] = [];
      const least: number[] = [];
      await timed(ask, name as DeskCallName, input);
      for (let round = 0; round < ROUNDS; round += 1) {
        least.push(await timed(ask, LEAST));
        figures.push(await timed(ask, name as DeskCallName, input));
      }
      const p95 = share(figures, 0.95);
      if (p95 >= LIMIT_MS) slow.push(name + as);
      yield (
        `desk ${name}${as}: p50 ${tenths(share(figures, 0.5))} ms, p95 ${tenths(p95)} ms ` +
          `(÷ ${LEAST} ${tenths(share(figures, 0.5) / share(least, 0.5))}), ` +
          `${p95 < LIMIT_MS ? '<' : 'NOT <'} ${LIMIT_MS} ms`
      );
    }
  }
  yield slow.length === 0
    ? `desk: every page answers in less than ${LIMIT_MS} ms`
    : `desk: slower than ${LIMIT_MS} ms: ${slow.join('; ')}`;
}

async function whatWasMade(owner: pg.Client, userId: string): Promise<Filled> {
  const { rows } = await owner.query<Filled>(
    `select c.id as "openCase", (extract(epoch from c.deadline) * 1000)::bigint::text as "cursorAt",
            s.id as conversation, a.username, $1::text as "user"
     from (select id, deadline from cases.case where state <> 'decided' and user_id is not null
           order by deadline offset ${DESK_SIZE.openCases / 4} limit 1) c,
          (select id from support.conversation where state = 'open' limit 1) s,
          accounts.account a where a.user_id = $1::uuid`,
    [userId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the bench made nothing to ask about');
  return row;
}

/**
 * Each reading call of the desk with 10,000 users and 5,000 open cases, on one server.
 *
 * @throws Error where a call of the desk is not among those that are measured
 */
export async function* benchDesk(
  dataDir: string,
  /** Looks at it in a browser; null without one. */
  look: ((desk: OpenDesk) => AsyncIterable<string>) | null,
): AsyncGenerator<string> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { connection } = server;
  try {
    await migrate({ connection, appPassword: 'bench', deskPassword: 'bench' });
    const owner = new pg.Client(connection);
    owner.on('error', () => undefined);
    await owner.connect();
    const as = { ...connection, password: 'bench' };
    const db = openDatabase({ ...as, user: APP_ROLE });
    const deskDb = openDatabase({ ...as, user: DESK_ROLE, max: DESK_CONNECTIONS });
    const app = await createApp({
      db,
      acting: db,
      clock: systemClock,
      log: createLog({ level: 'silent' }),
      feed: createManualFeed({ now: () => systemClock.now(), codes: ['BTC/USDT'] }),
      publicUrl: null,
      metricsToken: null,
      limitScale: 1_000_000,
      socialServices: [],
      sealingKey: 'a secret of a bench',
      fileKey: 'another secret of a bench',
      recordKeys: BENCH_SETTINGS.recordKeys,
      supportKey: 'a secret of a bench',
      signingSecrets: { find: async (name) => name, get: async (name) => name },
      ethereumRpc: null,
      transports: { email: null, phone: null },
      turns: 'byHand',
      pages: new URL('file:///nowhere/'),
      desk: { db: deskDb, pages: PAGES, publicUrl: ORIGIN },
    });
    await app.start();
    const { ask, cookie } = await openMember(app, owner);
    const { userId } = await openTrader(app, `measured-${newUuid(systemClock.now()).slice(-4)}`);
    const begun = performance.now();
    const size = { accounts: DESK_SIZE.users, contracts: CONTRACTS };
    await fillHistory(owner, size, { userId, now: systemClock.now() });
    await fillDesk(owner, DESK_SIZE);
    yield (
      `desk of ${DESK_SIZE.users} users, ${DESK_SIZE.openCases} open and ${4 * DESK_SIZE.openCases} ` +
        `decided cases, ${DESK_SIZE.conversations} conversations, ${DESK_SIZE.auditRows} rows of the ` +
        `audit log and ${CONTRACTS} contracts filled in ` +
        `${Math.round((performance.now() - begun) / 1_000)} s`
    );
    yield* measure(ask, await whatWasMade(owner, userId));
    if (look !== null && app.desk !== null) {
      const url = await app.desk.http.listen({ port: 0, host: '127.0.0.1' });
      yield* look({ url, cookie: cookie() });
    }
    await app.stop();
    await owner.end();
    await Promise.all([db.end(), deskDb.end()]);
  } finally {
    await server.stop();
  }
}
