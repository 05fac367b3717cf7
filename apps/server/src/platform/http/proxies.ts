import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The proxies in front of the product; what they say of a caller's address counts. */
export type Proxies = {
  /** Whether an address is one of them. */
  has(address: string): boolean;
  /** Who is at the other end: the socket's address, or who the proxy says it speaks for. */
  callerOf(request: IncomingMessage): string;
};

/** An IPv4 address has one spelling here, however the socket came by it. */
const plain = (address: string): string => address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');

/** Nobody is trusted unless named: a header that any client can send is no address. */
export function createProxies(addresses: readonly string[]): Proxies {
  const known = new Set(addresses.map(plain));
  const has = (address: string): boolean => known.has(plain(address));
  return {
    has,
    callerOf(request) {
      const remote = request.socket.remoteAddress ?? '';
      if (!has(remote)) return remote;
      // The proxy adds whom it heard at the end; everything before was said by the caller.
      const said = String(request.headers['x-forwarded-for'] ?? '').split(',');
      const last = said.at(-1)?.trim() ?? '';
      return isIP(last) === 0 ? remote : last;
    },
  };
}
