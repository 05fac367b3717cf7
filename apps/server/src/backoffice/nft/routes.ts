import { type UserId, type UtcDay, fail, ok, parseMoney, unixMs } from '@candor/kernel';
import { type CaseUser, donations, tokens as protocol } from '@candor/protocol/desk';
import type { DeskNft, Nft, OfferedTerms } from '../../nft/index.ts';
import type { DeskCaller } from '../../staff/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

/** Terms of a token as a member states them; null for an amount that is none. */
function termsFrom(said: {
  readonly title: string;
  readonly text: string;
  readonly creator: string;
  readonly charityId: string;
  readonly artId: string;
  readonly place: OfferedTerms['place'];
  readonly price: string;
  readonly split: OfferedTerms['split'];
  readonly startsAt: number;
  readonly auction: {
    readonly step: string;
    readonly endsAt: number;
    readonly extendMinutes: number;
    readonly extensionsMax: number;
  } | null;
}): OfferedTerms | null {
  const { title, text, creator, charityId, artId, place, split, startsAt, auction } = said;
  const price = parseMoney(said.price, 'USDT');
  const step = auction === null ? null : parseMoney(auction.step, 'USDT');
  if (price === null || (auction !== null && step === null)) return null;
  return {
    ...{ title, text, creator, artId, place, price, split },
    beneficiaryId: charityId,
    startsAt: unixMs(startsAt),
    auction:
      auction === null || step === null
        ? null
        : {
            step,
            endsAt: unixMs(auction.endsAt),
            extension: { minutes: auction.extendMinutes, most: auction.extensionsMax },
          },
  };
}

/** What an address names never changes; it is for members alone. */
const FOREVER = 'private, max-age=31536000, immutable';

/** Tokens, their calendar, charities and pay-outs, and what is proposed of them. */
export function nftDeskRoutes(
  route: RouteOfDesk,
  deps: {
    readonly nft: Pick<Nft, 'get'> & { readonly desk: DeskNft };
    /** Who some users are, by their ids. */
    readonly usersOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, CaseUser>>;
  },
): DeskRoute[] {
  const { nft, usersOf } = deps;
  const { desk } = nft;
  const notFound = fail({ name: 'not-found' } as const);
  const unreadable = fail({ name: 'unreadable', field: 'price' } as const);
  const by = ({ memberId: id, roles }: DeskCaller, note: string, action: string) => ({
    actor: { id, roles },
    note,
    action,
  });
  return [
    route(protocol.listTokens, async ({ query }) => ok(await desk.list(query))),
    route(protocol.tokenCalendar, async ({ query }) => {
      const span = { from: unixMs(query.from), to: unixMs(query.to) };
      return ok({ records: await desk.calendar(span) });
    }),
    route(protocol.deskToken, async (call) => {
      const { id } = call.params;
      const [token, holder, artId] = await Promise.all([
        nft.get(id),
        desk.holderOf(id),
        desk.artOf(id),
      ]);
      if (token === null || artId === null) return notFound;
      call.concerns({ subject: id, ...(holder === null ? {} : { userId: holder.userId }) });
      const users = holder === null ? new Map<UserId, CaseUser>() : await usersOf([holder.userId]);
      return ok({
        token,
        holder:
          holder === null
            ? null
            : {
                userId: holder.userId,
                bidder: holder.bidder,
                username: users.get(holder.userId)?.username ?? '',
              },
        address: holder?.address ?? null,
        isToDeliver: token.state === 'sold' && token.chain !== null,
        artId,
      });
    }),
    route(donations.listCharities, async () => ok({ records: await desk.charities() })),
    route(donations.listPayouts, async ({ query }) => {
      const { page, size, charity } = query;
      return ok(await desk.payouts({ page, size, charity }));
    }),
    route(donations.listCreators, async (call) => {
      const { page, size, id } = call.query;
      if (id !== undefined) call.concerns({ subject: id });
      return ok(await desk.creators({ page, size, id }));
    }),
    route(donations.listCreatorPayouts, async (call) => {
      const { page, size, creator } = call.query;
      if (creator !== undefined) call.concerns({ subject: creator });
      return ok(await desk.creatorPayouts({ page, size, creator }));
    }),
    route(protocol.addPicture, (call) =>
      desk.keepPicture({ bytes: call.upload(), author: call.session().memberId }),
    ),
    route(protocol.showPicture, async ({ params, reply }) => {
      const content = await desk.picture(params.name.slice(0, -'.jpg'.length));
      if (content === null) return notFound;
      reply.header('cache-control', FOREVER);
      return { file: { type: 'image/jpeg', name: params.name, content } };
    }),
    route(donations.proposeCharity, (call) => {
      const { note, agreedOn, ...terms } = call.body;
      const said = by(call.session(), note, donations.proposeCharity.audits);
      const charity = { ...terms, agreedOn: agreedOn as UtcDay, isSample: false };
      return desk.proposeCharity(charity, said);
    }),
    route(protocol.proposeToken, async (call) => {
      const terms = termsFrom(call.body);
      const said = by(call.session(), call.body.note, protocol.proposeToken.audits);
      return terms === null ? unreadable : desk.proposeToken(terms, said);
    }),
    route(protocol.proposeTokenChange, async (call) => {
      const terms = termsFrom(call.body);
      const said = by(call.session(), call.body.note, protocol.proposeTokenChange.audits);
      return terms === null ? unreadable : desk.proposeChange(call.params.id, terms, said);
    }),
    route(protocol.proposeTokenCancel, (call) => {
      const { note, reason } = call.body;
      const said = by(call.session(), note, protocol.proposeTokenCancel.audits);
      return desk.proposeCancel(call.params.id, reason, said);
    }),
    route(protocol.proposeDelivery, (call) => {
      const { note, hash } = call.body;
      const said = by(call.session(), note, protocol.proposeDelivery.audits);
      return desk.proposeDelivery(call.params.id, hash, said);
    }),
    route(donations.proposePayout, (call) => {
      const { note, ...terms } = call.body;
      const said = by(call.session(), note, donations.proposePayout.audits);
      return desk.proposePayout('charity', call.params.id, terms, said);
    }),
    route(donations.proposeCreatorPayout, (call) => {
      const { note, ...paid } = call.body;
      const said = by(call.session(), note, donations.proposeCreatorPayout.audits);
      const terms = { ...paid, account: 'outside' } as const;
      return desk.proposePayout('creator', call.params.id, terms, said);
    }),
  ];
}
