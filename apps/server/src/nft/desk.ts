import {
  type Result,
  type UnixMs,
  type UserId,
  fail,
  formatMoney,
  newUuid,
  parseMoney,
  ok,
} from '@candor/kernel';
import { type Failure, nft as protocol } from '@candor/protocol';
import type { donations } from '@candor/protocol/desk';
import type { Cases, Proposal } from '../cases/index.ts';
import type { Files } from '../files/index.ts';
import { isRegistered } from './deciding/decided-store.ts';
import {
  type BeneficiaryTerms,
  type PayoutTerms,
  beneficiaryProposal,
  payoutProposal,
  tokenProposal,
} from './deciding/terms.ts';
import { keepPicture } from './pictures/keeping.ts';
import { findPicture, wantArt } from './pictures/picture-store.ts';
import type { NftDeps } from './token/deps.ts';
import { findFirst } from './token/part-store.ts';
import {
  countCreatorPayouts,
  findCreator,
  findHeld,
  isPaid,
  listOwed,
  listPayouts,
} from './token/payout-store.ts';
import { termsProblem } from './token/rules.ts';
import { type Figures, listBeneficiaries } from './token/sale-store.ts';
import { findTokens, listEnding, listInState, listToDeliver } from './token/token-store.ts';
import type { Payee, Token, TokenTerms } from './token/token.ts';
import {
  creatorPayoutView,
  creatorView,
  figuresView,
  payoutView,
  pictureUrl,
  tokenView,
} from './token/view.ts';

type Said = Omit<Parameters<Cases['proposeAs']>[1], 'proposal'>;
type Proposed = Promise<Result<{ id: string; number: string }, Failure>>;
type Page = { readonly page: number; readonly size: number };

/** Kinds of the cases that pay out. */
const PAYOUT_KINDS = { charity: 'charityPayout', creator: 'creatorPayout' } as const;

/** What the operator's people see of tokens, and what they propose. */
export type DeskNft = {
  list(
    asked: Page & { readonly state: protocol.NftState | 'toDeliver' },
  ): Promise<{ records: protocol.NftToken[]; total: number }>;
  /** Auctions on sale by their end. */
  calendar(span: { readonly from: UnixMs; readonly to: UnixMs }): Promise<protocol.NftToken[]>;
  /** Who leads on a token or owns it, and where it is sent to; null while nobody bid. */
  holderOf(id: string): Promise<{ userId: UserId; bidder: number; address: string | null } | null>;
  /** The picture a token has; null for no token of that id. */
  artOf(id: string): Promise<string | null>;
  charities(): Promise<(protocol.CharityFigures & { agreement: string; agreedOn: string })[]>;
  payouts(
    asked: Page & { readonly charity: string | undefined },
  ): Promise<{ records: protocol.CharityPayout[]; total: number }>;
  /** Creators something is owed to, those who wait longest first; with `id` that one, whatever is owed. */
  creators(
    asked: Page & { readonly id: string | undefined },
  ): Promise<{ records: donations.DeskCreator[]; total: number }>;
  /** What creators were paid, the newest first. */
  creatorPayouts(
    asked: Page & { readonly creator: string | undefined },
  ): Promise<{ records: donations.CreatorPayout[]; total: number }>;
  /** A picture by its name, also one that no token shows yet; null for none. */
  picture(name: string): Promise<Buffer | null>;
  /**
   * Keeps a picture for a token; its addresses are open to all once the token shows it.
   *
   * @failure image-format, image-size, upload-failed · too-many — a hundred of that member wait already
   */
  keepPicture(said: {
    readonly bytes: Buffer;
    readonly author: string;
  }): Promise<Result<{ artId: string; images: { width: number; url: string }[] }, Failure>>;
  /** @failure case-impossible — that number of that register is registered already */
  proposeCharity(terms: BeneficiaryTerms, said: Said): Proposed;
  /** @failure case-impossible — a term that cannot be offered, by its field */
  proposeToken(terms: TokenTerms, said: Said): Proposed;
  /** @failure not-found · case-impossible — it has a bid, or is off sale; or a term, by its field */
  proposeChange(id: string, terms: TokenTerms, said: Said): Proposed;
  /** @failure not-found · case-impossible — it is not on sale any more */
  proposeCancel(id: string, reason: string, said: Said): Proposed;
  /** @failure not-found · case-impossible — it is on no chain, not sold, or delivered already */
  proposeDelivery(id: string, hash: string, said: Said): Proposed;
  /**
   * To a charity or to the creator of tokens.
   *
   * @failure not-found · case-impossible — more than is held or owed, or a reference that was paid by already
   */
  proposePayout(to: Payee, id: string, terms: PayoutTerms, said: Said): Proposed;
};

const impossible = (field?: string) =>
  fail({ name: 'case-impossible', ...(field === undefined ? {} : { field }) } as const);

/** Opens them. */
export function createDeskNft(
  deps: Pick<NftDeps, 'db' | 'clock'> & {
    readonly cases: Pick<Cases, 'proposeAs'>;
    readonly files: Pick<Files, 'resized'>;
  },
): DeskNft {
  const { db, clock, cases } = deps;
  type Kind = Parameters<Cases['proposeAs']>[0];
  const propose = (kind: Kind, said: Said, proposal: Proposal): Proposed =>
    cases.proposeAs(kind, { ...said, proposal });
  const find = async (id: string): Promise<Token | null> => (await findTokens(db, [id]))[0] ?? null;
  const findCharity = async (id: string): Promise<Figures | null> =>
    (await listBeneficiaries(db, id))[0] ?? null;

  /** What is put before the others about terms, or which of them cannot be offered. */
  async function offering(
    id: string,
    terms: TokenTerms,
    said: { readonly note: string; readonly of?: Token },
  ): Promise<Result<Proposal, Failure>> {
    const problem = termsProblem(terms, clock.now());
    if (problem !== null) return impossible(problem);
    const [charity, images] = await Promise.all([
      findCharity(terms.beneficiaryId),
      wantArt(db, terms.artId, clock.now()),
    ]);
    if (charity === null) return impossible('charityId');
    const picture = images?.at(-1)?.name;
    if (picture === undefined) return impossible('artId');
    return ok(tokenProposal(id, terms, { charity: charity.name, picture, ...said }));
  }

  return {
    async list(asked) {
      const { state, page, size } = asked;
      const { records, total } = await (state === 'toDeliver'
        ? listToDeliver(db, { page, size })
        : listInState(db, { state, page, size }));
      return { records: records.map((token) => tokenView(token, clock.now())), total };
    },
    async calendar({ from, to }) {
      const tokens = await listEnding(db, { from, to, most: protocol.NFT_CALENDAR_MAX });
      return tokens.map((token) => tokenView(token, clock.now()));
    },
    async holderOf(id) {
      const [part] = await findFirst(db, [id]);
      if (part === undefined) return null;
      const { userId, bidder, address } = part;
      return { userId, bidder, address };
    },
    artOf: async (id) => (await find(id))?.artId ?? null,
    async charities() {
      const all = await listBeneficiaries(db);
      return all.map((one) => {
        const { agreement, agreedOn } = one;
        return { ...figuresView(one), agreement, agreedOn };
      });
    },
    async payouts(asked) {
      const [records, all] = await Promise.all([
        listPayouts(db, 'charity', { ...asked, payee: asked.charity }),
        listBeneficiaries(db, asked.charity ?? null),
      ]);
      const total = all.reduce((sum, { payouts }) => sum + payouts, 0);
      return { records: records.map(payoutView), total };
    },
    async creators({ id, page, size }) {
      if (id === undefined) {
        const { records, total } = await listOwed(db, { page, size });
        return { records: records.map(creatorView), total };
      }
      const found = await findCreator(db, id);
      return found === null
        ? { records: [], total: 0 }
        : { records: [creatorView(found)], total: 1 };
    },
    async creatorPayouts({ creator, page, size }) {
      const [records, total] = await Promise.all([
        listPayouts(db, 'creator', { payee: creator, page, size }),
        countCreatorPayouts(db, creator ?? null),
      ]);
      return { records: records.map(creatorPayoutView), total };
    },
    picture: (name) => findPicture(db, name),
    async keepPicture({ bytes, author }) {
      const kept = await keepPicture(deps, { bytes, author, at: clock.now() });
      if (!kept.ok) return kept;
      const images = kept.value.images.map(({ width, name }) => ({ width, url: pictureUrl(name) }));
      return ok({ artId: kept.value.id, images });
    },
    async proposeCharity(terms, said) {
      if (await isRegistered(db, terms)) return impossible('registerNumber');
      const id = newUuid(clock.now());
      return propose('beneficiary', said, beneficiaryProposal(id, terms, said.note));
    },
    async proposeToken(terms, said) {
      const made = await offering(newUuid(clock.now()), terms, { note: said.note });
      return made.ok ? propose('token', said, made.value) : made;
    },
    async proposeChange(id, terms, said) {
      const token = await find(id);
      if (token === null) return fail({ name: 'not-found' });
      if (token.state !== 'open' || token.bids > 0) return impossible();
      const made = await offering(id, terms, { note: said.note, of: token });
      return made.ok ? propose('tokenChange', said, made.value) : made;
    },
    async proposeCancel(id, reason, said) {
      const token = await find(id);
      if (token === null) return fail({ name: 'not-found' });
      if (token.state !== 'open') return impossible();
      const { title, charity } = token;
      return propose('tokenCancel', said, {
        userId: null,
        subject: `${title}: ${reason}`.slice(0, 200),
        amount: null,
        asset: null,
        facts: { id, title, charity: charity.name, reason, note: said.note },
      });
    },
    async proposeDelivery(id, hash, said) {
      const token = await find(id);
      if (token === null) return fail({ name: 'not-found' });
      const [owner] = await findFirst(db, [id]);
      const address = owner?.address ?? null;
      if (token.state !== 'sold' || token.place === null || address === null) return impossible();
      const { title, place } = token;
      return propose('tokenDelivery', said, {
        userId: null,
        subject: `${title}: ${hash}`.slice(0, 200),
        amount: null,
        asset: null,
        facts: { id, title, chain: place.chain, address, hash, note: said.note },
      });
    },
    async proposePayout(to, id, terms, said) {
      const found = await findHeld(db, to, id);
      if (found === null) return fail({ name: 'not-found' });
      const amount = parseMoney(terms.amount, 'USDT');
      if (amount === null || amount.units > found.held) return impossible('amount');
      if (await isPaid(db, terms.reference)) return impossible('reference');
      const held = formatMoney({ asset: 'USDT', units: found.held });
      const { name } = found;
      const proposal = payoutProposal(to, id, { ...terms, amount, held, name, note: said.note });
      return propose(PAYOUT_KINDS[to], said, proposal);
    },
  };
}
