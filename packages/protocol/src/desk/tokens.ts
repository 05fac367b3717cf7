import { z } from 'zod';
import {
  NFT_ADDRESS_MAX,
  NFT_ADDRESS_MIN,
  NFT_BASIS,
  NFT_CALENDAR_MAX,
  NFT_CHAINS,
  NFT_CREATOR_MAX,
  NFT_EXTENSIONS_MAX,
  NFT_EXTENSION_MINUTES_MAX,
  NFT_HASH_PATTERN,
  NFT_NUMBER_PATTERN,
  NFT_REASON_MAX,
  NFT_STATES,
  NFT_TEXT_MAX,
  NFT_TITLE_MAX,
} from '../nft-terms.ts';
import { NftDetail, NftToken } from '../nft-view.ts';
import { Id, PositiveText, UnixMsNumber, queryInt } from '../scalars.ts';
import { UPLOAD_BYTES_CAP } from '../upload-rules.ts';
import { READS_PER_HOUR, deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';
import { byId, line, look, none, note, paged, propose, read } from './token-fields.ts';

const basis = z.int().min(0).max(NFT_BASIS);

/** What is listed: tokens in a state, or those that were sold on a chain and not sent to their buyers yet. */
const TOKEN_LISTS = [...NFT_STATES, 'toDeliver'] as const;

export const listTokens = deskEndpoint({
  ...look,
  name: 'tokens.list',
  summary: 'Tokens in a state, the newest first.',
  path: '/desk/tokens',
  roles: STAFF_ROLES,
  audits: 'tokens.list',
  query: z.strictObject({ ...paged, state: z.enum(TOKEN_LISTS).default('open') }),
  result: z.strictObject({ records: z.array(NftToken), total: z.int() }),
  failures: read,
});

export const tokenCalendar = deskEndpoint({
  ...look,
  name: 'tokens.calendar',
  summary: `Auctions on sale by their end, at most ${NFT_CALENDAR_MAX} of a span.`,
  path: '/desk/token-calendar',
  roles: STAFF_ROLES,
  audits: 'tokens.calendar',
  query: z.strictObject({ from: queryInt(0, 8e15), to: queryInt(0, 8e15) }),
  result: z.strictObject({ records: z.array(NftToken).max(NFT_CALENDAR_MAX) }),
  failures: read,
});

/** A token with who leads on it or owns it. */
export const DeskToken = z.strictObject({
  token: NftDetail,
  /** Null while nobody bid. */
  holder: z
    .strictObject({ userId: Id, username: z.string(), bidder: z.int().positive() })
    .nullable(),
  /** Where a token on a chain is sent to. */
  address: z.string().nullable(),
  /** It was sold, is on a chain, and nobody marked its delivery yet. */
  isToDeliver: z.boolean(),
  /** Its picture, which a change may keep. */
  artId: Id,
});
export type DeskToken = z.infer<typeof DeskToken>;

export const deskToken = deskEndpoint({
  ...look,
  name: 'tokens.get',
  summary: 'A token with its bids, who leads on it or owns it, and where it is sent to.',
  path: '/desk/tokens/:id',
  roles: ['content', 'risk', 'cashierMaker', 'cashierChecker', 'auditor'],
  audits: 'tokens.get',
  readsPersonalData: true,
  perHour: READS_PER_HOUR,
  params: byId,
  result: DeskToken,
  failures: [...read, 'not-found'],
});

export const addPicture = deskEndpoint({
  name: 'tokens.picture',
  summary: 'Takes a picture for a token, and keeps it at each width it is shown in.',
  method: 'POST',
  path: '/desk/token-pictures',
  access: 'session',
  roles: ['content'],
  audits: 'tokens.picture',
  perMinute: 20,
  body: none,
  upload: {
    field: 'file',
    bytesMax: UPLOAD_BYTES_CAP,
    tooLarge: 'image-size',
    brokenOff: 'upload-failed',
  },
  query: none,
  params: none,
  result: z.strictObject({
    artId: Id,
    images: z.array(z.strictObject({ width: z.int(), url: z.string() })),
  }),
  failures: [...read, 'image-format', 'image-size', 'upload-failed'],
});

export const showPicture = deskEndpoint({
  ...look,
  name: 'tokens.show-picture',
  summary: 'A picture of a token at one width, also of one that is not offered yet.',
  path: '/desk/token-pictures/:name',
  roles: STAFF_ROLES,
  audits: 'tokens.show-picture',
  params: z.strictObject({ name: z.string().regex(/^[0-9a-f]{64}\.jpg$/) }),
  result: none,
  file: ['image/jpeg'],
  failures: [...read, 'not-found'],
});

/** What a token is offered on. */
const terms = {
  title: line(NFT_TITLE_MAX),
  text: z.string().trim().max(NFT_TEXT_MAX),
  creator: line(NFT_CREATOR_MAX),
  charityId: Id,
  artId: Id,
  /** Null: a certificate, on no chain. */
  place: z
    .strictObject({
      chain: z.enum(NFT_CHAINS),
      address: line(NFT_ADDRESS_MAX).min(NFT_ADDRESS_MIN),
      number: z.string().regex(NFT_NUMBER_PATTERN),
    })
    .nullable(),
  /** The least first bid, or the price. */
  price: PositiveText,
  split: z.strictObject({ charity: basis, creator: basis, house: basis }),
  startsAt: UnixMsNumber,
  /** Null: at a fixed price. */
  auction: z
    .strictObject({
      step: PositiveText,
      endsAt: UnixMsNumber,
      extendMinutes: z.int().min(1).max(NFT_EXTENSION_MINUTES_MAX),
      extensionsMax: z.int().min(0).max(NFT_EXTENSIONS_MAX),
    })
    .nullable(),
  note,
};

export const proposeToken = deskEndpoint({
  ...propose,
  name: 'tokens.propose',
  summary: 'Proposes a token to be sold for a charity.',
  path: '/desk/tokens/propose',
  roles: ['content', 'risk'],
  audits: 'tokens.propose',
  body: z.strictObject(terms),
  failures: [...read, 'case-impossible'],
});

export const proposeTokenChange = deskEndpoint({
  ...propose,
  name: 'tokens.propose-change',
  summary: 'Proposes other terms for a token nobody bid on yet.',
  path: '/desk/tokens/:id/propose-change',
  roles: ['content', 'risk'],
  audits: 'tokens.propose-change',
  body: z.strictObject(terms),
  params: byId,
  failures: [...read, 'not-found', 'case-impossible'],
});

export const proposeTokenCancel = deskEndpoint({
  ...propose,
  name: 'tokens.propose-cancel',
  summary: 'Proposes to take a token off sale; who leads gets everything back.',
  path: '/desk/tokens/:id/propose-cancel',
  roles: ['content', 'risk'],
  audits: 'tokens.propose-cancel',
  /** The reason is public; the note is for who decides. */
  body: z.strictObject({ reason: line(NFT_REASON_MAX), note }),
  params: byId,
  failures: [...read, 'not-found', 'case-impossible'],
});

export const proposeDelivery = deskEndpoint({
  ...propose,
  name: 'tokens.propose-delivery',
  summary: 'Says by which transaction a token on a chain went to its buyer; another looks at it.',
  path: '/desk/tokens/:id/propose-delivery',
  roles: ['cashierMaker', 'content'],
  audits: 'tokens.propose-delivery',
  body: z.strictObject({ hash: z.string().regex(NFT_HASH_PATTERN), note }),
  params: byId,
  failures: [...read, 'not-found', 'case-impossible'],
});
