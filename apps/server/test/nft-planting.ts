import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, DAY_MS, type UserId, newUuid, plusMs } from '@candor/kernel';
import type { App } from '../src/app.ts';
import type { Proposal } from '../src/cases/index.ts';
import type { TokenTerms } from '../src/nft/token/token.ts';
import type { Database } from '../src/platform/postgres/db.ts';

export const USDT = 1_000_000n;

/** What plants cases and tokens: a product with its database's owner. */
export type Planted = {
  readonly app: Pick<App, 'cases'>;
  readonly owner: Database;
  readonly clock: Clock;
};

/** Writes a case as two members would have decided it, and has it carried out; answers what it came to. */
export async function decideCase(
  product: Planted,
  kind: string,
  proposal: Proposal,
  letter = 'N',
): Promise<string> {
  const id = randomUUID();
  const people = kind === 'tokenDelivery' ? 1 : 2;
  await product.owner.query(
    `insert into cases.case (id, letter, kind, subject, amount, asset, facts, people, opened_by, opened_at, deadline)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'a', now(), now() + interval '9 days')`,
    [
      ...[id, letter, kind, proposal.subject, proposal.amount?.toString() ?? null, proposal.asset],
      ...[JSON.stringify(proposal.facts), people],
    ],
  );
  await decideOpen(product, id);
  return id;
}

/** Has two members decide a case that is open, and has it carried out; how often that is tried where it waits. */
export async function decideOpen(
  product: Planted,
  id: string,
  { verdict = 'approved', tries = 100 } = {},
): Promise<void> {
  const at = product.clock.now();
  await product.owner.query(
    `update cases.case set state = 'firstYes', first_by = 'b', first_at = platform.from_ms($2)
     where id = $1 and people = 2`,
    [id, at],
  );
  await product.owner.query(
    `update cases.case set state = 'decided', verdict = $3, reason = 'as-proposed',
       decided_by = 'c', decided_at = platform.from_ms($2) where id = $1`,
    [id, at, verdict],
  );
  for (let left = tries; left > 0; left -= 1) {
    await product.app.cases.carryOutAll();
    const [row] = await product.owner.query<{ applied: boolean }>(
      'select applied_at is not null as applied from cases.case where id = $1',
      [id],
    );
    if (row?.applied === true) return;
    await pause(20);
  }
}

/** An address of a user's address book, which may be used from a day on. */
export async function plantAddress(
  { owner, clock }: Pick<Planted, 'owner' | 'clock'>,
  userId: UserId,
  said: {
    readonly network: 'ethereum' | 'tron';
    readonly address: string;
    readonly usable: string;
  },
): Promise<string> {
  const id = newUuid(clock.now());
  await owner.query(
    `insert into cashier.book_address (user_id, id, asset, network, address, label, holder, created_at, usable_at)
     values ($1, $2, 'USDT', $3, $4, '', 'me', timestamptz 'epoch', $5::timestamptz)`,
    [userId, id, said.network, said.address, said.usable],
  );
  return id;
}

/** What a token is offered on where a test does not care. */
export function termsOf(
  product: Planted,
  of: { readonly charityId: string; readonly artId: string },
  change: Partial<TokenTerms> = {},
): TokenTerms {
  const now = product.clock.now();
  return {
    title: 'Night boat',
    text: 'A boat at night.',
    creator: 'Leila',
    beneficiaryId: of.charityId,
    artId: of.artId,
    place: null,
    price: { asset: 'USDT', units: 100n * USDT },
    split: { charity: 8_800, creator: 700, house: 500 },
    startsAt: now,
    auction: {
      step: { asset: 'USDT', units: 10n * USDT },
      endsAt: plusMs(now, DAY_MS),
      extension: { minutes: 5, most: 3 },
    },
    ...change,
  };
}

/** Rows of auctions as their database's owner plants them: no case stands behind them. */
const PLANT = `
  insert into nft.token (id, title, text, creator_id, beneficiary_id, art_id, kind, price, step, charity_basis,
    creator_basis, house_basis, starts_at, ends_at, offered_end, extend_minutes, extensions_max, case_id, at)
  select gen_random_uuid(), 'Token ' || n, '', t.creator_id, t.beneficiary_id, t.art_id, t.kind, t.price, t.step,
    t.charity_basis, t.creator_basis, t.house_basis, t.starts_at,
    t.ends_at + n * make_interval(secs => $3::float8 / 1000),
    t.offered_end + n * make_interval(secs => $3::float8 / 1000), t.extend_minutes, t.extensions_max, t.case_id, t.at
  from nft.token t cross join generate_series(1, $2) n where t.id = $1
  returning id`;

/** Many tokens like one, whose ends lie so far apart; answers their ids. */
export async function plantTokens(
  owner: Database,
  like: string,
  { count, apartMs = 0 }: { readonly count: number; readonly apartMs?: number },
): Promise<string[]> {
  return owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    const rows = await tx.query<{ id: string }>(PLANT, [like, count, apartMs]);
    await tx.query(`update nft.tally set tokens = tokens + $1 where state = 'open'`, [count]);
    return rows.map(({ id }) => id);
  });
}
