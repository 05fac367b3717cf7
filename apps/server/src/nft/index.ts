/**
 * nft — art tokens sold for registered charities: auctions, fixed prices, and the way of the money.
 * Owns: beneficiaries, tokens and their pictures, bids, sales, pay-outs to charities and creators, deliveries.
 * Announces: NftChanged to who bid, TokensMoved to anyone, CharityPaid.
 * Needs: ledger, contracts for the free margin, accounts' pauses, cases, parameters; an address book from above.
 * Refuses: practice money, borrowed money, a bid at or behind the end, a second owner.
 */
import {
  type Money,
  type UnixMs,
  type UserId,
  addMoney,
  ensure,
  formatMoney,
  money,
  subMoney,
} from '@candor/kernel';
import { nft as protocol } from '@candor/protocol';
import { type TradingAccount, accountKey } from '../ledger/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Files } from '../files/index.ts';
import type { Sql } from '../platform/postgres/db.ts';
import { keptFor } from '../platform/process/kept-for.ts';
import { type DeskNft, createDeskNft } from './desk.ts';
import {
  type CertificateDeps,
  type Certificates,
  createCertificates,
} from './certificate/certificates.ts';
import { type NftCommands, createNftCommands } from './bidding/commands.ts';
import { type Ending, createEnding } from './ending/ending.ts';
import type { NftDeps } from './token/deps.ts';
import { countHeld, findParts, listParts } from './token/part-store.ts';
import { tokensFile } from './token/whole-file.ts';
import { donationsFile } from './token/ledger-file.ts';
import { findCreatorPaid, listPayouts } from './token/payout-store.ts';
import { ownMoney } from './token/rules.ts';
import { findDeliveries, findSales, listBeneficiaries, listSales } from './token/sale-store.ts';
import { type SoldToken, findSold, receiptsOfCertificate } from './token/sold.ts';
import { tidyPictures } from './pictures/keeping.ts';
import { findShown } from './pictures/picture-store.ts';
import { findTitles, findTokens, listBids, listTokens } from './token/token-store.ts';
import type { Part } from './token/token.ts';
import {
  bidView,
  figuresView,
  mineView,
  newsView,
  payoutView,
  saleView,
  tokenView,
} from './token/view.ts';

export {
  CHARITY_PAID,
  NFT_CHANGED,
  TOKENS_MOVED,
  type CharityPaid,
  type NftChanged,
  type NftPartNews,
  type NftPlace,
  type TokensMoved,
} from './token/events.ts';
export type { NftDeps, ReceivingAddresses } from './token/deps.ts';
export type { DeskNft } from './desk.ts';
export { offerSamples } from './samples.ts';
export type { TokenTerms as OfferedTerms } from './token/token.ts';
export type { SoldToken };
export type { ReceivingAddress } from './token/rules.ts';
export {
  beneficiaryCase,
  tokenCancelCase,
  tokenCase,
  tokenChangeCase,
  tokenDeliveryCase,
} from './deciding/kinds.ts';
export { charityPayoutCase, creatorPayoutCase } from './deciding/paying.ts';

/** The file is the same for all who take it: it is made once for those of these seconds. */
const LEDGER_KEPT_MS = 10_000;

type Page = { readonly page: number; readonly size: number };

type MineParams = Page & {
  readonly userId: UserId;
  readonly role?: protocol.NftRole | undefined;
  readonly id?: string | undefined;
};

/** Everything the sale of tokens offers. */
export type Nft = {
  readonly commands: NftCommands;
  /** Certificates of tokens, for their owners. */
  readonly certificates: Certificates;
  /** What the operator's people see of tokens, and what they propose. */
  readonly desk: DeskNft;
  /** Ends auctions whose time has come. */
  readonly ending: Ending;
  /** A page of tokens on sale or sold. */
  list(
    asked: Page & { readonly status: 'open' | 'sold' },
  ): Promise<{ records: protocol.NftToken[]; total: number }>;
  /** One token with its bids; null for none. */
  get(id: string): Promise<protocol.NftDetail | null>;
  /** What was raised, paid out and is held. */
  donations(asked: Page & { readonly charity?: string | undefined }): Promise<Donations>;
  /** The ledger of donations as a file, at most some seconds old. */
  donationsFile(): Promise<{ readonly name: string; readonly content: string }>;
  /** A picture that a token shows, by its name; null for none. */
  picture(name: string): Promise<Buffer | null>;
  /** Removes pictures no token showed for a month, at most so many at once; answers how many. */
  tidyPictures(): Promise<number>;
  /** Tokens a user bid on or owns; with `id` that one alone. */
  mine(asked: MineParams): Promise<MyNfts>;
  /** What users have of tokens now, for those who are told at once. */
  minesOf(
    named: readonly { readonly userId: UserId; readonly tokenId: string }[],
  ): Promise<{ userId: UserId; token: protocol.MyNft }[]>;
  /** Titles of the tokens a user's bids were placed on, by the bids' ids. */
  titlesOf(userId: UserId, bidIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The newest of tokens, for those who look at them. */
  newsOf(ids: readonly string[]): Promise<protocol.NftNews[]>;
  /** Tokens that were sold, of these ids, with what their sales are recomputed from. */
  sold(ids: readonly string[]): Promise<SoldToken[]>;
  /** Numbers of the receipts of a certificate of a user; null where it is not theirs. */
  receiptsOf(asked: TradingAccount & { readonly orderNo: string }): Promise<string[] | null>;
  /** Whether a user leads on a token or has one that is not delivered: their account stays open. */
  countHeld(sql: Sql, userId: UserId): Promise<number>;
  /** Everything kept here about a user, for the copy of one's data. */
  wholeFile(userId: UserId): Promise<{ readonly name: string; readonly content: string }>;
};

/** The public ledger of donations. */
export type Donations = {
  raised: string;
  paidOut: string;
  held: string;
  charities: protocol.CharityFigures[];
  sales: protocol.NftSale[];
  totalSales: number;
  payouts: protocol.CharityPayout[];
  totalPayouts: number;
};

/** What a user has of tokens. */
export type MyNfts = {
  records: protocol.MyNft[];
  total: number;
  counts: Record<protocol.NftRole, number>;
  addresses: protocol.NftChain[];
  ownMoney: string | null;
};

/** What users have of tokens, as each of them sees it. */
async function viewParts(
  deps: Pick<NftDeps, 'db'>,
  parts: readonly Part[],
  now: UnixMs,
): Promise<protocol.MyNft[]> {
  const ids = [...new Set(parts.map(({ tokenId }) => tokenId))];
  const [tokens, sales, deliveries] = await Promise.all([
    findTokens(deps.db, ids),
    findSales(deps.db, ids),
    findDeliveries(deps.db, ids),
  ]);
  const tokenOf = new Map(tokens.map((token) => [token.id, token]));
  const saleOf = new Map(sales.map((sale) => [sale.tokenId, sale]));
  const deliveryOf = new Map(deliveries.map((one) => [one.tokenId, one]));
  return parts.flatMap((part) => {
    const token = tokenOf.get(part.tokenId);
    if (token === undefined) return [];
    const sale = saleOf.get(token.id) ?? null;
    return [mineView(token, part, { sale, delivery: deliveryOf.get(token.id) ?? null, now })];
  });
}

/** Opens the capability. */
export function createNft(
  deps: NftDeps & {
    readonly cases: Pick<Cases, 'proposeAs'>;
    readonly files: Pick<Files, 'resized' | 'drawn'>;
  } & Pick<CertificateDeps, 'pdfs' | 'origin'>,
): Nft {
  const { db, clock, contracts, addresses } = deps;

  async function ownMoneyOf(userId: UserId): Promise<Money | null> {
    const account = { userId, mode: 'real' } as const;
    const found = (await contracts.accountMargins(db, [account])).get(accountKey(account));
    if (found === undefined) return money('USDT', 0n);
    const { holdings, margin } = found;
    const [cash, debt] = [holdings['user:cash'] ?? 0n, holdings['user:debt'] ?? 0n];
    return ownMoney({ margin, cash, debt });
  }

  async function mine({ userId, role, id, page, size }: MineParams): Promise<MyNfts> {
    const now = clock.now();
    const [{ parts, counts }, networks, own] = await Promise.all([
      listParts(db, { userId, role, id, page, size }),
      addresses.networksOf(userId, now),
      ownMoneyOf(userId),
    ]);
    const ofAll = counts.owned + counts.leading + counts.outbid;
    const ofRole = role === undefined ? ofAll : counts[role];
    return {
      records: await viewParts(deps, parts, now),
      total: id === undefined ? ofRole : parts.length,
      counts,
      addresses: protocol.NFT_CHAINS.filter((chain) => networks.includes(chain)),
      ownMoney: own === null ? null : formatMoney(own),
    };
  }

  const ledgerFile = keptFor(LEDGER_KEPT_MS, async () => {
    const newest = { page: 1, size: protocol.LEDGER_LINES_MAX };
    const [charities, sales, payouts] = await Promise.all([
      listBeneficiaries(db),
      listSales(db, { ...newest, charity: undefined }),
      listPayouts(db, 'charity', { ...newest, payee: undefined }),
    ]);
    return donationsFile({ charities, sales, payouts }, deps.isRehearsal);
  });

  return {
    commands: createNftCommands(deps),
    certificates: createCertificates(deps),
    desk: createDeskNft(deps),
    ending: createEnding(deps),
    async list(asked) {
      const { records, total } = await listTokens(db, asked);
      const now = clock.now();
      return { records: records.map((token) => tokenView(token, now)), total };
    },
    async get(id) {
      const [[token], bids, [sale], [delivery], creatorPaid] = await Promise.all([
        findTokens(db, [id]),
        listBids(db, id, protocol.NFT_BIDS_SHOWN),
        findSales(db, [id]),
        findDeliveries(db, [id]),
        findCreatorPaid(db, id),
      ]);
      if (token === undefined) return null;
      const { agreement: reference, agreedOn: on } = token.charity;
      return {
        ...tokenView(token, clock.now()),
        text: token.text,
        history: bids.map(bidView),
        sale: sale === undefined ? null : saleView(sale),
        delivery: delivery === undefined ? null : { hash: delivery.hash, at: delivery.at },
        creatorPaid: creatorPaid === null ? null : formatMoney(creatorPaid),
        cancelReason: token.cancelReason,
        agreement: { reference, on },
      };
    },
    async donations({ charity, page, size }) {
      const paged = { charity, page, size };
      const [all, sales, payouts] = await Promise.all([
        listBeneficiaries(db),
        listSales(db, paged),
        listPayouts(db, 'charity', { payee: charity, page, size }),
      ]);
      const shown = charity === undefined ? all : all.filter(({ id }) => id === charity);
      const sum = (of: (one: (typeof all)[number]) => Money): Money =>
        shown.reduce((total, one) => addMoney(total, of(one)), money('USDT', 0n));
      const raised = sum((one) => one.raised);
      const paidOut = sum((one) => one.paidOut);
      const count = (of: 'sales' | 'payouts'): number =>
        shown.reduce((total, one) => total + one[of], 0);
      return {
        raised: formatMoney(raised),
        paidOut: formatMoney(paidOut),
        held: formatMoney(subMoney(raised, paidOut)),
        charities: shown.map(figuresView),
        sales: sales.map(saleView),
        totalSales: count('sales'),
        payouts: payouts.map(payoutView),
        totalPayouts: count('payouts'),
      };
    },
    donationsFile: () => ledgerFile(clock.now()),
    picture: (name) => findShown(db, name),
    tidyPictures: () => tidyPictures(db, clock.now()),
    mine,
    async minesOf(named) {
      const parts = await findParts(db, named);
      const views = await viewParts(deps, parts, clock.now());
      const owners = new Map(parts.map(({ bidId, userId }) => [bidId, userId]));
      return views.map((token) => ({
        userId: ensure(owners.get(token.mine.bidId), 'a view is of one of the parts'),
        token,
      }));
    },
    titlesOf: (userId, bidIds) => findTitles(db, userId, bidIds),
    async newsOf(ids) {
      const tokens = await findTokens(db, ids);
      const news = tokens.map(async (token) =>
        newsView(token, await listBids(db, token.id, protocol.NFT_BIDS_TOLD), clock.now()),
      );
      return Promise.all(news);
    },
    sold: (ids) => findSold(db, ids),
    receiptsOf: (asked) => receiptsOfCertificate(db, asked),
    countHeld,
    wholeFile: (userId) => tokensFile(db, userId, (page) => mine({ userId, ...page })),
  };
}
