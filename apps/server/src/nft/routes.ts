import { type Mode, fail, ok } from '@candor/kernel';
import { nft as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { InFlight } from '../platform/http/in-flight.ts';
import type { Nft } from './index.ts';

const needsReal = (mode: Mode) =>
  mode === 'real' ? null : fail({ name: 'real-account-needed' } as const);

/** What an address names never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/** The calls of tokens. */
export function nftRoutes(nft: Nft, inFlight: InFlight): Route[] {
  const notFound = fail({ name: 'not-found' } as const);
  return [
    route(protocol.listNft, async ({ query }) => ok(await nft.list(query))),
    route(protocol.getNft, async ({ params }) => {
      const found = await nft.get(params.id);
      return found === null ? notFound : ok(found);
    }),
    route(protocol.donations, async ({ query }) => ok(await nft.donations(query))),
    route(protocol.donationsFile, async () => {
      return { file: { type: 'text/csv; charset=utf-8', ...(await nft.donationsFile()) } };
    }),
    route(protocol.nftPicture, async ({ params, reply }) => {
      const content = await nft.picture(params.name.slice(0, -'.jpg'.length));
      if (content === null) return notFound;
      reply.header('cache-control', FOREVER);
      return { file: { type: 'image/jpeg', name: params.name, content } };
    }),
    route(protocol.nftCertificate, async (call) => {
      const { userId } = call.session();
      const refused = needsReal(call.mode());
      if (refused !== null) return refused;
      const made = await nft.certificates.pdf({ userId, ...call.params, ...call.query });
      return made.ok ? { file: { type: 'application/pdf', ...made.value } } : made;
    }),
    route(protocol.nftCertificatePicture, async (call) => {
      const { userId } = call.session();
      const refused = needsReal(call.mode());
      if (refused !== null) return refused;
      const made = await nft.certificates.picture({ userId, ...call.params, ...call.query });
      return made.ok ? { file: { type: 'image/jpeg', ...made.value } } : made;
    }),
    route(protocol.buyNft, async (call) => {
      const { userId } = call.session();
      const { body } = call;
      const request = call.idempotencyKey();
      const refused = needsReal(call.mode());
      return refused ?? inFlight.once(request, () => nft.commands.bid({ userId, request, body }));
    }),
    route(protocol.listMyNft, async (call) => {
      const { userId } = call.session();
      const refused = needsReal(call.mode());
      return refused ?? ok(await nft.mine({ userId, ...call.query }));
    }),
  ];
}
