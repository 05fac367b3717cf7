import {
  DAY_MS,
  HOUR_MS,
  type UnixMs,
  type UtcDay,
  money,
  newUuid,
  plusMs,
  utcDayOf,
} from '@candor/kernel';
import { nft as protocol } from '@candor/protocol';
import type { KindsAbove, Proposal } from '../cases/index.ts';
import { drawPictures } from '../files/index.ts';
import type { Database } from '../platform/postgres/db.ts';
import { type BeneficiaryTerms, beneficiaryProposal, tokenProposal } from './deciding/terms.ts';
import { isRegistered } from './deciding/decided-store.ts';
import { drawSample } from './pictures/drawing.ts';
import { artOf } from './pictures/keeping.ts';
import { insertArt } from './pictures/picture-store.ts';
import type { TokenTerms } from './token/token.ts';

const USDT = 1_000_000n;

/** What no reader takes for a charity that there is. */
const SAMPLE = {
  name: 'Sample charity (rehearsal)',
  country: 'GB',
  register: 'No register (rehearsal)',
  registerNumber: '0',
  registerUrl: null,
  agreement: 'None (rehearsal)',
  isSample: true,
} as const;

/** Pictures by their seeds, with a title and the least first bid or the price, in USDT. */
const SAMPLES = [
  ['Morning over the hills', 20n, 'auction'],
  ['Three kites', 35n, 'auction'],
  ['Stones, carefully', 15n, 'auction'],
  ['Sails before the wind', 50n, 'auction'],
  ['A late sun', 25n, 'auction'],
  ['Kites after rain', 30n, 'auction'],
  ['The tall pile', 40n, 'auction'],
  ['Harbour, Sunday', 60n, 'auction'],
  ['Hills at noon', 45n, 'fixed'],
  ['One kite too many', 55n, 'fixed'],
  ['Six stones', 65n, 'fixed'],
  ['Home before dark', 75n, 'fixed'],
] as const;
/** The first seed; the others follow. */
const FIRST_SEED = 20_260_100;

/** A case that is put before others and approved, in a rehearsal. */
export type PlayedCase = (kind: keyof KindsAbove, proposal: Proposal) => Promise<void>;

function termsOf(
  [title, price, kind]: (typeof SAMPLES)[number],
  place: number,
  of: { readonly charityId: string; readonly artId: string; readonly at: UnixMs },
): TokenTerms {
  const { charityId, artId, at } = of;
  return {
    title,
    text: 'A sample: drawn by a program from the number beside it. Nothing here is money.',
    creator: 'A program of ours',
    beneficiaryId: charityId,
    artId,
    place: null,
    price: money('USDT', price * USDT),
    split: { charity: 8_800, creator: 700, house: 500 },
    startsAt: at,
    auction:
      kind === 'fixed'
        ? null
        : {
            step: money('USDT', 5n * USDT),
            endsAt: plusMs(at, (place + 1) * DAY_MS + place * HOUR_MS),
            extension: { minutes: 5, most: 10 },
          },
  };
}

/**
 * Offers sample tokens of a sample charity, each by a case of its own; whether there were none yet. Their pictures are
 * drawn from numbers, which stand beside them.
 *
 * @source PRODUCT 8
 */
export async function offerSamples(
  deps: { readonly db: Database; readonly at: UnixMs },
  played: PlayedCase,
): Promise<boolean> {
  const { db, at } = deps;
  const charity: BeneficiaryTerms = { ...SAMPLE, agreedOn: utcDayOf(at) as UtcDay };
  if (await isRegistered(db, charity)) return false;
  const charityId = newUuid(at);
  await played('beneficiary', beneficiaryProposal(charityId, charity, 'A rehearsal'));
  const seeds = SAMPLES.map((_, place) => FIRST_SEED + place);
  const drawn = await drawPictures(seeds.map(drawSample), protocol.NFT_PICTURE_WIDTHS);
  for (const [place, sample] of SAMPLES.entries()) {
    const seed = String(seeds[place]);
    const art = artOf(drawn[place] ?? [], { seed, author: 'a program', at });
    await db.transaction((tx) => insertArt(tx, art));
    const picture = art.images.at(-1)?.name ?? '';
    const terms = termsOf(sample, place, { charityId, artId: art.id, at });
    const said = { charity: charity.name, picture, note: 'A rehearsal' };
    await played('token', tokenProposal(newUuid(at), terms, said));
  }
  return true;
}
