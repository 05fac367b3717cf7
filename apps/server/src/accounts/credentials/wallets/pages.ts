import { type Result, fail } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { FastifyRequest } from 'fastify';
import type { SignatureParams, askSignature } from './proofs.ts';

type PageParams = Parameters<typeof askSignature>[1];

/** What asks for signatures, as far as a page needs it. */
type Asking = {
  ask(params: PageParams): Promise<Result<SignatureParams, Failure<'unreadable'>>>;
  origins(): readonly string[];
};

/** The page of ours that asks: the one under whose name this server was called, else the first. */
function originOf(request: FastifyRequest, wallets: Pick<Asking, 'origins'>): string | null {
  const origins = wallets.origins();
  const { host } = request.headers;
  return origins.find((origin) => new URL(origin).host === host) ?? origins[0] ?? null;
}

/**
 * The text a wallet signs, for the page of ours that asks.
 *
 * @failure not-yet-open — the server has no address of its own yet
 * @failure unreadable — the address is none of its chain
 */
export async function askAtPage(
  wallets: Asking,
  request: FastifyRequest,
  params: Omit<PageParams, 'origin'>,
): Promise<Result<SignatureParams, Failure>> {
  const origin = originOf(request, wallets);
  // What is signed names the page it is for. Called before it listens, with no address set, the
  // server has none: it can be called within its own process alone.
  if (origin === null) return fail({ name: 'not-yet-open' });
  return wallets.ask({ ...params, origin });
}
