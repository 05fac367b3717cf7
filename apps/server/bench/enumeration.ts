import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { BASE_PATH } from '@candor/protocol';
import { createRandom } from '@candor/testkit';
import { createManualFeed } from '../test/manual-feed.ts';
import { type App, createApp } from '../src/app.ts';
import { systemClock } from '../src/platform/process/clock.ts';
import { type Database, openDatabase } from '../src/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '../src/platform/cluster/embedded-postgres.ts';
import { APP_ROLE, migrate } from '../src/platform/postgres/migrate.ts';
import { BENCH_SETTINGS } from './settings.ts';

/** Whom a try is about: an account of this installation, or nobody. */
type Kind = 'known' | 'unknown';

/** One way to ask, with a body about the given account. */
type Question = {
  readonly name: string;
  readonly path: string;
  readonly bodyFor: (kind: Kind, number: number) => object;
};

const PASSWORD = 'a quiet harbour at nine';
const mailOf = (kind: Kind, number: number): string => `${kind}-${number}@mail.example`;

/** The ways a caller could ask whether an account is there. @source RELIABILITY B16 */
const QUESTIONS: readonly Question[] = [
  {
    name: 'login with a user name',
    path: '/login/login',
    bodyFor: (kind, number) => ({ username: `${kind}-${number}`, password: 'not its password' }),
  },
  {
    name: 'login with a mail address',
    path: '/login/login',
    bodyFor: (kind, number) => ({ username: mailOf(kind, number), password: 'not its password' }),
  },
  {
    name: 'sendCode to register',
    path: '/login/sendCode',
    bodyFor: (kind, number) => ({
      channel: 'email',
      target: mailOf(kind, number),
      purpose: 'register',
    }),
  },
  {
    name: 'sendCode to reset',
    path: '/login/sendCode',
    bodyFor: (kind, number) => ({
      channel: 'email',
      target: mailOf(kind, number),
      purpose: 'reset',
    }),
  },
  {
    name: 'resetPassword with a wrong code',
    path: '/login/resetPassword',
    bodyFor: (kind, number) => ({
      channel: 'email',
      target: mailOf(kind, number),
      code: '000000',
      newPassword: 'another quiet harbour',
    }),
  },
];

/** What one question came to. */
export type Enumeration = {
  readonly name: string;
  /** Tries of each kind. */
  readonly tries: number;
  /**
   * How well the latency alone tells the kinds apart: 0.5 not at all, 1 always. The chance that a
   * try about one kind took longer than one about the other, whichever way round is better.
   */
  readonly auc: number;
  /** The same with an early return planted for unknown accounts: the measure must see it. */
  readonly planted: number;
  /** Different answers, by status, headers and body; one when nothing tells the kinds apart. */
  readonly answers: number;
};

type Timed = { readonly kind: Kind; readonly ms: number };

/** The area under the curve of the best threshold classifier: Mann and Whitney's statistic. */
function aucOf(tries: readonly Timed[]): number {
  const sorted = tries.toSorted((a, b) => a.ms - b.ms);
  let ranks = 0;
  let from = 0;
  while (from < sorted.length) {
    let to = from;
    while (to + 1 < sorted.length && sorted[to + 1]?.ms === sorted[from]?.ms) to += 1;
    // Equal times share the middle of their ranks.
    const rank = (from + to) / 2 + 1;
    ranks += rank * sorted.slice(from, to + 1).filter(({ kind }) => kind === 'known').length;
    from = to + 1;
  }
  const known = sorted.filter(({ kind }) => kind === 'known').length;
  const unknown = sorted.length - known;
  const auc = (ranks - (known * (known + 1)) / 2) / (known * unknown);
  return Math.max(auc, 1 - auc);
}

type Asking = {
  readonly port: number;
  readonly agent: Agent;
  readonly random: ReturnType<typeof createRandom>;
};
type Heard = { readonly ms: number; readonly said: string };

/** One call over a connection that is kept open, timed from the last byte out to the last byte in. */
function ask({ port, agent }: Asking, path: string, body: object): Promise<Heard> {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, agent, method: 'POST', path: `${BASE_PATH}${path}`, headers },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const ms = performance.now() - begun;
          const { date: _, ...rest } = response.headers;
          const answer = [response.statusCode, rest, Buffer.concat(parts).toString('utf8')];
          resolve({ ms, said: JSON.stringify(answer) });
        });
      },
    );
    call.on('error', reject);
    const begun = performance.now();
    call.end(text);
  });
}

/** Both kinds as often, in an order nobody can guess. */
function shuffled(tries: number, from: number, { between }: Asking['random']) {
  const all = Array.from({ length: 2 * tries }, (_, at) => ({
    kind: at % 2 === 0 ? ('known' as const) : ('unknown' as const),
    number: from + Math.floor(at / 2),
  }));
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = between(0, at);
    [all[at], all[other]] = [all[other] as (typeof all)[0], all[at] as (typeof all)[0]];
  }
  return all;
}

async function timeAll(
  asking: Asking,
  question: Question,
  span: { tries: number; from: number },
): Promise<{ timed: Timed[]; answers: Set<string> }> {
  const timed: Timed[] = [];
  const answers = new Set<string>();
  for (const { kind, number } of shuffled(span.tries, span.from, asking.random)) {
    const { ms, said } = await ask(asking, question.path, question.bodyFor(kind, number));
    timed.push({ kind, ms });
    answers.add(said);
  }
  return { timed, answers };
}

/** Accounts with a user name, a password and a mailbox each, as registration makes them. */
async function openAccounts(app: App, db: Database, count: number): Promise<void> {
  const place = { client: 'api', address: '127.0.0.1', device: '' } as const;
  const first = await app.accounts.register({ username: 'known-0', password: PASSWORD }, place);
  if (!first.ok) throw new Error(first.failure.name);
  await db.query(
    `insert into accounts.account (user_id, username, password_hash, demo_reset_at, created_at)
     select gen_random_uuid(), 'known-' || n, a.password_hash, now(), now()
     from accounts.account a, generate_series(1, $2::int) n where a.user_id = $1`,
    [first.value.user.id, count - 1],
  );
  await db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     select user_id, 'email', username || '@mail.example', now() from accounts.account`,
  );
}

/** While `plant` is on, calls about nobody return as early as a careless program would let them. */
function plantEarlyReturn(app: App): { on: boolean } {
  const plant = { on: false };
  app.http.addHook('preHandler', (call, reply, done) => {
    if (plant.on && JSON.stringify(call.body).includes('"unknown-')) {
      void reply.code(200).send({ code: '10004', message: 'planted', result: {} });
      return;
    }
    done();
  });
  return plant;
}

/**
 * How well an observer of latency tells existing accounts from unknown names, question by question.
 */
export async function* measureEnumeration(options: {
  dataDir: string;
  /** Of each kind and question. */
  tries: number;
  /** The same for the planted fault. */
  plantedAttempts: number;
  /** Only questions whose name begins so; all without it. */
  only?: string;
}): AsyncGenerator<Enumeration> {
  const { dataDir, tries, plantedAttempts, only = '' } = options;
  const questions = QUESTIONS.filter(({ name }) => name.startsWith(only));
  if (questions.length === 0) throw new Error(`no question begins with ${only}`);
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    await migrate({ connection: server.connection, appPassword: 'bench', deskPassword: null });
    const { host, port, database } = server.connection;
    const db = openDatabase({ host, port, database, user: APP_ROLE, password: 'bench' });
    const post = { send: () => Promise.resolve() };
    const app = await createApp({
      ...BENCH_SETTINGS,
      db,
      acting: db,
      feed: createManualFeed({ now: () => systemClock.now(), codes: ['BTC/USDT'] }),
      transports: { email: post, phone: post },
    });
    const plant = plantEarlyReturn(app);
    await app.start();
    const warmUp = 50;
    await openAccounts(app, db, warmUp + tries + plantedAttempts);
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    const [address] = app.http.addresses();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const place = typeof address === 'object' ? address.port : 0;
    const asking = { port: place, agent, random: createRandom(16) };
    for (const question of questions) {
      await timeAll(asking, question, { tries: warmUp, from: 0 });
      const { timed, answers } = await timeAll(asking, question, { tries, from: warmUp });
      plant.on = true;
      const from = warmUp + tries;
      const careless = await timeAll(asking, question, { tries: plantedAttempts, from });
      plant.on = false;
      const planted = aucOf(careless.timed);
      yield { name: question.name, tries, auc: aucOf(timed), planted, answers: answers.size };
    }
    agent.destroy();
    await app.stop();
    await db.end();
  } finally {
    await server.stop();
  }
}
