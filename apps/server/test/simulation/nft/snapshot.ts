import { NFT_CHANGED, type NftChanged, type NftPartNews } from '../../../src/nft/index.ts';
import type { Database } from '../../../src/platform/postgres/db.ts';
import { factsAbout, payloadOf } from '../../facts.ts';
import {
  BALANCES,
  type Books,
  ENTRIES,
  type Found,
  TOTALS,
  entriesOf,
  maybeNumber,
  ms,
  number,
  readAtOnce,
  readDigest,
  sumsOf,
  text,
  units,
} from '../real-books.ts';

export type Charity = {
  id: string;
  raised: bigint;
  paidOut: bigint;
  sales: number;
  payouts: number;
  isHeld: boolean;
  caseId: string;
};
export type Creator = {
  id: string;
  earned: bigint;
  paidOut: bigint;
  sales: number;
  payouts: number;
  isOwed: boolean;
};
export type Token = {
  id: string;
  charityId: string;
  creatorId: string;
  kind: 'auction' | 'fixed';
  chain: string | null;
  price: bigint;
  /** Nothing at a fixed price. */
  step: bigint;
  charityBasis: number;
  creatorBasis: number;
  houseBasis: number;
  startsAt: number;
  endsAt: number | null;
  minutes: number;
  most: number;
  extensions: number;
  state: 'open' | 'sold' | 'delivered' | 'closed' | 'cancelled';
  current: bigint | null;
  leader: number | null;
  bids: number;
  bidders: number;
  version: number;
  caseId: string;
  cancelCase: string | null;
  closedAt: number | null;
};
export type Bid = {
  userId: string;
  id: string;
  tokenId: string;
  seq: number;
  bidder: number;
  kind: 'bid' | 'buy';
  amount: bigint;
  taken: bigint;
  raises: string | null;
  extended: boolean;
  requestId: string;
  at: number;
};
export type Part = {
  userId: string;
  tokenId: string;
  bidder: number;
  bidId: string;
  amount: bigint;
  state: 'leading' | 'outbid' | 'won' | 'cancelled';
  address: string | null;
  at: number;
};
export type Sale = {
  tokenId: string;
  userId: string;
  bidId: string;
  number: string;
  charityId: string;
  creatorId: string;
  price: bigint;
  charity: bigint;
  creator: bigint;
  house: bigint;
  entryId: string;
  at: number;
};
export type Payout = {
  id: string;
  to: 'charity' | 'creator';
  payeeId: string;
  amount: bigint;
  account: string;
  reference: string;
  entryId: string;
  at: number;
};
export type Delivery = { tokenId: string; caseId: string; hash: string; at: number };
export type Case = {
  id: string;
  kind: string;
  state: string;
  verdict: string | null;
  people: number;
  firstBy: string | null;
  decidedBy: string | null;
  openedBy: string;
  decidedAt: number | null;
  appliedAt: number | null;
  facts: Record<string, string>;
};
/** Something who bid was told. */
export type Told = { key: string; userId: string; tokenId: string; news: NftPartNews };

/** Everything tokens and the books hold. */
export type Snapshot = Books & {
  readonly charities: readonly Charity[];
  readonly creators: readonly Creator[];
  readonly tokens: readonly Token[];
  readonly bids: readonly Bid[];
  readonly parts: readonly Part[];
  readonly sales: readonly Sale[];
  readonly payouts: readonly Payout[];
  readonly deliveries: readonly Delivery[];
  readonly cases: ReadonlyMap<string, Case>;
  /** Which transaction wrote an entry. */
  readonly writtenBy: ReadonlyMap<string, string>;
  /** Tokens by state, as lists count them. */
  readonly tally: ReadonlyMap<string, number>;
  readonly news: readonly Told[];
};

const KINDS = `('nft-bid', 'nft-outbid', 'nft-sale', 'charity-payout', 'creator-payout')`;
const CHARITIES = `select id, raised::text, paid_out::text, sales::text, payouts::text,
    (held_since is not null)::text as is_held, case_id
  from nft.beneficiary order by ordinal`;
const CREATORS = `select id, earned::text, paid_out::text, sales::text, payouts::text,
    (owed_since is not null)::text as is_owed
  from nft.creator order by name`;
const TOKENS = `select id, beneficiary_id, creator_id, kind, chain, price::text,
    coalesce(step, 0)::text as step, charity_basis::text, creator_basis::text, house_basis::text,
    ${ms('starts_at')} as starts_at, ${ms('ends_at')} as ends_at,
    coalesce(extend_minutes, 0)::text as minutes, coalesce(extensions_max, 0)::text as most,
    extensions::text, state, current::text, leader::text, bids::text, bidders::text, version::text,
    case_id, cancel_case, ${ms('closed_at')} as closed_at
  from nft.token order by ordinal`;
const BIDS = `select user_id, id, token_id, seq::text, bidder::text, kind, amount::text, taken::text,
    raises, extended::text, request_id, ${ms('at')} as at
  from nft.bid order by token_id, bid.seq`;
const PARTS = `select user_id, token_id, bidder::text, bid_id, amount::text, state, address,
    ${ms('at')} as at
  from nft.part order by token_id, bidder`;
const SALES = `select token_id, user_id, bid_id, number, beneficiary_id, creator_id, price::text,
    charity::text, creator::text, house::text, entry_id, ${ms('at')} as at
  from nft.sale order by ordinal`;
const PAYOUTS = `select id, case when creator_id is null then 'charity' else 'creator' end as payee,
    coalesce(creator_id, beneficiary_id) as payee_id, amount::text, account, reference, entry_id,
    ${ms('at')} as at
  from nft.payout order by ordinal`;
const DELIVERIES = `select token_id, case_id, hash, ${ms('at')} as at from nft.delivery`;
const CASES = `select id, kind, state, verdict, people::text, first_by, decided_by, opened_by,
    ${ms('decided_at')} as decided_at, ${ms('applied_at')} as applied_at, facts::text
  from cases.case where kind in ('beneficiary', 'token', 'tokenChange', 'tokenCancel', 'tokenDelivery',
    'charityPayout', 'creatorPayout')`;
const WRITTEN = `select id, xmin::text as tx from ledger.entry where kind in ${KINDS}`;
const TALLY = 'select state as account, tokens::text as amount from nft.tally';
const NEWS = factsAbout(NFT_CHANGED);

const READ = [
  ...[ENTRIES, BALANCES, TOTALS, CHARITIES, TOKENS, BIDS, PARTS, SALES, PAYOUTS, DELIVERIES],
  ...[CASES, WRITTEN, TALLY, NEWS, CREATORS],
] as const;

const tokenOf = (row: Found): Token => ({
  id: text(row, 'id'),
  charityId: text(row, 'beneficiary_id'),
  creatorId: text(row, 'creator_id'),
  kind: text(row, 'kind') as Token['kind'],
  chain: row['chain'] ?? null,
  price: units(row, 'price'),
  step: units(row, 'step'),
  charityBasis: number(row, 'charity_basis'),
  creatorBasis: number(row, 'creator_basis'),
  houseBasis: number(row, 'house_basis'),
  startsAt: number(row, 'starts_at'),
  endsAt: maybeNumber(row, 'ends_at'),
  minutes: number(row, 'minutes'),
  most: number(row, 'most'),
  extensions: number(row, 'extensions'),
  state: text(row, 'state') as Token['state'],
  current: row['current'] == null ? null : units(row, 'current'),
  leader: maybeNumber(row, 'leader'),
  bids: number(row, 'bids'),
  bidders: number(row, 'bidders'),
  version: number(row, 'version'),
  caseId: text(row, 'case_id'),
  cancelCase: row['cancel_case'] ?? null,
  closedAt: maybeNumber(row, 'closed_at'),
});

function toldOf(row: Found): Told[] {
  const { changed } = payloadOf<NftChanged>(row);
  return changed.flatMap(({ userId, tokenId, news }, place) =>
    news.map((one, line) => ({
      key: `${text(row, 'place')} ${place} ${line}`,
      ...{ userId, tokenId },
      news: one,
    })),
  );
}

/** Reads everything there is at one moment. */
export async function takeSnapshot(db: Database): Promise<Snapshot> {
  const read = await readAtOnce(db, READ);
  const [entries = [], balances = [], totals = [], charities = [], tokens = [], ...more] = read;
  const [bids = [], parts = [], sales = [], payouts = [], deliveries = [], ...last] = more;
  const [cases = [], written = [], tally = [], news = [], creators = []] = last;
  return {
    entries: entriesOf(entries),
    balances: sumsOf(balances),
    totals: sumsOf(totals),
    charities: charities.map((row) => ({
      id: text(row, 'id'),
      raised: units(row, 'raised'),
      paidOut: units(row, 'paid_out'),
      sales: number(row, 'sales'),
      payouts: number(row, 'payouts'),
      isHeld: text(row, 'is_held') === 'true',
      caseId: text(row, 'case_id'),
    })),
    creators: creators.map((row) => ({
      id: text(row, 'id'),
      earned: units(row, 'earned'),
      paidOut: units(row, 'paid_out'),
      sales: number(row, 'sales'),
      payouts: number(row, 'payouts'),
      isOwed: text(row, 'is_owed') === 'true',
    })),
    tokens: tokens.map(tokenOf),
    bids: bids.map((row) => ({
      userId: text(row, 'user_id'),
      id: text(row, 'id'),
      tokenId: text(row, 'token_id'),
      seq: number(row, 'seq'),
      bidder: number(row, 'bidder'),
      kind: text(row, 'kind') as Bid['kind'],
      amount: units(row, 'amount'),
      taken: units(row, 'taken'),
      raises: row['raises'] ?? null,
      extended: text(row, 'extended') === 'true',
      requestId: text(row, 'request_id'),
      at: number(row, 'at'),
    })),
    parts: parts.map((row) => ({
      userId: text(row, 'user_id'),
      tokenId: text(row, 'token_id'),
      bidder: number(row, 'bidder'),
      bidId: text(row, 'bid_id'),
      amount: units(row, 'amount'),
      state: text(row, 'state') as Part['state'],
      address: row['address'] ?? null,
      at: number(row, 'at'),
    })),
    sales: sales.map((row) => ({
      tokenId: text(row, 'token_id'),
      userId: text(row, 'user_id'),
      bidId: text(row, 'bid_id'),
      number: text(row, 'number'),
      charityId: text(row, 'beneficiary_id'),
      creatorId: text(row, 'creator_id'),
      price: units(row, 'price'),
      charity: units(row, 'charity'),
      creator: units(row, 'creator'),
      house: units(row, 'house'),
      entryId: text(row, 'entry_id'),
      at: number(row, 'at'),
    })),
    payouts: payouts.map((row) => ({
      id: text(row, 'id'),
      to: text(row, 'payee') as Payout['to'],
      payeeId: text(row, 'payee_id'),
      amount: units(row, 'amount'),
      account: text(row, 'account'),
      reference: text(row, 'reference'),
      entryId: text(row, 'entry_id'),
      at: number(row, 'at'),
    })),
    deliveries: deliveries.map((row) => ({
      tokenId: text(row, 'token_id'),
      caseId: text(row, 'case_id'),
      hash: text(row, 'hash'),
      at: number(row, 'at'),
    })),
    cases: new Map(
      cases.map((row) => [
        text(row, 'id'),
        {
          id: text(row, 'id'),
          kind: text(row, 'kind'),
          state: text(row, 'state'),
          verdict: row['verdict'] ?? null,
          people: number(row, 'people'),
          firstBy: row['first_by'] ?? null,
          decidedBy: row['decided_by'] ?? null,
          openedBy: text(row, 'opened_by'),
          decidedAt: maybeNumber(row, 'decided_at'),
          appliedAt: maybeNumber(row, 'applied_at'),
          facts: JSON.parse(text(row, 'facts')) as Record<string, string>,
        },
      ]),
    ),
    writtenBy: new Map(written.map((row) => [text(row, 'id'), text(row, 'tx')])),
    tally: new Map(tally.map((row) => [text(row, 'account'), number(row, 'amount')])),
    news: news.flatMap(toldOf),
  };
}

const DIGEST = `select concat_ws(' ',
    (select count(*) from ledger.entry where mode = 'real'),
    (select md5(coalesce(string_agg(t::text, ',' order by t.ordinal), '')) from nft.token t),
    (select md5(coalesce(string_agg(p::text, ',' order by p.token_id, p.bidder), '')) from nft.part p),
    (select count(*) from nft.bid), (select count(*) from nft.sale)) as digest`;

/** What is written of tokens and the books, in one line: the same while nothing of it changed. */
export const digestOf = (db: Database): Promise<string> => readDigest(db, DIGEST);
