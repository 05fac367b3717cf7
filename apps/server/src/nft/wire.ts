import { HOUR_MS, SECOND_MS, type UnixMs, type UserId } from '@candor/kernel';
import type { Host } from '../platform/host.ts';
import type { Sql } from '../platform/postgres/db.ts';
import {
  type Nft,
  type NftDeps,
  type ReceivingAddress,
  type ReceivingAddresses,
  createNft,
} from './index.ts';
import { nftRoutes } from './routes.ts';

/** How often it is looked which auctions are over. */
const TURN_MS = SECOND_MS;
/** How often it is looked which pictures waited for a token too long. */
const TIDY_MS = HOUR_MS;

/** The address book, which stands above and is opened later. */
type AddressBook = {
  findEntries(
    sql: Sql,
    asked: readonly { readonly userId: UserId; readonly id: string }[],
  ): Promise<readonly (ReceivingAddress | null)[]>;
  list(userId: UserId): Promise<readonly ReceivingAddress[]>;
};

const addressesOf = (book: () => AddressBook): ReceivingAddresses => ({
  find: (sql, asked) => book().findEntries(sql, asked),
  networksOf: async (userId: UserId, at: UnixMs) =>
    (await book().list(userId)).flatMap(({ network, usableAt }) =>
      usableAt <= at ? [network] : [],
    ),
});

/** Opens the sale of tokens in a process. */
export function wireNft(
  host: Host,
  deps: Pick<NftDeps, 'contracts' | 'parameters'> &
    Pick<Parameters<typeof createNft>[0], 'cases' | 'files' | 'pdfs' | 'origin'> & {
      readonly book: () => AddressBook;
    },
): Nft {
  const isRehearsal = host.installation === 'rehearsal';
  const nft = createNft({ ...host, ...deps, addresses: addressesOf(deps.book), isRehearsal });
  host.addRoutes(nftRoutes(nft, host.inFlight));
  host.metrics.gauge('candor_nft_bids_waiting', 'Bids that wait to be decided', () =>
    nft.commands.waiting(),
  );
  if (host.turns === 'byTimer') host.every(TURN_MS, () => nft.ending.turn());
  host.every(TIDY_MS, () => nft.tidyPictures());
  host.onStop('commands', async () => {
    await nft.ending.stop();
    await nft.commands.idle();
  });
  return nft;
}
