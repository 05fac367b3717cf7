import type pg from 'pg';

/** How full the desk's lists are. */
export type DeskSize = {
  /** Users with mail address, log-ins, devices and mails. */
  readonly users: number;
  /** Cases that wait; four times as many are decided. */
  readonly openCases: number;
  readonly conversations: number;
  readonly auditRows: number;
};

/** What the issue of the desk asks for, with the rest in the numbers that go with it. */
export const DESK_SIZE: DeskSize = {
  users: 10_000,
  openCases: 5_000,
  conversations: 15_000,
  auditRows: 60_000,
};

const MEMBERS = `
  insert into staff.member (id, name, email, password_hash, roles, created_at)
  select gen_random_uuid(), 'Member ' || n, 'member' || n || '@candor.example', '$argon2id$none',
         array[(array['support', 'kyc', 'cashierMaker', 'cashierChecker', 'risk', 'content'])[n % 6 + 1]],
         now() from generate_series(1, 24) n`;

const NUMBERED = `
  create unlogged table bench_user as
  select row_number() over (order by user_id) as n, user_id, username from accounts.account`;

const USERS = [
  `insert into accounts.contact (user_id, channel, target, confirmed_at)
   select user_id, 'email', 'user' || n || '@mail.example', now() from bench_user`,
  `insert into accounts.login (user_id, id, at, outcome, way, device, address)
   select user_id, gen_random_uuid(), now() - k * interval '1 day', 'in', 'password',
          'Firefox · Linux', '192.0.2.' || k
   from bench_user cross join generate_series(1, 5) k`,
  `insert into accounts.session (user_id, id, client, device, address, created_at, last_at)
   select user_id, gen_random_uuid(), 'web', 'Firefox · Linux', '192.0.2.' || k,
          now() - k * interval '1 day', now() from bench_user cross join generate_series(1, 2) k`,
  `insert into platform.letter (id, channel, address, template, language, values, user_id, state, at,
     next_at, until, ended_at)
   select gen_random_uuid(), 'email', 'user' || n || '@mail.example', 'security-change', 'en', '{}',
          user_id, 'sent', now() - k * interval '1 day', now(), now(), now()
   from bench_user cross join generate_series(1, 5) k`,
] as const;

// A quarter is past its deadline; half is about a user; all triggers of cases run.
const CASES = `
  insert into cases.case (id, letter, kind, user_id, subject, amount, asset, facts, people, opened_by,
    opened_at, deadline)
  select gen_random_uuid(), case when i % 2 = 0 then 'A' else 'H' end,
         case when i % 2 = 0 then 'adjustment' else 'houseFunding' end,
         case when i % 2 = 0 then u.user_id end,
         case when i % 2 = 0 then u.username else 'Bank ' || i end, 1000000::numeric * i, 'USDT',
         case when i % 2 = 0
           then '{"amount":"' || i || '","asset":"USDT","mode":"real","userId":"' || u.user_id
             || '","username":"' || u.username || '"}'
           else '{"account":"outside","amount":"' || i || '","asset":"USDT","reference":"R' || i || '"}'
         end, 2, m.id, now() - (i % 5000) * interval '1 minute',
         now() + ((i % 5000) - 1250) * interval '1 minute'
  from generate_series(1, 5 * $1::int) i
  join bench_user u on u.n = i % $2::int + 1
  join (select id::text, row_number() over (order by id) as n from staff.member
        where roles = array['cashierMaker']) m on m.n = i % 4 + 1`;
const STEPS = `
  insert into cases.step (case_id, id, at, kind, by, text, is_for_user)
  select id, gen_random_uuid(), opened_at + k * interval '1 minute',
         (array['opened', 'claimed', 'noted', 'released'])[k], opened_by,
         case when k = 3 then 'Looked at; the statement is attached.' end, k = 1
  from cases.case cross join generate_series(1, 4) k`;
const DECIDED = `
  update cases.case set state = 'decided', verdict = 'rejected', decided_by = m.id,
    decided_at = opened_at + interval '2 hours', reason = 'not-justified'
  from (select id::text from staff.member where roles = array['cashierChecker'] limit 1) m
  where ordinal > $1`;
const CARRIED = `update cases.case set applied_at = decided_at where state = 'decided'`;

// Two thirds are closed or answered; those that are open wait since the asker wrote.
const CONVERSATIONS = `
  insert into support.conversation (id, number, user_id, request_hash, body_hash, subject, language,
    state, messages, created_at, updated_at, assigned_to, waiting_since)
  select gen_random_uuid(), '0000-' || lpad((i % 10000)::text, 4, '0'), u.user_id,
         lpad(i::text, 43, '0'), '', 'Question ' || i, 'en', said.state, 4,
         now() - i * interval '1 minute', now() - i * interval '1 minute', null,
         case when said.state = 'open' then now() - i * interval '1 minute' end
  from generate_series($3::int, $1::int) i join bench_user u on u.n = i % $2::int + 1
  cross join lateral (select (array['open', 'answered', 'closed'])[i % 3 + 1] as state) said`;
const MESSAGES = `
  insert into support.message (conversation_id, place, id, by, name, reference, text, body_hash, at)
  select c.id, k, gen_random_uuid(), case when k % 2 = 1 then 'asker' else 'staff' end,
         case when k % 2 = 0 then 'Noor' end,
         case when k % 2 = 0 then substr(t, 1, 4) || '-' || substr(t, 5, 4) || '-' || substr(t, 9, 4)
         end,
         'What was said, in a line or two of the length that most of them have.',
         case when k % 2 = 1 then '' end, c.created_at
  from (select *, row_number() over (order by id) as n from support.conversation) c
  cross join generate_series(1, 4) k
  cross join lateral (select lpad((c.n * 10 + k)::text, 12, '0') as t) tag`;
const SAVED = `
  insert into support.saved_reply (id, language, version, title, text, is_retired, member_id, at)
  select case when n = 1 then '00000000-0000-7000-8000-000000000001'::uuid else gen_random_uuid() end,
         'en', 1, 'Reply ' || n, 'An answer that is given often.', false, m.id, now()
  from generate_series(1, 60) n cross join (select id from staff.member limit 1) m`;

// The head is one row: many rows in one transaction would each read past all its dead versions.
const AUDIT = `
  select audit.write((extract(epoch from now()) * 1000)::bigint, 'staff', m.id::text, 'support',
    (array['cases.read', 'users.read', 'cases.claim', 'support.read'])[i % 4 + 1],
    u.username, u.user_id, '{"note":"looked at"}', true)
  from generate_series($1::int, $2::int) i join bench_user u on u.n = i % $3::int + 1
  cross join (select id from staff.member order by id limit 1) m`;
const AUDIT_PART = 500;

/** Fills a database that has users already, as its owner; every trigger and constraint holds. */
export async function fillDesk(owner: pg.Client, size: DeskSize): Promise<void> {
  const { openCases, conversations, auditRows } = size;
  await owner.query(MEMBERS);
  await owner.query(NUMBERED);
  const { rows } = await owner.query<{ users: number }>(
    'select count(*)::int as users from bench_user',
  );
  const users = rows[0]?.users ?? 0;
  for (const text of USERS) await owner.query(text);
  await owner.query(CASES, [openCases, users]);
  await owner.query(STEPS);
  // Together: else the product, which runs, carries them out in between.
  await owner.query('begin');
  await owner.query(DECIDED, [openCases]);
  await owner.query(CARRIED);
  await owner.query('commit');
  // Numbers of conversations are made of four digits here: each thousand has another beginning.
  for (let from = 1; from <= conversations; from += 10_000) {
    const to = Math.min(conversations, from + 9_999);
    const text = CONVERSATIONS.replace('0000-', `${String(from).padStart(5, '0').slice(0, 4)}-`);
    await owner.query(text, [to, users, from]);
  }
  await owner.query(MESSAGES);
  await owner.query(SAVED);
  for (let from = 1; from <= auditRows; from += AUDIT_PART) {
    await owner.query(AUDIT, [from, Math.min(auditRows, from + AUDIT_PART - 1), users]);
  }
  await owner.query('drop table bench_user');
  await owner.query('vacuum (analyze)');
}
